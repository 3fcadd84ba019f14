import { expect, it } from 'vitest'
import { RECALL_GONE } from '../../limits.ts'
import { KeptShelf } from './kept-shelf.ts'
import type { Shelving } from './kept-shelf.ts'
import { rank } from './rank.ts'

/** Notes are their hashes; each reading is noted. */
function reader(textOf: (hash: string) => string | undefined) {
  const reads: string[][] = []
  const shelving: Shelving<string> = {
    hashOf: (hash) => hash,
    read: async (fresh) => {
      reads.push([...fresh])
      return fresh.map(textOf)
    },
  }
  return { reads, shelving }
}

it('reads texts whose hashes it does not know, and has each once', async () => {
  const kept = new KeptShelf()
  const texts = new Map([
    ['a', 'The tests need a port.'],
    ['b', 'Deploy on Friday.'],
  ])
  const { reads, shelving } = reader((hash) => texts.get(hash))
  await kept.of(['a', 'b', 'a'], shelving)
  const { shelf, notes } = await kept.of(['b', 'a'], shelving)
  expect(reads).toEqual([['a', 'b', 'a']])
  expect(shelf.size).toBe(2)
  expect(rank('ports', [shelf], { limit: 5 }).map(({ place }) => notes.get(place))).toEqual(['a'])
})

it('leaves out what is not wanted or cannot be read, and tries that once more', async () => {
  const kept = new KeptShelf()
  const { reads, shelving } = reader((hash) => (hash === 'gone' ? undefined : `Text of ${hash}.`))
  await kept.of(['a'], shelving)
  for (let round = 0; round < 2; round++)
    expect([...(await kept.of(['gone', 'b'], shelving)).notes.values()]).toEqual(['b'])
  expect(reads).toEqual([['a'], ['gone', 'b'], ['gone']])
  expect((await kept.of([], shelving)).notes.size).toBe(0)
  // A reader that gives less than it was asked for has given nothing of the rest.
  const none = { ...shelving, read: async () => [] }
  expect((await new KeptShelf().of(['a'], none)).notes.size).toBe(0)
})

it('forgets all where most are not wanted any more, and no reader loses what it has', async () => {
  const kept = new KeptShelf()
  const hashes = Array.from({ length: RECALL_GONE + 3 }, (_, at) => `h${at}`)
  const { reads, shelving } = reader((hash) => `Text of ${hash}.`)
  const { shelf } = await kept.of(hashes, shelving)
  await kept.of(['h0', 'h1'], shelving)
  expect(kept.shelf).toBe(shelf)
  expect((await kept.of(['h0'], shelving)).shelf).toBe(shelf)
  expect(kept.shelf.size).toBe(0)
  expect(shelf.size).toBe(RECALL_GONE + 3)
  await kept.of(['h0'], shelving)
  expect(reads.slice(1)).toEqual([['h0']])
})
