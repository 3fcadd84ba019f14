import { expect, it } from 'vitest'
import { WorkTime } from './work-time.ts'

function clock() {
  let at = 1_000
  return { now: () => at, pass: (ms: number) => void (at += ms) }
}

it('is nothing for a call that has not begun', () => {
  const { now, pass } = clock()
  const time = new WorkTime(now)
  pass(500)
  expect(time.ms).toBe(0)
})

it('leaves out what was before, what was after, and what was waited for', async () => {
  const { now, pass } = clock()
  const time = new WorkTime(now)
  pass(10_000)
  time.begin()
  pass(30)
  const answer = Promise.withResolvers<string>()
  const waiting = time.waitFor(answer.promise)
  pass(5_000)
  answer.resolve('yes')
  expect(await waiting).toBe('yes')
  pass(4)
  time.waited(1)
  time.end()
  pass(7_000)
  time.end()
  expect(time.ms).toBe(33)
})

it('counts a wait that failed, and is never negative', async () => {
  const { now, pass } = clock()
  const time = new WorkTime(now)
  time.begin()
  const failed = Promise.withResolvers<never>()
  const waiting = time.waitFor(failed.promise)
  pass(50)
  failed.reject(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
  time.waited(100)
  expect(time.ms).toBe(0)
})
