import { expect, test } from 'vitest'
import { encodeText, fromByteString, toByteString } from '../../byte-string.ts'
import { decodeLoosely } from './loose-text.ts'

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)

test('what is UTF-8 is text, every other byte a surrogate of its own', () => {
  const cases: readonly (readonly [bytes: readonly number[], text: string])[] = [
    [[0x61, 0xff, 0x62], 'a\udcffb'],
    [[0xc3, 0xa4, 0xc3], 'ä\udcc3'],
    [[0xe2, 0x82, 0xac, 0xe2, 0x82], '€\udce2\udc82'],
    [[0xf0, 0x9f, 0x98, 0x80, 0xf0, 0x9f], '😀\udcf0\udc9f'],
    // More bytes than needed, halves of pairs, beyond the last plane.
    [[0xc0, 0xaf], '\udcc0\udcaf'],
    [[0xe0, 0x9f, 0xbf], '\udce0\udc9f\udcbf'],
    [[0xed, 0xa0, 0x80], '\udced\udca0\udc80'],
    [[0xf4, 0x90, 0x80, 0x80], '\udcf4\udc90\udc80\udc80'],
    [[0xf0, 0x8f, 0xbf, 0xbf], '\udcf0\udc8f\udcbf\udcbf'],
  ]
  for (const [bytes, text] of cases)
    expect(decodeLoosely(Uint8Array.from(bytes))).toEqual({ text, isValid: false })
})

test('bytes come back as they were, as text and as chars', () => {
  const pairs = Uint8Array.from({ length: 131_072 }, (_, at) => (at % 2 === 0 ? at >> 9 : (at >> 1) & 255))
  for (const bytes of [ALL_BYTES, pairs, new Uint8Array(0)]) {
    expect(encodeText(decodeLoosely(bytes).text)).toEqual(bytes)
    expect(fromByteString(toByteString(bytes))).toEqual(bytes)
  }
  expect(toByteString(ALL_BYTES)).toBe(String.fromCharCode(...ALL_BYTES))
})
