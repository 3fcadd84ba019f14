import { expect, it } from 'vitest'
import { Waits } from './waits.ts'

function waits() {
  let at = 0
  const made = new Waits(() => at)
  return { made, pass: (ms: number) => void (at += ms) }
}

it('counts once what is open at the same time, and each command apart', () => {
  const { made, pass } = waits()
  made.begin('a')
  pass(10)
  made.begin('a')
  made.begin('b')
  pass(10)
  made.end('a')
  pass(10)
  made.end('a')
  pass(100)
  expect([made.take('a'), made.take('a'), made.take('c')]).toEqual([30, 0, 0])
  made.end('b')
  expect(made.take('b')).toBe(120)
})

it('counts on from when it was taken, and keeps what is open', () => {
  const { made, pass } = waits()
  made.begin('a')
  pass(5)
  expect(made.take('a')).toBe(5)
  made.forget()
  pass(7)
  made.end('a')
  made.end('unknown')
  expect(made.take('a')).toBe(7)
  made.begin('left')
  made.end('left')
  made.forget()
  expect(made.take('left')).toBe(0)
})
