import { expect, it } from 'vitest'
import { decodeWtf8, encodeWtf8 } from './wtf8.ts'

it('gives every string bytes of its own, which are UTF-8 wherever it is Unicode', () => {
  const strings = [
    '',
    'plain',
    'ü😀',
    '\ufeffx',
    '\ud800',
    'a\udfff',
    '\udc00\ud800',
    '\ud83d',
    '\ufffd',
    'x\ud83d😀\ude00y',
  ]
  for (const text of strings) expect(decodeWtf8(encodeWtf8(text)), JSON.stringify(text)).toBe(text)
  for (const text of strings.filter((text) => text.isWellFormed())) {
    expect(encodeWtf8(text)).toEqual(new TextEncoder().encode(text))
  }
  expect(new Set(strings.map((text) => encodeWtf8(text).join())).size).toBe(strings.length)
})

it('takes no bytes that it would not write', () => {
  const wrong = [
    [0xff],
    [0xc3],
    [0xed, 0xa0],
    [0xed, 0xa0, 0x80, 0xff],
    [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x20],
  ]
  for (const bytes of wrong) expect(decodeWtf8(Uint8Array.from(bytes)), bytes.join()).toBeUndefined()
})
