import { describe, expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

describe('an AsyncLocalStorage', () => {
  it('is the same behind await, in loops, callbacks and generators, and each run has its own', async () => {
    const files = {
      'main.js': `const als = new (require('async_hooks').AsyncLocalStorage)()
        const { readFile } = require('fs')
        const seen = {}
        const note = (what) => { (seen[als.getStore()] ??= []).push(what) }
        const sleep = (ms) => new Promise((r) => setTimeout(r, ms))
        async function* values() { yield 1; await sleep(1); yield 2 }
        const run = (name) => als.run(name, async () => {
          await null; note('null')
          await sleep(2); note('timer')
          for await (const x of [1, 2]) note('list ' + x)
          for await (const x of values()) note('generator ' + x)
          try { await Promise.reject(new Error()) } catch { note('catch') }
          await Promise.all([1, 2]).then(() => note('then'))
          await new Promise((r) => readFile(__filename, () => { note('callback'); r() }))
          await (await import('./module.mjs')).default(); note('module')
        })
        Promise.all([run('a'), run('b')]).then(() => { note('outside'); console.log(JSON.stringify(seen)) })`,
      'module.mjs': `import { readFile } from 'node:fs/promises'
        export default async () => { await readFile(import.meta.filename) }`,
    }
    const { out, err } = await runProgram({ command: 'node main.js', files })
    const own = ['null', 'timer', 'list 1', 'list 2', 'generator 1', 'generator 2', 'catch', 'then']
    const all = [...own, 'callback', 'module']
    expect({ seen: JSON.parse(out) as unknown, err }).toEqual({
      seen: { a: all, b: all, undefined: ['outside'] },
      err: '',
    })
  })
})
