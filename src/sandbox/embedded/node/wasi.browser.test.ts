import { expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

/** As packages come that have their native programs as WebAssembly, too. */
const BUILD = 'node_modules/@rolldown/binding-wasm32-wasi'
const USE = `new WASI({ version: 'preview1' })`
const FILES = {
  [`${BUILD}/package.json`]: '{ "main": "a.cjs" }',
  [`${BUILD}/a.cjs`]: `const { WASI } = require('node:wasi'); ${USE}; exports.make = (WASI) => { ${USE}; return WASI }`,
  [`${BUILD}/b.mjs`]: `import { WASI } from 'node:wasi'; ${USE}`,
  'by-require.js': `const { WASI } = require('wasi'); console.log(typeof WASI)`,
  'by-import.mjs': `import { WASI } from 'node:wasi'; ${USE}; ${USE}`,
  'after.cjs': `require('${`./${BUILD}`}'); const { WASI } = require('wasi'); ${USE}`,
  'package.cjs': `require('@rolldown/binding-wasm32-wasi')`,
  'package.mjs': `import '@rolldown/binding-wasm32-wasi/b.mjs'; import '@rolldown/binding-wasm32-wasi'`,
  'thread.js': `new (require('worker_threads').Worker)(require.resolve('@rolldown/binding-wasm32-wasi/b.mjs'))`,
}

const warnings = async (command: string) => {
  const { err, exitCode } = await runProgram({ command, files: FILES })
  expect(exitCode).toBe(0)
  return err.replaceAll(/\(node:\d+\)/g, '(node)')
}

it.each(['by-require.js', 'by-import.mjs', 'after.cjs'])(
  'is called experimental as natively in %s',
  async (file) => {
    expect(await warnings(`node ${file}`)).toBe(
      '(node) ExperimentalWarning: WASI is an experimental feature and might change at any time\n(Use `node --trace-warnings ...` to show where the warning was created)\n',
    )
  },
)

it.each(['package.cjs', 'package.mjs', 'thread.js'])(
  'is not spoken of where a package has it in place of a native program, in %s',
  async (file) => {
    expect(await warnings(`node ${file}`)).toBe('')
  },
)
