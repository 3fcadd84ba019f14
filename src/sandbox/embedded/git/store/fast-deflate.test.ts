import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fastDeflate } from './fast-deflate.ts'

/** Numbers that look random and are the same each time. */
function noise(count: number, seed: number): Uint8Array {
  let state = seed
  return Uint8Array.from(
    { length: count },
    () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 24,
  )
}

const text = new TextEncoder().encode('the quick brown fox jumps over the lazy dog\n'.repeat(3000))
const far = new Uint8Array([
  ...noise(40_000, 3),
  ...noise(40_000, 3),
  ...text.subarray(0, 500),
  ...noise(33_000, 5),
  ...text.subarray(0, 500),
])
const cases: readonly (readonly [string, Uint8Array])[] = [
  ['nothing', new Uint8Array(0)],
  ['one byte', Uint8Array.of(200)],
  ['three bytes', Uint8Array.of(1, 2, 3)],
  ['text', text],
  ['one byte over and over', new Uint8Array(100_000).fill(144)],
  ['noise', noise(200_000, 1)],
  ['matches near and too far', far],
  ...Array.from(
    { length: 300 },
    (_, length) => [`a run of ${length}`, new Uint8Array([7, ...new Uint8Array(length), 9])] as const,
  ),
  ...Array.from({ length: 50 }, (_, at) => {
    const part = noise(60, at + 1)
    return [
      `a distance of about ${2 ** (at % 16)}`,
      new Uint8Array([...part, ...noise(2 ** (at % 16), 99), ...part]),
    ] as const
  }),
]

test.each(cases)('%s comes back', (_, data) => {
  expect(new Uint8Array(inflateSync(fastDeflate(data)))).toEqual(data)
})

test('text gets much smaller, noise hardly larger', () => {
  expect(fastDeflate(text).length).toBeLessThan(text.length / 20)
  expect(fastDeflate(noise(200_000, 1)).length).toBeLessThan(200_050)
})
