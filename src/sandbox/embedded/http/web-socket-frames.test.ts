import { describe, expect, it } from 'vitest'
import { encodeFrame, FrameError, FrameReader, OPCODE } from './web-socket-frames.ts'

const text = (value: string) => new TextEncoder().encode(value)

/** As a server sends it: unmasked. */
function frame(first: number, data: Uint8Array): Uint8Array {
  const { length } = data
  const head =
    length < 126
      ? [first, length]
      : length < 65_536
        ? [first, 126, length >> 8, length & 0xff]
        : [first, 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (length >> shift) & 0xff)]
  return new Uint8Array([...head, ...data])
}

function unmask(bytes: Uint8Array, start: number): Uint8Array {
  const mask = bytes.subarray(start - 4, start)
  return bytes.subarray(start).map((byte, at) => byte ^ (mask[at % 4] ?? 0))
}

describe('WebSocket frames', () => {
  it.each([
    [5, 6],
    [125, 6],
    [126, 8],
    [65_535, 8],
    [65_536, 14],
  ])('of %i bytes are written masked, with %i bytes before them', (length, start) => {
    const data = new Uint8Array(length).map((_, at) => at)
    const bytes = encodeFrame(OPCODE.binary, data)
    expect([bytes[0], (bytes[1] ?? 0) & 0x80, bytes.length]).toEqual([0x82, 0x80, start + length])
    expect(unmask(bytes, start)).toEqual(data)
  })

  it('are read from pieces, with pings between the parts of a message', () => {
    const long = 'x'.repeat(70_000)
    const stream = new Uint8Array([
      ...frame(0x81, text('whole')),
      ...frame(0x01, text('two ')),
      ...frame(0x89, text('ping')),
      ...frame(0x80, text('parts')),
      ...frame(0x82, text('y'.repeat(300))),
      ...frame(0x81, text(long)),
    ])
    for (const step of [1, 7, 4096, stream.length]) {
      const reader = new FrameReader()
      const messages = []
      for (let at = 0; at < stream.length; at += step)
        messages.push(...reader.push(stream.subarray(at, at + step)))
      expect(messages.map(({ opcode, data }) => [opcode, new TextDecoder().decode(data)])).toEqual([
        [OPCODE.text, 'whole'],
        [OPCODE.ping, 'ping'],
        [OPCODE.text, 'two parts'],
        [OPCODE.binary, 'y'.repeat(300)],
        [OPCODE.text, long],
      ])
    }
  })

  it('that break the protocol, or ask for more than there is room for, are refused', () => {
    const code = (bytes: number[]) => {
      try {
        new FrameReader().push(new Uint8Array(bytes))
        return undefined
      } catch (error) {
        return error instanceof FrameError ? error.code : error
      }
    }
    expect([
      code([0xc1, 0]), // compressed, which was not agreed upon
      code([0x81, 0x80, 0, 0, 0, 0]), // masked, which servers do not
      code([0x80, 0]), // the rest of nothing
      code([0x82, 127, 0, 0, 1, 0, 0, 0, 0, 0]),
      code([0x82, 126, 0]), // not whole yet
    ]).toEqual([1002, 1002, 1002, 1009, undefined])
  })
})
