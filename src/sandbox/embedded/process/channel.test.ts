import { describe, expect, it } from 'vitest'
import { ChannelServer, createChannel, SignalBox } from './channel.ts'
import { argumentsFit, checkedCall } from './syscall-names.ts'

/** Writes one part as a process would: the words are whose turn it is, the length and whether more follows. */
function put(
  channel: SharedArrayBuffer,
  part: Uint8Array,
  { more, length = part.length } = { more: false, length: part.length },
) {
  new Uint8Array(channel, 24).set(part)
  new Int32Array(channel, 0, 4).set([1, length, more ? 1 : 0])
}

function message(json: string): Uint8Array {
  const text = new TextEncoder().encode(json)
  const whole = new Uint8Array(4 + text.length)
  new DataView(whole.buffer).setUint32(0, text.length)
  whole.set(text, 4)
  return whole
}

describe('the kernel’s end of a channel', () => {
  const setUp = (maxBytes?: number) => {
    const channel = createChannel()
    const seen: unknown[] = []
    const server = new ChannelServer(channel, ({ json }) => seen.push(json), maxBytes)
    return { channel, seen, server }
  }

  it('takes a message in parts', () => {
    const { channel, seen, server } = setUp()
    const whole = message('{"name":"stat"}')
    put(channel, whole.subarray(0, 7), { more: true, length: 7 })
    server.woken()
    put(channel, whole.subarray(7))
    server.woken()
    expect(seen).toEqual([{ name: 'stat' }])
  })

  it('refuses what is no message', () => {
    for (const bytes of [new Uint8Array(2), message('{"half'), new Uint8Array(8).fill(255)]) {
      const { channel, server } = setUp()
      put(channel, bytes)
      expect(() => server.woken()).toThrow()
    }
  })

  it('keeps a length that lies within the memory, and a message without end under the ceiling', () => {
    const { channel, server } = setUp(3 * 1024 * 1024)
    const feed = () => {
      put(channel, new Uint8Array(1), { more: true, length: 2 ** 31 - 1 })
      server.woken()
    }
    feed()
    feed()
    feed()
    expect(feed).toThrow('over the ceiling')
  })

  it('ignores a wake-up without a request', () => {
    const { seen, server } = setUp()
    server.woken()
    expect(seen).toEqual([])
  })
})

describe('the word of signals that an interpreter looks at', () => {
  const TERM = 15
  const INT = 2
  const setUp = () => {
    const box = new SignalBox(createChannel())
    return { box, word: box.word }
  }

  it('is taken when it is cleared after a look, not by the look', () => {
    const { box, word } = setUp()
    box.post(INT)
    expect([word[0], box.isTaken]).toEqual([INT, false])
    word[0] = 0
    expect([word[0], box.isTaken]).toEqual([0, true])
  })

  it('keeps a signal that comes between the look and the clearing', () => {
    const { box, word } = setUp()
    expect(word[0]).toBe(0)
    box.post(INT)
    word[0] = 0
    expect([word[0], box.isTaken]).toEqual([INT, false])
    box.post(TERM)
    word[0] = 0
    expect(word[0]).toBe(TERM)
  })
})

describe('arguments of system calls', () => {
  it('are whole numbers from 0 on, but for times', () => {
    expect([
      argumentsFit('truncate', ['/x', 1]),
      argumentsFit('truncate', ['/x', 1.5]),
      argumentsFit('truncate', ['/x', -1]),
      argumentsFit('write', [1, new Uint8Array(), -1]),
      argumentsFit('write', [1, new Uint8Array(), null]),
      argumentsFit('utimes', ['/x', -1.5, 0]),
      argumentsFit('utimes', ['/x', Number.NaN, 0]),
      argumentsFit('stat', ['/x', 'more']),
      argumentsFit('stat', [7]),
    ]).toEqual([true, false, false, false, true, true, false, false, false])
  })

  it('are checked before a call has them: a signal is one that processes can be sent', () => {
    expect(checkedCall('kill', [1, 'SIGTERM'])).toEqual({ name: 'kill', args: [1, 'SIGTERM'] })
    expect(['SIGFOO', 'term', 15, undefined].map((signal) => checkedCall('kill', [1, signal]))).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
  })
})
