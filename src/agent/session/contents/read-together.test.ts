import { expect, it } from 'vitest'
import { READ_BYTES, READ_GAP_BYTES } from './limits.ts'
import { readTogether } from './read-together.ts'

const MANY = READ_BYTES + 1

async function reads(sizes: readonly (readonly [file: string, at: number, bytes: number])[]) {
  const asked: (string | number)[][] = []
  const sites = sizes.map(([file, at, bytes], id) => ({ id, bytes, place: { file, at } }))
  const packs = readTogether(sites, async (file, from, to) => {
    asked.push([file, from, to])
    // It ends at ten million.
    return file === 'gone'
      ? undefined
      : new Uint8Array(Math.max(Math.min(to, 10_000_000) - from, 0)).fill(from)
  })
  const lengths = await Promise.all(sites.map(async ({ id }) => (await packs.get(id))?.length))
  return { asked, lengths }
}

it('packs that lie near each other are read at once', async () => {
  expect(
    await reads([
      ['a', 500, 10],
      ['b', 0, 5],
      ['a', 100, 300],
      ['a', 510 + READ_GAP_BYTES, 1],
    ]),
  ).toEqual({
    asked: [
      ['a', 100, 511 + READ_GAP_BYTES],
      ['b', 0, 5],
    ],
    lengths: [10, 5, 300, 1],
  })
})

it('those that lie apart, and more than is read at once, are not', async () => {
  const { asked, lengths } = await reads([
    ['a', 0, 1],
    ['a', 2 + READ_GAP_BYTES, 1],
    ['a', 3 + READ_GAP_BYTES, MANY],
  ])
  expect(asked).toHaveLength(3)
  expect(lengths).toEqual([1, 1, MANY])
})

it('a pack of which the file has not all is none, and those beside it are', async () => {
  expect(
    (
      await reads([
        ['a', 9_999_990, 5],
        ['a', 9_999_995, 6],
        ['gone', 0, 3],
      ])
    ).lengths,
  ).toEqual([5, undefined, undefined])
})
