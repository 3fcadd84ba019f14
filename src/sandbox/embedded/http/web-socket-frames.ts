/** WebSocket frames (RFC 6455) as a client writes and reads them. */
import { concatenate } from '../../contract/bytes.ts'
import { WEB_SOCKET_MESSAGE_BYTES } from '../../contract/limits.ts'

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

export interface WebSocketMessage {
  readonly opcode: number
  readonly data: Uint8Array
}

/** Violation of the protocol; the other side is sent `code`. */
export class FrameError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** One whole message, masked as a client's must be. */
export function encodeFrame(opcode: number, data: Uint8Array): Uint8Array {
  const { length } = data
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8
  const frame = new Uint8Array(2 + extended + 4 + length)
  const view = new DataView(frame.buffer)
  frame[0] = 0x80 | opcode
  frame[1] = 0x80 | (extended === 0 ? length : extended === 2 ? 126 : 127)
  if (extended === 2) view.setUint16(2, length)
  if (extended === 8) view.setBigUint64(2, BigInt(length))
  const mask = crypto.getRandomValues(new Uint8Array(4))
  const start = 2 + extended + 4
  frame.set(mask, start - 4)
  for (let at = 0; at < length; at += 1) frame[start + at] = (data[at] ?? 0) ^ (mask[at % 4] ?? 0)
  return frame
}

/** Puts messages together from bytes as they come. */
export class FrameReader {
  /** Bytes of the current frame so far. */
  #chunks: Uint8Array[] = []
  #length = 0
  /** Bytes needed before parsing can go on. */
  #wanted = 2
  #parts: Uint8Array[] = []
  #size = 0
  #opcode: number = OPCODE.continuation

  /** Throws `FrameError`. */
  push(data: Uint8Array): WebSocketMessage[] {
    this.#chunks.push(data)
    this.#length += data.length
    const messages: WebSocketMessage[] = []
    while (this.#length >= this.#wanted) {
      const [first = data] = this.#chunks
      const bytes = this.#chunks.length === 1 ? first : concatenate(this.#chunks)
      const frame = readFrame(bytes)
      const rest = typeof frame === 'number' ? bytes : bytes.subarray(frame.length)
      this.#chunks = [rest]
      this.#length = rest.length
      this.#wanted = typeof frame === 'number' ? frame : 2
      const message = typeof frame === 'number' ? undefined : this.#add(frame)
      if (message) messages.push(message)
    }
    return messages
  }

  #add({ isFinal, opcode, data }: Frame): WebSocketMessage | undefined {
    // Control frames may come between the parts of a message.
    if (opcode >= OPCODE.close) return { opcode, data }
    if ((opcode === OPCODE.continuation) !== this.#parts.length > 0)
      throw new FrameError(1002, 'A part of a message is out of its place.')
    if (opcode !== OPCODE.continuation) this.#opcode = opcode
    this.#parts.push(data)
    this.#size += data.length
    if (this.#size > WEB_SOCKET_MESSAGE_BYTES) throw new FrameError(1009, 'The message is too large.')
    if (!isFinal) return undefined
    const message = { opcode: this.#opcode, data: concatenate(this.#parts) }
    this.#parts = []
    this.#size = 0
    return message
  }
}

interface Frame {
  readonly isFinal: boolean
  readonly opcode: number
  readonly data: Uint8Array
  /** Length of the whole frame. */
  readonly length: number
}

/** The first frame; while it is not whole, how many bytes it takes to say more. */
function readFrame(bytes: Uint8Array): Frame | number {
  const [first = 0, second = 0] = bytes
  if ((first & 0x70) !== 0 || (second & 0x80) !== 0)
    throw new FrameError(1002, 'A frame has bits that were not agreed upon.')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const short = second & 0x7f
  const start = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < start) return start
  const size = short === 126 ? view.getUint16(2) : short === 127 ? Number(view.getBigUint64(2)) : short
  if (size > WEB_SOCKET_MESSAGE_BYTES) throw new FrameError(1009, 'The message is too large.')
  if (bytes.length < start + size) return start + size
  const opcode = first & 0x0f
  return {
    isFinal: (first & 0x80) !== 0,
    opcode,
    data: bytes.subarray(start, start + size),
    length: start + size,
  }
}
