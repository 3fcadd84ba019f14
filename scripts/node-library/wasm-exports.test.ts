import { expect, it } from 'vitest'
import { withExports } from './wasm-exports.mjs'

/** Two functions that give 7 and 8, the first exported as `a`. */
const MODULE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7f],
  ...[3, 3, 2, 0, 0],
  ...[7, 5, 1, 1, 0x61, 0, 0],
  ...[10, 11, 2, 4, 0, 0x41, 7, 0x0b, 4, 0, 0x41, 8, 0x0b],
])

it('exports a function that a module keeps to itself, and leaves the rest', async () => {
  const { instance } = await WebAssembly.instantiate(withExports(MODULE, { b: 1 }))
  const { a, b } = instance.exports as Record<string, () => number>
  expect([a?.(), b?.()]).toEqual([7, 8])
  expect(() => withExports(MODULE.subarray(0, 15), { b: 1 })).toThrow('no exports')
})
