import { describe, expect, it } from 'vitest'
import { LESSON_AGE_MS, LESSONS_KEPT, LESSONS_NEWEST, MEMORY_NOTES } from '../../limits.ts'
import { changedMemory, currentOf, isLesson, readMemory } from '../memory/memory-record.ts'
import type { StoredNote, StoredVersion } from '../memory/memory-record.ts'
import { prunedLessons, withLesson, withUse } from './lesson-records.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = 100 * DAY_MS

const version = (more: Partial<StoredVersion> = {}): StoredVersion => ({
  ...{ hash: 'h', bytes: 1, at: NOW, origin: 'unconfirmed', source: { by: 'agent' }, head: '' },
  ...{ faults: [], evidence: [] },
  ...more,
})
const OF_PROGRAM = { by: 'agent', lesson: true } as const
const made = (more: Partial<StoredVersion> = {}) => version({ source: OF_PROGRAM, ...more })
const deleted = (more: Partial<StoredVersion> = {}) => version({ ...more, hash: undefined })

function note(path: string, ...versions: StoredVersion[]): StoredNote {
  return { path, current: versions.length - 1, versions }
}

const lesson = (name: string, at = NOW, count?: number): StoredNote => ({
  ...note(`lessons/${name}.md`, made({ at, hash: name })),
  ...(count !== undefined && { use: { count, at } }),
})
const names = (notes: readonly StoredNote[]) =>
  notes.map(({ path }) => path.replace(/^lessons\/(.*)\.md$/, '$1'))
const added = (name: string, at = NOW) => ({
  path: `lessons/${name}.md`,
  version: made({ at, hash: name }),
})
/** The oldest first, none of them old. */
const lessons = (count: number) =>
  Array.from({ length: count }, (_, at) => lesson(`l${at}`, NOW - DAY_MS + at))

describe('a lesson among notes', () => {
  it.each<[string, StoredNote, boolean]>([
    ['one that nobody confirmed', lesson('a'), true],
    ['one that the user confirmed', note('lessons/a.md', made(), made({ origin: 'user' })), false],
    ['a deleted one', note('lessons/a.md', made(), deleted()), false],
    ['one whose versions were all undone', { ...lesson('a'), current: -1 }, false],
    ['one that an agent has changed', note('lessons/a.md', made(), version()), false],
    ['a note of an agent in their folder', note('lessons/a.md', version()), false],
    ['a note elsewhere', note('a.md', version()), false],
  ])('is %s: %#', (_, stored, expected) => {
    expect(isLesson(stored)).toBe(expected)
  })
})

describe('a new lesson', () => {
  it('is added, and a later version of it takes its place with its history and use', () => {
    const once = withLesson([note('a.md', version())], added('x'), NOW)
    const used = withUse(once, new Map([['lessons/x.md', NOW]]))
    const twice = withLesson(used, { path: 'lessons/x.md', version: made({ hash: 'new' }) }, NOW)
    const stored = twice.find(({ path }) => path === 'lessons/x.md')
    expect(names(twice)).toEqual(['a.md', 'x'])
    expect(stored?.versions.map(({ hash }) => hash)).toEqual(['x', 'new'])
    expect(stored?.use).toEqual({ count: 1, at: NOW })
  })

  it('gives no further version where it is as it was', () => {
    const once = withLesson([], added('x'), NOW)
    expect(withLesson(once, added('x'), NOW + 1)).toEqual(once)
  })

  it.each([
    ['the user has confirmed', note('lessons/x.md', version({ origin: 'user' }))],
    ['the user has deleted', note('lessons/x.md', made({ hash: 'x' }), deleted({ source: { by: 'user' } }))],
  ])('replaces none that %s', (_, stored) => {
    expect(withLesson([stored], added('x'), NOW)).toEqual([stored])
  })

  it('is not added where the memory has no room for a note', () => {
    const full = Array.from({ length: MEMORY_NOTES }, (_, at) => note(`n${at}.md`, version()))
    expect(withLesson(full, added('x'), NOW)).toEqual(full)
    expect(withLesson(full.slice(1), added('x'), NOW)).toHaveLength(MEMORY_NOTES)
  })
})

describe('lessons that are old', () => {
  it.each([
    [29, 0, true],
    [30, 0, true],
    [31, 0, false],
    [29, 1, true],
    [31, 1, true],
    [400, 1, true],
  ])('%d days and told %d times: stay is %s', (days, count, stays) => {
    const stored = lesson('x', NOW - days * DAY_MS, count)
    expect(prunedLessons([stored], NOW)).toEqual(stays ? [stored] : [])
    expect(names(withLesson([stored], added('new'), NOW))).toEqual(stays ? ['x', 'new'] : ['new'])
  })

  it('go by their current version, and without a mark that they were deleted', () => {
    const old = NOW - LESSON_AGE_MS - 1
    const renewed = note('lessons/x.md', version({ at: old }), version())
    expect(prunedLessons([renewed, lesson('y', old)], NOW)).toEqual([renewed])
  })

  it('are no other notes, confirmed lessons or deleted ones', () => {
    const at = NOW - 400 * DAY_MS
    const others = [
      note('a.md', version({ at })),
      note('lessons/b.md', version({ at, origin: 'user' })),
      note('lessons/c.md', version({ at }), deleted({ at })),
      note('logs/2026/01/2026-01-01.md', version({ at })),
    ]
    expect(prunedLessons(others, NOW)).toEqual(others)
  })
})

