import { describe, expect, it } from 'vitest'
import type { FoundInFile, FoundMatch } from '../../../sandbox/contract/contract.ts'
import { replacementOf } from './replacement.ts'
import { afterReplacing, parseGlobs, searchRows, without } from './search-rows.ts'
import { replacedText, skippedText } from './search-text.ts'

const at = (line: number, start: number, around: Partial<FoundMatch> = {}): FoundMatch => ({
  line,
  start,
  end: start + 2,
  text: 'ab',
  before: '',
  after: '',
  groups: [],
  ...around,
})

describe('rows of what was found', () => {
  const files: readonly FoundInFile[] = [
    { path: '/workspace/a', matches: [at(1, 0), at(2, 0)] },
    { path: '/workspace/b', matches: [at(1, 0)] },
  ]

  it('are files and, where these are open, their matches', () => {
    const rows = searchRows(files, new Set(['a']))
    expect(rows.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['file a', 'file b', 'match b'])
    expect(new Set(searchRows(files, new Set()).map(({ key }) => key)).size).toBe(5)
  })

  it('lose matches, and files with their last', () => {
    const [first, second] = files
    const gone = new Set([...(second?.matches ?? []), ...(first?.matches.slice(1) ?? [])])
    expect(without(files, gone).map(({ path, matches }) => [path, matches.length])).toEqual([
      ['/workspace/a', 1],
    ])
  })

  it('move in their line when another there was replaced', () => {
    // ab-ab-ab, and the one in the middle becomes xyz
    const line = [
      at(1, 0, { after: '-ab-ab' }),
      at(1, 3, { before: 'ab-', after: '-ab' }),
      at(1, 6, { before: 'ab-ab-' }),
      at(2, 0),
    ]
    const [, replaced = at(0, 0)] = line
    const left = afterReplacing([{ path: 'f', matches: line }], { path: 'f', replaced, by: 'xyz' })
    expect(left[0]?.matches).toEqual([
      at(1, 0, { after: '-xyz-ab' }),
      at(1, 7, { before: 'ab-xyz-', end: 9 }),
      at(2, 0),
    ])
  })
})

it.each([
  ['a, *.ts', ['a', '*.ts']],
  ['*.{js,ts},b', ['*.{js,ts}', 'b']],
  [' , ', []],
  ['{a', ['{a']],
])('reads globs from "%s"', (text, expected) => expect(parseGlobs(text)).toEqual(expected))

it.each([
  ['$1-$2', 'x-'],
  ['$&$$', 'ab$'],
  ['$10', 'x0'],
  ['$3 $0 $', '$3 $0 $'],
])('puts groups into %s', (template, expected) => {
  const match = at(1, 0, { groups: ['x', null] })
  expect(replacementOf(template, match, true)).toBe(expected)
  expect(replacementOf(template, match, false)).toBe(template)
})

it('says what was not searched, and what was left as it was', () => {
  expect(skippedText({ binary: 2, tooLarge: 1, tooSlow: 0, longLines: 0 })).toBe(
    'Not searched: 2 binary files, 1 file over 8 MB.',
  )
  expect(skippedText({ binary: 0, tooLarge: 0, tooSlow: 0, longLines: 0 })).toBe('')
  const kept = ['a', 'b', 'c', 'd'].map((path) => ({ path, why: 'locked' }))
  expect(replacedText(1, 1, kept)).toBe(
    'Replaced 1 match in 1 file. Left as it was: a (locked), b (locked), c (locked) and 1 more.',
  )
})
