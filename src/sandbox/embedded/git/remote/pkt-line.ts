/** Git's lines on the wire: four hexadecimal digits of length, then so many bytes, those four included; `0000` is a flush. */
import { concatenate } from '../../../contract/bytes.ts'
import { GitFailure } from '../failure.ts'
import { fromText, toText } from '../text.ts'

export const FLUSH = fromText('0000')
const MAX_BYTES = 65_520

/** `text` is byte text. */
export function packetLine(text: string): Uint8Array {
  const length = text.length + 4
  return fromText(`${length.toString(16).padStart(4, '0')}${text}`)
}

/** Reads the next bytes of an answer; empty at the end. */
export type ReadBytes = () => Promise<Uint8Array>

export class PacketReader {
  readonly #read: ReadBytes
  #buffer: Uint8Array = new Uint8Array(0)

  constructor(read: ReadBytes) {
    this.#read = read
  }

  /** 'flush' for a flush, undefined at the end of the answer. */
  async next(): Promise<Uint8Array | 'flush' | undefined> {
    const head = await this.#take(4)
    if (head.length === 0) return undefined
    const digits = toText(head)
    if (!/^[0-9a-f]{4}$/i.test(digits))
      throw new GitFailure(`protocol error: bad line length character: ${digits}`)
    const length = Number.parseInt(digits, 16)
    if (length === 0) return 'flush'
    if (length < 4 || length > MAX_BYTES) throw new GitFailure(`protocol error: bad line length ${length}`)
    const data = await this.#take(length - 4)
    if (data.length < length - 4) throw new GitFailure('the remote end hung up unexpectedly')
    return data
  }

  /** A line without its newline. */
  async text(): Promise<string | 'flush' | undefined> {
    const packet = await this.next()
    if (packet === undefined || packet === 'flush') return packet
    const text = toText(packet).replace(/\n$/, '')
    if (text.startsWith('ERR ')) throw new GitFailure(`remote error: ${text.slice(4)}`)
    return text
  }

  /** The remaining bytes, for answers that go on without packet lines. */
  async rest(): Promise<Uint8Array> {
    const parts = [this.#buffer]
    for (let part = await this.#read(); part.length > 0; part = await this.#read()) parts.push(part)
    this.#buffer = new Uint8Array(0)
    return concatenate(parts)
  }

  /** Fewer only at the end. */
  async #take(count: number): Promise<Uint8Array> {
    while (this.#buffer.length < count) {
      const part = await this.#read()
      if (part.length === 0) break
      this.#buffer = this.#buffer.length === 0 ? part : concatenate([this.#buffer, part])
    }
    const taken = this.#buffer.subarray(0, count)
    this.#buffer = this.#buffer.subarray(taken.length)
    return taken
  }
}
