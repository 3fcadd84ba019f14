import { expect, it } from 'vitest'
import { PICK_CANDIDATES } from '../../limits.ts'
import { toldVersion } from '../notes/told-memory.ts'
import { PreparedMemory } from '../notes/prepared-memory.ts'
import { candidatesOf } from './pick-candidates.ts'
import type { Known, PickNote } from './pick-candidates.ts'
import { readVersion } from './known-texts.ts'
import { NOW, pickNote } from './test-support.ts'

const NOTHING: Known = { index: new Map(), texts: new Map() }
const paths = (notes: readonly PickNote[], known: Partial<Known> = {}) =>
  candidatesOf(new PreparedMemory({ notes, now: NOW }), { ...NOTHING, ...known }).map(({ path }) => path)
const told = (...notes: readonly PickNote[]) =>
  new Map(notes.map(({ path, hash, origin }) => [path, toldVersion(hash, origin)]))

it('the newest of 250 notes', () => {
  const notes = Array.from({ length: 250 }, (_, at) => pickNote(`${at}.md`, { updatedAt: NOW - at }))
  const expected = Array.from({ length: PICK_CANDIDATES }, (_, at) => `${at}.md`)
  expect(paths(notes.toReversed())).toEqual(expected)
  // Told ones make room for older ones.
  expect(paths(notes, { texts: told(...notes.slice(0, 60)) })).toEqual(
    Array.from({ length: 190 }, (_, at) => `${at + 60}.md`),
  )
})

it('no list of notes, and no empty one', () => {
  const notes = [pickNote('MEMORY.md'), pickNote('everywhere/MEMORY.md'), pickNote('a.md', { body: '' })]
  expect(paths([...notes, pickNote('b/MEMORY.md')])).toEqual(['b/MEMORY.md'])
})

it('no note whose text the model was told, has written or has read', () => {
  const [a, b] = [pickNote('a.md'), pickNote('b.md', { origin: 'unconfirmed' })]
  expect(paths([a, b], { texts: told(a, b) })).toEqual([])
  expect(paths([a, b], { texts: new Map([['b.md', readVersion(`${b.hash}0123`)]]) })).toEqual(['a.md'])
  // Another version, or one that has become the user's own.
  expect(
    paths(
      [
        { ...a, hash: 'new' },
        { ...b, origin: 'user' },
      ],
      { texts: told(a, b) },
    ),
  ).toEqual(['a.md', 'b.md'])
  expect(paths([a], { texts: new Map([['a.md', readVersion('other')]]) })).toEqual(['a.md'])
})

it('no note of the user’s that the index has whole', () => {
  const short = pickNote('short.md', { body: 'Use tabs.' })
  const long = pickNote('long.md')
  const data = pickNote('data.md', { body: 'Use tabs.', origin: 'unconfirmed' })
  const notes = [short, long, data]
  expect(paths(notes, { index: told(...notes) })).toEqual(['data.md', 'long.md'])
  // Not told of yet, or as another version.
  expect(paths(notes, { index: told(long, data) })).toEqual(['data.md', 'long.md', 'short.md'])
  expect(paths(notes, { index: told(...notes, { ...short, hash: 'old' }) })).toContain('short.md')
})

it('a note that an index kept by hand names has no line there, nor has one of an older day', () => {
  const list = pickNote('MEMORY.md', { body: '- [Tabs](tabs.md)' })
  const day = (date: string) => pickNote(`logs/2026/11/2026-11-${date}.md`, { body: 'Use tabs.' })
  const notes = [list, pickNote('tabs.md', { body: 'Use tabs.' }), day('01'), day('02'), day('03')]
  expect(paths(notes, { index: told(...notes) })).toEqual(['logs/2026/11/2026-11-01.md', 'tabs.md'])
})
