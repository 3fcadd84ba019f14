import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { withBuiltAddresses } from './built-workers.mjs'

const names = new Map([[resolve('src/shell/shell.worker.ts'), 'shell.worker']])
const built = (code: string) => withBuiltAddresses(code, resolve('src/testing/start.ts'), names)?.code

it('gives the address of the built worker where a source starts one', () => {
  expect(built("new Worker(new URL('../shell/shell.worker.ts', import.meta.url), { type: 'module' })")).toBe(
    "new Worker(new URL('/built-workers/shell.worker.js', globalThis.location.origin), { type: 'module' })",
  )
})

it('leaves other workers, and sources that start none, as they are', () => {
  expect(built("new Worker(new URL('./shell.worker.ts', import.meta.url))")).toBeUndefined()
  expect(built("import '../shell/shell.worker.ts'")).toBeUndefined()
  expect(built('const x = 1')).toBeUndefined()
})
