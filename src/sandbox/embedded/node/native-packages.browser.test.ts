import { expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

const manifest = (fields: object) => JSON.stringify(fields)
const MODULES = 'node_modules'
const PLACE = `${MODULES}/.vivarium/node_modules`

const ELF = new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])

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
  [`${MODULES}/typescript/package.json`]: manifest({
    version: '7.0.2',
    type: 'module',
    optionalDependencies: { '@typescript/typescript-linux-x64': '7.0.2' },
  }),
  [`${MODULES}/typescript/lib/tsc.js`]: `
    import { execFileSync } from 'node:child_process'
    const exe = new URL('lib/tsc', import.meta.resolve('@typescript/typescript-linux-x64/package.json')).pathname
    execFileSync(exe, process.argv.slice(2), { stdio: 'inherit' })`,
  [`${PLACE}/typescript-6.0.0/package.json`]: manifest({ version: '6.0.3' }),
  [`${PLACE}/typescript-6.0.0/lib/tsc.js`]: `console.log('tsc 6', process.argv.slice(2).join())`,
  [`${MODULES}/biome/package.json`]: manifest({
    version: '2.0.0',
    optionalDependencies: { '@biomejs/cli-linux-x64': '2.0.0' },
  }),
  [`${MODULES}/biome/index.js`]: `require.resolve('@biomejs/cli-linux-x64/biome')`,
  [`${MODULES}/oxlint/package.json`]: manifest({
    version: '1.94.0',
    optionalDependencies: { '@oxlint/binding-linux-x64-gnu': '1.94.0' },
  }),
  // As oxlint's own loader does it.
  [`${MODULES}/oxlint/index.js`]: `
    for (const part of ['', '/package.json']) try { require('@oxlint/binding-linux-x64-gnu' + part) } catch {}
    throw new Error('Cannot find native binding. npm has a bug')`,
  [`${MODULES}/workerd/bin/workerd`]: ELF,
  'own-program': ELF,
  [`${MODULES}/oxlint/lint.node`]: ELF,
}

const PROGRAM = `
console.log(require('rollup/dist/native.js').name, require('sass-embedded').info)
console.log(JSON.stringify(require('@swc/core')))
import('sass-embedded').then(({ default: { info } }) => console.log(info))
require('child_process').execFileSync('node', ['node_modules/typescript/lib/tsc.js', '-p', '.'], { stdio: 'inherit' })
for (const name of ['better-sqlite3', 'biome', './native.node', 'bcrypt']) {
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
    'tsc 6 -p,.',
    'ERR_DLOPEN_FAILED better-sqlite3 is a native program, made for one kind of processor, which a browser cannot run. Use the package sql.js, which is SQLite as WebAssembly.',
    'ERR_DLOPEN_FAILED @biomejs/cli-linux-x64 is a native program, made for one kind of processor, which a browser cannot run. Use eslint and prettier, which run here.',
    'ERR_DLOPEN_FAILED The native addon /workspace/native.node is not available in the browser sandbox. Use a build of the package in JavaScript or WebAssembly.',
    // Not installed, and nobody's part.
    "MODULE_NOT_FOUND Cannot find module 'bcrypt'",
    'sass',
  ])
})

it('are told of where their loaders tell another story, and where their programs are to be started', async () => {
  const program = `
const { chmodSync } = require('fs'), { spawn, spawnSync } = require('child_process')
const path = 'node_modules/workerd/bin/workerd'
for (const file of [path, 'own-program']) chmodSync(file, 0o755)
for (const name of ['oxlint', './node_modules/oxlint/lint.node'])
  try { require(name) } catch (error) { console.log(error.message.split('\\n')[0]) }
for (const [file, cwd] of [['./' + path], [process.cwd() + '/' + path], ['./own-program'], ['bin/workerd', 'node_modules/workerd']])
  console.log(spawnSync(file, { cwd }).error.code)
try { spawn('./own-program') } catch (error) { console.log(error.code) }`
  const { out, err } = await runProgram({
    command: 'node --no-deprecation a.js',
    files: { ...FILES, 'a.js': program },
  })
  expect(out.trimEnd().split('\n')).toEqual([
    'Cannot find native binding. npm has a bug',
    'The native addon /workspace/node_modules/oxlint/lint.node is not available in the browser sandbox. Use eslint, which runs here.',
    ...Array.from({ length: 5 }, () => 'ENOEXEC'),
  ])
  const cannot = 'is a native program, made for one kind of processor, which a browser cannot run.'
  expect(err.split('\n').filter((line) => line.includes('Warning: '))).toEqual([
    expect.stringMatching(
      / \[ERR_DLOPEN_FAILED\] Warning: @oxlint\/binding-linux-x64-gnu .* Use eslint, which runs here\.$/,
    ),
    expect.stringContaining(
      `[ENOEXEC] Warning: /workspace/node_modules/workerd/bin/workerd ${cannot} Call the handler from a program of your own`,
    ),
    expect.stringMatching(new RegExp(`\\[ENOEXEC\\] Warning: /workspace/own-program ${cannot}$`)),
  ])
})
