import { expect, it } from 'vitest'
import { KeptContents } from './kept-contents.ts'

const batch = (...paths: readonly string[]) =>
  new Map(paths.map((path) => [path, new Uint8Array([path.length])]))

it('has what came last, up to so many bytes', () => {
  const kept = new KeptContents(1200)
  kept.keep(batch('a', 'b'), 88)
  expect(kept.get('a')).toEqual(new Uint8Array([1]))
  kept.keep(batch('a', 'cc'), 0)
  expect(['a', 'b', 'cc'].map((path) => kept.get(path)?.length)).toEqual([1, 1, 1])
  // The first batch keeps only the file that came again.
  kept.keep(batch('ddd'), 0)
  expect(['a', 'b', 'cc', 'ddd'].map((path) => kept.get(path)?.[0])).toEqual([1, undefined, 2, 3])
  kept.keep(batch('too much'), 1000)
  expect(kept.get('too much')).toBeUndefined()
  kept.clear()
  kept.keep(batch('e'), 700)
  expect(['cc', 'ddd', 'e'].map((path) => kept.get(path)?.[0])).toEqual([undefined, undefined, 1])
})
