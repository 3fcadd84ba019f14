/** Reads what a GGUF file says of the model in it, without its weights. The file is a stranger's: nothing is believed of its counts. */
import type { ModelDescription } from '../../protocol/calls/local-models.ts'
import { GGUF_HEADER_BYTES } from '../../limits.ts'

/** Reads as much as is wanted from the beginning of a file. */
type ReadHead = (bytes: number) => Promise<ArrayBuffer>

export type GgufHeader =
  | { readonly ok: true; readonly description: ModelDescription }
  | { readonly ok: false; readonly problem: string }

const MAGIC = 'GGUF'
const FIRST_READ = 256 * 1024
const READ_AGAIN_FACTOR = 8
/** Keys that one model has; real ones have some forty. */
const MOST_KEYS = 4_096

/** Bytes of the format's fixed-size values, by their number. */
const SIZE: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
}
const UINT32 = 4
const INT32 = 5
const UINT64 = 10
const STRING = 8
const ARRAY = 9

export async function readGguf(read: ReadHead): Promise<GgufHeader> {
  for (let bytes = FIRST_READ; ; bytes *= READ_AGAIN_FACTOR) {
    const wanted = Math.min(bytes, GGUF_HEADER_BYTES)
    const head = await read(wanted)
    try {
      return { ok: true, description: describe(new Reader(head)) }
    } catch (error) {
      if (!(error instanceof Truncated)) return { ok: false, problem: problemOf(error) }
      if (head.byteLength < wanted) return { ok: false, problem: 'it ends in the middle of its description' }
      if (wanted === GGUF_HEADER_BYTES) return { ok: false, problem: 'its description has no end' }
    }
  }
}

/** The file has more than was read. */
class Truncated extends Error {}
class Malformed extends Error {}

function problemOf(error: unknown): string {
  if (error instanceof Malformed) return error.message
  throw error
}

function describe(reader: Reader): ModelDescription {
  if (reader.text(MAGIC.length) !== MAGIC) throw new Malformed('it is no GGUF file')
  const version = reader.uint32()
  if (version !== 2 && version !== 3)
    throw new Malformed(`it is of version ${version} of the format; 2 and 3 are read`)
  reader.uint64() // tensors
  const keys = reader.uint64()
  if (keys > MOST_KEYS) throw new Malformed(`it has ${keys} keys`)
  const values = new Map<string, string | number>()
  for (let index = 0; index < keys; index++) {
    const key = reader.string()
    const value = reader.value()
    if (value !== undefined) values.set(key, value)
  }
  const text = (key: string) => String(values.get(key) ?? '')
  const architecture = text('general.architecture')
  if (architecture === '') throw new Malformed('it does not say what model it is')
  const template = text('tokenizer.chat_template')
  return {
    title: text('general.name').slice(0, 200),
    architecture: architecture.slice(0, 60),
    contextLength: Number(values.get(`${architecture}.context_length`) ?? 0),
    chats: template !== '',
    callsTools: /\btools\b/.test(template),
  }
}

class Reader {
  readonly #view: DataView
  readonly #bytes: Uint8Array
  #at = 0

  constructor(head: ArrayBuffer) {
    this.#view = new DataView(head)
    this.#bytes = new Uint8Array(head)
  }

  uint32(): number {
    return this.#view.getUint32(this.#skip(4), true)
  }

  uint64(): number {
    return Number(this.#view.getBigUint64(this.#skip(8), true))
  }

  text(length: number): string {
    const start = this.#skip(length)
    return new TextDecoder().decode(this.#bytes.subarray(start, start + length))
  }

  string(): string {
    return this.text(this.uint64())
  }

  /** Undefined for one that says nothing here: arrays, and numbers that are no whole ones. */
  value(): string | number | undefined {
    const type = this.uint32()
    switch (type) {
      case STRING:
        return this.string()
      case UINT32:
      case INT32:
        return this.uint32()
      case UINT64:
        return this.uint64()
      case ARRAY:
        this.#skipArray()
        return undefined
      default:
        this.#skip(sizeOf(type))
        return undefined
    }
  }

  #skipArray(): void {
    const type = this.uint32()
    const count = this.uint64()
    if (type !== STRING) {
      this.#skip(count * sizeOf(type))
      return
    }
    for (let index = 0; index < count; index++) this.#skip(this.uint64())
  }

  /** Returns the position before the skip. */
  #skip(length: number): number {
    const start = this.#at
    if (start + length > this.#bytes.length) throw new Truncated()
    this.#at = start + length
    return start
  }
}

function sizeOf(type: number): number {
  const size = SIZE[type]
  if (size === undefined) throw new Malformed(`it has a value of an unknown kind (${type})`)
  return size
}
