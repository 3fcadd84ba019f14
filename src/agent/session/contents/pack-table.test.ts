import { expect, it } from 'vitest'
import { chainOf, encodePack } from './pack-objects.ts'
import { PackTable } from './pack-table.ts'

const [X = '', Y = '', Z = ''] = ['a', 'b', 'c'].map((digit) => digit.repeat(64))

/** A table of packs with one object each: its hash, and that of its base. */
function tableOf(...objects: readonly (readonly [hash: string, base?: string])[]): PackTable {
  const table = new PackTable(true)
  for (const [at, [hash, base]] of objects.entries()) {
    const { data: _, ...index } = encodePack([{ hash, base, data: new Uint8Array(9) }])
    table.learn({ ...index, id: at + 1 })
  }
  return table
}

function packsOf({ objects }: PackTable, hash: string): number[] | undefined {
  return chainOf(objects, hash)?.map(({ pack }) => pack)
}

it('of two copies the first counts, so that differences never go round in circles', () => {
  const table = tableOf([X], [Y, X], [Y], [X, Y])
  expect([X, Y].map((hash) => packsOf(table, hash))).toEqual([[1], [2, 1]])
})

it('a copy that differs from something that is gone does not count', () => {
  const table = tableOf([Y, Z], [Y], [X, Y])
  expect([X, Y, Z].map((hash) => packsOf(table, hash))).toEqual([[3, 2], [2], undefined])
})

it('without files, packs in them are passed over, and those after them are known', () => {
  const table = new PackTable(false)
  const { data: _, ...index } = encodePack([{ hash: X, data: new Uint8Array() }])
  table.learn({ ...index, id: 7, place: { file: 'a', at: 24 } })
  expect(table.objects.size).toBe(0)
  expect(table.last).toBe(7)
})
