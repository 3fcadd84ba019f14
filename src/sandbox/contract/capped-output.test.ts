import { describe, expect, it } from 'vitest'
import { CappedOutput } from './capped-output.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function run(max: number, chunks: readonly string[]): [text: string, dropped: number] {
  const output = new CappedOutput(max)
  for (const chunk of chunks) output.push(bytes(chunk))
  return [new TextDecoder().decode(output.bytes()), output.droppedBytes]
}

describe('capped output', () => {
  it('keeps everything up to its size', () => {
    expect(run(6, [])).toEqual(['', 0])
    expect(run(6, ['ab', '', 'cdef'])).toEqual(['abcdef', 0])
  })

  it('drops the middle beyond it, however the stream is cut', () => {
    const text = '0123456789abcdefghij'
    for (let size = 1; size <= text.length; size++) {
      const chunks = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
      expect(run(7, chunks), `chunks of ${size}`).toEqual(['012ghij', 13])
    }
  })

  it('can be read while it still grows', () => {
    const output = new CappedOutput(4)
    for (const chunk of ['abc', 'def', 'ghi']) {
      output.push(bytes(chunk))
      output.bytes()
    }
    expect([new TextDecoder().decode(output.bytes()), output.droppedBytes]).toEqual(['abhi', 5])
  })
})
