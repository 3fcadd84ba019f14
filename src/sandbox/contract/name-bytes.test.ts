import { expect, it } from 'vitest'
import { bytesOfName, hasBytes, nameOfBytes } from './name-bytes.ts'

it('gives any bytes a name, and the bytes back from it', () => {
  let seed = 1
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const pieces = ['a', 'ü', '€', '😀', '\n'].map((text) => new TextEncoder().encode(text))
  for (let round = 0; round < 2_000; round += 1) {
    const bytes = Array.from({ length: random(8) }, () =>
      random(2) === 0 ? [random(256)] : [...(pieces[random(pieces.length)] ?? [])],
    ).flat()
    expect([...bytesOfName(nameOfBytes(Uint8Array.from(bytes)))]).toEqual(bytes)
  }
})

it('keeps text as it is, and the text in what is not all text', () => {
  expect(nameOfBytes(new TextEncoder().encode('ü😀'))).toBe('ü😀')
  const latin = Uint8Array.of(0xe9, 0x74, 0xe9, 0xc3, 0xbc)
  expect([nameOfBytes(latin), hasBytes(nameOfBytes(latin)), hasBytes('tü😀')]).toEqual([
    '\udce9t\udce9ü',
    true,
    false,
  ])
})