describe('more lessons than are kept', () => {
  it.each([
    [98, 99],
    [99, 100],
    [100, 100],
    [101, 100],
    [150, 100],
  ])('%d and a new one are %d', (before, after) => {
    const kept = withLesson(lessons(before), added('new'), NOW)
    expect(kept).toHaveLength(after)
    expect(names(kept)).toContain('new')
    expect(names(kept)[0]).toBe(`l${before + 1 - after}`)
  })

  it('lose the least used first, of those the oldest, and never the newest', () => {
    const many = lessons(LESSONS_KEPT).map((one, at) => ({
      ...one,
      use: { count: at === 40 ? 1 : 2, at: NOW },
    }))
    const withNew = withLesson(many, added('new'), NOW)
    expect(names(many).filter((name) => !names(withNew).includes(name))).toEqual(['l40'])
    expect(names(withNew)).toContain('new')
    const again = withLesson(withNew, added('newer'), NOW + 1)
    expect(names(withNew).filter((name) => !names(again).includes(name))).toEqual(['l0'])
  })

  it('keep all of a burst of new ones up to the grace', () => {
    const used = lessons(LESSONS_KEPT).map((one) => ({ ...one, use: { count: 9, at: NOW } }))
    const burst = Array.from({ length: LESSONS_NEWEST + 1 }, (_, at) => `new${at}`)
    const kept = burst.reduce(
      (notes, name, at) => withLesson(notes, added(name, NOW + at), NOW + at),
      used as readonly StoredNote[],
    )
    expect(burst.filter((name) => !names(kept).includes(name))).toEqual(['new0'])
    expect(kept).toHaveLength(LESSONS_KEPT)
  })

  it('leave all other notes where they are', () => {
    const others = [
      note('a.md', version({ at: 0 })),
      note('lessons/b.md', version({ at: 0, origin: 'user' })),
      note('lessons/c.md', version({ at: 0 }), deleted({ at: 0 })),
    ]
    const kept = withLesson([...others, ...lessons(120)], added('new'), NOW)
    expect(kept.slice(0, 3)).toEqual(others)
    expect(kept.filter(isLesson)).toHaveLength(LESSONS_KEPT)
  })

  it('go in the same order, in whatever order they are stored', () => {
    const many = [...lessons(60), ...Array.from({ length: 60 }, (_, at) => lesson(`same${at}`, NOW - DAY_MS))]
    const one = names(withLesson(many, added('new'), NOW))
    const other = names(withLesson(many.toReversed(), added('new'), NOW))
    expect(one.toSorted()).toEqual(other.toSorted())
  })

  it('change nothing that was given', () => {
    const many = Object.freeze(lessons(120).map((one) => Object.freeze(one)))
    expect(withLesson(many, added('new'), NOW)).toEqual(withLesson(many, added('new'), NOW))
    expect(many).toHaveLength(120)
  })
})

describe('the use of a lesson', () => {
  it('counts each once, those that were told, and no other note', () => {
    const notes = [lesson('a'), lesson('b', NOW, 4), lesson('c'), note('n.md', version())]
    const told = new Map(['lessons/a.md', 'lessons/b.md', 'n.md', 'gone.md'].map((path) => [path, NOW + 5]))
    const used = withUse(notes, told)
    expect(used.map(({ use }) => use)).toEqual([
      { count: 1, at: NOW + 5 },
      { count: 5, at: NOW + 5 },
      undefined,
      undefined,
    ])
    expect(notes[0]?.use).toBeUndefined()
    // The same time of telling again, as when a look is taken twice.
    expect(withUse(used, told)).toEqual(used)
    expect(withUse(used, new Map([['lessons/a.md', NOW + 6]]))[0]?.use).toEqual({ count: 2, at: NOW + 6 })
  })

  it('is stored with its note, and lost alone where it is damaged', () => {
    const good = lesson('a', NOW, 3)
    const stored = changedMemory(undefined, { notes: [good, lesson('b')] })
    expect(readMemory(structuredClone(stored)).notes).toEqual([good, lesson('b')])
    for (const use of [
      null,
      3,
      {},
      { count: -1, at: 0 },
      { count: 1.5, at: 0 },
      { count: 1, at: Number.NaN },
      { count: '1', at: 0 },
    ]) {
      const { notes } = readMemory({ version: 1, notes: [{ ...good, use }] })
      expect(notes.map((one) => [one.use, currentOf(one)?.hash])).toEqual([[undefined, 'a']])
    }
  })
})
