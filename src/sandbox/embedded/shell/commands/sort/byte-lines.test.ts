import { expect, it } from 'vitest'
import { concatenate } from '../../../../contract/bytes.ts'
import { ByteLines } from './byte-lines.ts'

const NEWLINE = 10
const ALPHABETS = ['ab', 'a\0b\u00ff', 'é中🙂a', 'const let return function import = ;']

/** Always the same numbers between 0 and 1. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

function manyLines(alphabet: string, count: number): string[] {
  const random = numbers(count + 1)
  const letters = [...alphabet]
  return Array.from({ length: count }, () =>
    Array.from(
      { length: Math.floor(random() ** 3 * 40) },
      () => letters[Math.floor(random() * letters.length)],
    ).join(''),
  )
}

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
const sorted = (texts: readonly string[], how = { isUnique: false, isReversed: false }) =>
  new TextDecoder().decode(
    new ByteLines(
      texts.map((each) => new TextEncoder().encode(each)),
      NEWLINE,
    ).sorted(how),
  )

it('is the order of bytes, of few and many lines, alike and not', () => {
  for (const alphabet of ALPHABETS)
    for (const count of [0, 1, 2, 12, 13, 300, 9000]) {
      const lines = manyLines(alphabet, count)
      const ordered = lines.toSorted(byBytes)
      expect(sorted([text(lines)])).toBe(text(ordered))
      expect(sorted([text(lines)], { isUnique: true, isReversed: true })).toBe(
        text([...new Set(ordered)].reverse()),
      )
    }
})

it('ends the last line of each text', () => {
  expect(sorted(['b\na', '', '\n', 'c'])).toBe('\na\nb\nc\n')
})

it('ends with many lines that are alike for long', () => {
  const lines = Array.from({ length: 200 }, (_, at) => 'x'.repeat(20_000) + String(at % 7))
  expect(sorted([text(lines)])).toBe(text(lines.toSorted()))
})

it('keeps bytes that are no text', () => {
  const bytes = Uint8Array.from([0xff, 0x0a, 0x80, 0x41, 0x0a, 0x80, 0x0a])
  const expected = [[0x80], [0x80, 0x41], [0xff]].map((line) => Uint8Array.from([...line, NEWLINE]))
  const result = new ByteLines([bytes], NEWLINE).sorted({ isUnique: false, isReversed: false })
  expect(result).toEqual(concatenate(expected))
})
