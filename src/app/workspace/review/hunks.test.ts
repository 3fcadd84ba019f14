import { describe, expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { soak } from '../../../testing/soak.ts'
import { hunksOf, placeOf, splitLines, withoutHunks } from './hunks.ts'

/** The same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const WORDS = ['', '}', 'a', 'return', '  b', 'é', 'x\r', '\uFEFFmark', '𝒳']

function randomText(random: () => number, lines: number): string {
  const end = random() < 0.3 ? '\r\n' : '\n'
  const text = Array.from({ length: lines }, () => WORDS[Math.floor(random() * WORDS.length)]).join(end)
  return random() < 0.5 || text === '' ? text : text + end
}

/** A few edits of a text, as an agent makes them; sometimes another text altogether. */
function edited(random: () => number, text: string): string {
  if (random() < 0.1) return randomText(random, Math.floor(random() * 30))
  const lines = splitLines(text)
  for (let edits = Math.floor(random() * 6); edits >= 0; edits -= 1) {
    const at = Math.floor(random() * (lines.length + 1))
    const gone = Math.floor(random() * 3)
    const fresh = Array.from({ length: Math.floor(random() * 3) }, (_, index) => `new ${edits} ${index}\n`)
    lines.splice(at, gone, ...fresh)
  }
  const joined = lines
    .map((line, index) => (index < lines.length - 1 && !line.endsWith('\n') ? `${line}\n` : line))
    .join('')
  return random() < 0.2 ? joined.replace(/\r?\n$/, '') : joined
}

const SOAK = soak('review-hunks', { gate: 1_500, round: 30_000, isGateFixed: true })
const HUNG = { timeout: patience(180_000) }

function forPairs(check: (before: string, after: string, random: () => number) => void): Promise<void> {
  return SOAK.each(({ seed }) => {
    const random = randomOf(seed)
    const before = randomText(random, Math.floor(random() * 40))
    check(before, edited(random, before), random)
  })
}

function found(before: string, after: string) {
  const hunks = hunksOf(before, after)
  if (!hunks) throw new Error('too different')
  return hunks
}

describe('hunks of two texts', () => {
  it(SOAK.title('give the old bytes when all are rejected, and the new ones when none is'), HUNG, () =>
    forPairs((before, after) => {
      const hunks = found(before, after)
      expect(withoutHunks(after, hunks, () => true)).toBe(before)
      expect(withoutHunks(after, hunks, () => false)).toBe(after)
      expect(hunks.length === 0).toBe(before === after)
      expect(new Set(hunks.map(({ key }) => key)).size).toBe(hunks.length)
    }),
  )

  it(SOAK.title('leave the others as they are when one is rejected, and that in any order'), HUNG, () =>
    forPairs((before, after, random) => {
      const hunks = found(before, after)
      const rejected = new Set(hunks.filter(() => random() < 0.5))
      const text = withoutHunks(after, hunks, (hunk) => rejected.has(hunk))
      // One after the other, from the last to the first, comes to the same.
      let stepwise = after
      for (const hunk of [...rejected].reverse()) stepwise = withoutHunks(stepwise, [hunk], () => true)
      expect(stepwise).toBe(text)
      // Applied to the old text, what was kept gives it, too.
      const lines = splitLines(before)
      for (const hunk of hunks.filter((each) => !rejected.has(each)).reverse())
        lines.splice(hunk.oldStart, hunk.removed.length, ...hunk.added)
      expect(lines.join('')).toBe(text)
    }),
  )

  it('keep their keys when another part of the file changes, and lose them when they change themselves', () => {
    const before = 'one\ntwo\nthree\nfour\nfive\nsix\n'
    const [first, second] = found(before, 'ONE\ntwo\nthree\nfour\nFIVE\nsix\n')
    expect(found(before, 'ONE\nand more\ntwo\nthree\nfour\nFIVE\nsix\n')[1]?.key).toBe(second?.key)
    expect(found(before, 'one\ntwo\nthree\nfour\nFIVE\nsix\n')[0]?.key).toBe(second?.key)
    expect(found(before, 'ONE!\ntwo\nthree\nfour\nFIVE\nsix\n')[0]?.key).not.toBe(first?.key)
  })

  it('tell two with the same lines apart', () => {
    const [first, second] = found('a\nb\na\nb\n', 'a\nx\nb\na\nx\nb\n')
    expect(first?.key).not.toBe(second?.key)
  })

  it('are given up for texts that are too different, in a time that is bounded', () => {
    const lines = (from: number) =>
      Array.from({ length: 30_000 }, (_, index) => `${from + index * 7}\n`).join('')
    expect(hunksOf(lines(0), lines(3))).toBe(undefined)
  })

  it('say where they are', () => {
    const place = (before: string, after: string) => found(before, after).map(placeOf)
    expect(place('a\nb\nc\n', 'a\nB\nB2\nc\n')).toEqual(['lines 2-3'])
    expect(place('a\nb\nc\n', 'a\nc\nd\n')).toEqual(['1 line removed after line 1', 'line 3'])
    expect(place('a\nb\nc\n', 'c\n')).toEqual(['2 lines removed at the beginning'])
  })
})
