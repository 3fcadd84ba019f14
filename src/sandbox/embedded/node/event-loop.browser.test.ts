import { expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

const PROGRAM = `
const log = []
const p = (x) => log.push(x)
setTimeout(() => {
  p('t1'); process.nextTick(() => p('t1-tick'))
  Promise.resolve().then(() => { p('t1-micro'); process.nextTick(() => p('t1-micro-tick')) })
}, 1)
setTimeout(() => { p('t2'); Promise.resolve().then(() => p('t2-micro')) }, 1)
setTimeout(() => p('t3'), 2)
setImmediate(() => {
  p('i1'); process.nextTick(() => p('i1-tick')); Promise.resolve().then(() => p('i1-micro'))
  setImmediate(() => p('i4')); setTimeout(() => p('late'), 30)
})
const gone = setImmediate(() => p('never'))
setImmediate(() => p('i2'))
const first = setImmediate(() => { clearImmediate(second); p('i3') })
const second = setImmediate(() => p('never'))
clearImmediate(gone)
process.nextTick(() => { p('tick1'); Promise.resolve().then(() => p('tick1-micro')); process.nextTick(() => p('tick2')) })
Promise.resolve().then(() => { p('m1'); process.nextTick(() => p('m1-tick')); queueMicrotask(() => p('m2')) }).then(() => p('m3'))
;(async () => { p('a1'); await null; p('a2'); await new Promise((r) => setImmediate(r)); p('a3') })()
p('sync')
const start = Date.now()
while (Date.now() - start < 5);
let again = false
process.on('beforeExit', () => { if (again) return p('be2'); again = true; p('be1'); setTimeout(() => p('again'), 1) })
process.on('exit', (code) => { p('exit' + code); console.log(log.join(' ')) })
`
/** Printed by native Node 22.23.3 for this program. */
const NATIVE =
  'a1 sync tick1 tick2 m1 a2 tick1-micro m2 m3 m1-tick t1 t1-tick t1-micro t1-micro-tick t2 t2-micro t3 ' +
  'i1 i1-tick i1-micro i2 i3 a3 i4 late be1 again be2 exit0\n'

it('runs ticks, promise jobs, timers and immediates in the order of native Node', async () => {
  expect(await runProgram({ command: 'node a.js', files: { 'a.js': PROGRAM } })).toEqual({
    out: NATIVE,
    err: '',
    exitCode: 0,
  })
})

it('ends when nothing keeps the process alive, with 13 when a top-level await never settles', async () => {
  expect(
    await runProgram({ command: 'node a.js', files: { 'a.js': `setInterval(() => {}, 5).unref()` } }),
  ).toMatchObject({
    exitCode: 0,
  })
  expect(
    await runProgram({ command: 'node a.mjs', files: { 'a.mjs': `await new Promise(() => {})` } }),
  ).toEqual({
    out: '',
    err: 'Warning: Detected unsettled top-level await\n',
    exitCode: 13,
  })
})

it('goes on with the other due timers after one has thrown', async () => {
  const program = `process.on('uncaughtException', (e) => console.log(e.message)); for (const n of [1, 2, 3]) setTimeout(() => { throw new Error('e' + n) }, 1)`
  expect(await runProgram({ command: 'node a.js', files: { 'a.js': program } })).toEqual({
    out: 'e1\ne2\ne3\n',
    err: '',
    exitCode: 0,
  })
})
