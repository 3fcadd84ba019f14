import { describe, expect, it } from 'vitest'
import { diffRows, makePatch } from './diff-rows.ts'

const rowsOf = (path: string, before: string, after: string) => diffRows(makePatch(path, before, after) ?? '')

describe('diffRows', () => {
  it('numbers lines and marks the words that changed', () => {
    expect(rowsOf('a.js', 'const a = 1\nkeep\n', 'const b = 1\nkeep\n')).toEqual([
      {
        kind: 'removed',
        before: 1,
        after: undefined,
        parts: [
          { text: 'const ', changed: false },
          { text: 'a', changed: true },
          { text: ' = 1', changed: false },
        ],
      },
      {
        kind: 'added',
        before: undefined,
        after: 1,
        parts: [
          { text: 'const ', changed: false },
          { text: 'b', changed: true },
          { text: ' = 1', changed: false },
        ],
      },
      { kind: 'same', before: 2, after: 2, parts: [{ text: 'keep', changed: false }] },
    ])
  })

  it('names the line after a gap', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
    const rows = rowsOf('a', lines.join('\n'), lines.with(10, 'other').join('\n'))
    expect(rows?.[0]).toEqual({ kind: 'gap', text: '@@ line 8' })
    expect(rows?.filter((row) => row.kind === 'added' || row.kind === 'removed')).toHaveLength(2)
  })

  it('has no rows for equal texts, and gives up on a patch that was cut', () => {
    expect(rowsOf('a', 'same\n', 'same\n')).toEqual([])
    expect(diffRows('--- a\n+++ a\n@@ -1,3 +1,3 @@\n one\n')).toBe(undefined)
  })

  it('is not made of texts that have too little in common to be compared in time', () => {
    const lines = (from: number) =>
      Array.from({ length: 20_000 }, (_, index) => `${from + index * 7}\n`).join('')
    expect(makePatch('a', lines(0), lines(3))).toBe(undefined)
  })
})
