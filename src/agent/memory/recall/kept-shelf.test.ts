import { expect, it } from 'vitest'
import { RECALL_GONE } from '../../limits.ts'
import { KeptShelf } from './kept-shelf.ts'
import { rank } from './rank.ts'

it('knows texts by their hashes, and has each once', () => {
  const kept = new KeptShelf()
  expect(kept.unknown(['a', 'b', 'a'])).toEqual(['a', 'b'])
  kept.add('a', 'The tests need a port.')
  kept.add('a', 'The tests need a port.')
  kept.add('b', 'Deploy on Friday.')
  expect(kept.unknown(['a', 'b', 'c'])).toEqual(['c'])
  expect(kept.shelf.size).toBe(2)
  expect(rank('ports', [kept.shelf], { limit: 5 }).map(({ place }) => place)).toEqual([kept.place('a')])
})

it('forgets all where most are not wanted any more, and no reader loses what it has', () => {
  const kept = new KeptShelf()
  for (let at = 0; at < RECALL_GONE + 3; at++) kept.add(`h${at}`, `Text ${at}.`)
  const { shelf } = kept
  kept.tidy(2)
  expect(kept.shelf).toBe(shelf)
  kept.tidy(1)
  expect(kept.unknown(['h0'])).toEqual(['h0'])
  expect(kept.shelf.size).toBe(0)
  expect(shelf.size).toBe(RECALL_GONE + 3)
})
