import { expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

const manifest = (fields: object) => JSON.stringify(fields)
const MODULES = 'node_modules'
const PLACE = `${MODULES}/.vivarium/node_modules`

const FILES = {
  [`${MODULES}/rollup/package.json`]: manifest({
    version: '4.1.0',
    optionalDependencies: { '@rollup/rollup-linux-x64-gnu': '4.1.0' },
  }),
  [`${MODULES}/rollup/dist/native.js`]: `exports.name = require('@rollup/rollup-linux-x64-gnu').name`,
  [`${MODULES}/rollup/dist/package.json`]: manifest({ type: 'commonjs' }),
  [`${PLACE}/rollup-wasm-node-4.1.0/package.json`]: manifest({ exports: { './dist/*': './dist/*' } }),
  [`${PLACE}/rollup-wasm-node-4.1.0/dist/native.js`]: `exports.name = 'WebAssembly'`,
  [`${MODULES}/sass-embedded/package.json`]: manifest({ version: '1.2.3', main: 'native.js' }),
  [`${MODULES}/sass-embedded/native.js`]: `throw new Error('native')`,
  [`${PLACE}/sass-1.2.3/package.json`]: manifest({ version: '1.2.3', exports: { '.': './sass.js' } }),
  [`${PLACE}/sass-1.2.3/sass.js`]: `exports.info = 'sass'`,
  [`${MODULES}/@swc/core/package.json`]: manifest({
    version: '1.16.0',
    optionalDependencies: { '@swc/core-linux-x64-gnu': '1.16.0' },
  }),
  [`${MODULES}/@swc/core/index.js`]: `
    const native = require('@swc/core-linux-x64-gnu'), options = Buffer.from('{"a":1}')
    exports.transformed = native.transformSync('text', false, options)
    exports.parsed = native.parseSync('text', options)
    exports.triple = native.getTargetTriple()`,
  [`${PLACE}/swc-wasm-1.16.0/package.json`]: manifest({ main: 'wasm.js' }),
  [`${PLACE}/swc-wasm-1.16.0/wasm.js`]: `
    exports.transformSync = (source, options) => ({ code: source + options.a })
    exports.parseSync = (source) => ({ type: source })`,
  [`${MODULES}/better-sqlite3/package.json`]: manifest({ version: '1.0.0' }),
  [`${MODULES}/better-sqlite3/index.js`]: '',
  'native.node': 'x',
}

const PROGRAM = `
console.log(require('rollup/dist/native.js').name, require('sass-embedded').info)
console.log(JSON.stringify(require('@swc/core')))
import('sass-embedded').then(({ default: { info } }) => console.log(info))
for (const name of ['better-sqlite3', './native.node', 'bcrypt']) {
  try { require(name) } catch (error) { console.log(error.code, error.message.split('\\n')[0]) }
}
`

it('are answered by what stands in for them, or by what to do', async () => {
  const { out, err, exitCode } = await runProgram({
    command: 'node a.js',
    files: { ...FILES, 'a.js': PROGRAM },
  })
  expect([err, exitCode]).toEqual(['', 0])
  expect(out.trimEnd().split('\n')).toEqual([
    'WebAssembly sass',
    '{"transformed":{"code":"text1"},"parsed":"{\\"type\\":\\"text\\"}","triple":"wasm32-unknown-unknown"}',
    "ERR_DLOPEN_FAILED better-sqlite3 is a native add-on, a program of the processor's own, which a browser cannot run. Use the package sql.js, which is SQLite as WebAssembly.",
    'ERR_DLOPEN_FAILED The native addon /workspace/native.node is not available in the browser sandbox. Use a build of the package in JavaScript or WebAssembly.',
    // Not installed, and nobody's part.
    "MODULE_NOT_FOUND Cannot find module 'bcrypt'",
    'sass',
  ])
})
