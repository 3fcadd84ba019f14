import { describe, expect, it } from 'vitest'
import { formatNote, readText, textBytes } from './text-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a text file', () => {
  it.each([
    ['', ''],
    ['a\nb', ''],
    ['a\nb\n', ''],
    ['a\r\nb', 'CRLF'],
    ['a\r\nb\r\n', 'CRLF'],
    ['a\r\nb\nc\r\n', 'mixed line ends'],
    ['a\rb\r', 'mixed line ends'],
    ['\uFEFFa\r\nb', 'CRLF · BOM'],
    ['\uFEFF', 'BOM'],
    ['\uFEFF\uFEFFtwo marks', 'BOM'],
    ['zero\0inside', ''],
    ['line\u2028separator\u0085', ''],
  ])('%j is written as it was read', (content, note) => {
    const file = readText(bytes(content))
    expect(file && textBytes(file)).toEqual(bytes(content))
    expect(file && formatNote(file.format)).toBe(note)
  })

  it('keeps the line ends of what was not edited, and gives new lines the same', () => {
    const file = readText(bytes('one\r\ntwo'))
    expect(file && textBytes({ ...file, text: file.text.replace('two', 'two\nthree') })).toEqual(
      bytes('one\r\ntwo\r\nthree'),
    )
  })

  it('is none when it is not UTF-8', () => {
    expect(readText(new Uint8Array([0x63, 0x61, 0x66, 0xe9]))).toBeUndefined()
    expect(readText(new Uint8Array([0xff, 0xfe, 0x61, 0x00]))).toBeUndefined()
  })
})
