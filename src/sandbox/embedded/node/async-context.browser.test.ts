import { describe, expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

describe('an AsyncLocalStorage', () => {
  it('is there behind await of a proxy around a promise, which is waited for by its own then', async () => {
    const source = `const als = new (require('async_hooks').AsyncLocalStorage)()
      const around = (promise) => new Proxy(promise, {
        get: (target, key) => (key === 'then' ? target.then.bind(target) : Reflect.get(target, key, target)),
      })
      als.run('a', async () => {
        console.log(await around(Promise.resolve(1)), als.getStore())
        await around(Promise.reject(new Error('no'))).then(undefined, (error) => console.log(error.message))
        try { await new Proxy(Promise.resolve(), {}) } catch (error) { console.log(error.name, als.getStore()) }
      })`
    const { out, err } = await runProgram({ command: 'node main.js', files: { 'main.js': source } })
    expect([out, err]).toEqual(['1 a\nno\nTypeError a\n', ''])
  })

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

describe('hooks into promises', () => {
  it('tell what is made, run and settled, and nothing once they are taken away', async () => {
    const source = `
      const { promiseHooks } = require('v8'), { executionAsyncId, createHook } = require('async_hooks')
      const names = new Map(), seen = [], native = Promise.prototype.then
      const note = (what) => (promise, parent) => seen.push([what, promise, parent])
      const stop = promiseHooks.createHook({
        init: note('init'), before: note('before'), after: note('after'), settled: note('settled'),
      })
      const first = Promise.resolve(1), next = first.then(() => { throw 2 }), last = next.catch(() => {})
      const made = new Promise((resolve) => resolve()), same = Promise.resolve(first) === first
      setTimeout(() => {
        stop()
        Promise.resolve().then(() => {})
        const name = (promise) => Object.entries({ first, next, last, made }).find(([, own]) => own === promise)?.[0] ?? ''
        console.log(seen.map(([what, promise, parent]) => what + ' ' + name(promise) + ' ' + name(parent)).join('\\n'))
        console.log(same, first instanceof Promise, Promise.prototype.then === native)
        const hook = createHook({ init() {} }).enable(), outside = executionAsyncId()
        Promise.resolve().then(() => console.log(executionAsyncId() !== outside, executionAsyncId() > 0, hook.disable() === hook))
      })`
    const result = await runProgram({ command: 'node a.js', files: { 'a.js': source } })
    expect(result).toEqual({
      out: `init first 
settled first 
init next first
init last next
init made 
settled made 
before next 
settled next 
after next 
before last 
settled last 
after last 
true true true
true true true
`,
      err: '',
      exitCode: 0,
    })
  })
})
