import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha1 } from './sha1-hash.ts'

const bytes = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (Math.imul(at + 1, 0x9e3779b1) >>> 24) ^ at)
const real = (data: Uint8Array): string => createHash('sha1').update(data).digest('hex')
const ours = (...parts: readonly Uint8Array[]): string => Buffer.from(sha1(...parts)).toString('hex')

test('every length up to three blocks, and a long one, are hashed as everywhere', () => {
  for (const length of [...Array.from({ length: 200 }, (_, at) => at), 100_003])
    expect([length, ours(bytes(length))]).toEqual([length, real(bytes(length))])
})

test('parts are hashed as if they were one, wherever they are divided', () => {
  const whole = bytes(200)
  for (let at = 0; at <= 200; at += 1) {
    const parts = [whole.subarray(0, at), whole.subarray(at, at + 7), whole.subarray(at + 7)]
    expect([at, ours(...parts)]).toEqual([at, real(whole)])
  }
})
