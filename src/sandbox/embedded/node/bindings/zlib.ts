/** `zlib`: deflate, gzip and their inverses; Brotli and Zstandard are in `codecs/`. */
import { Deflate, Inflate } from 'pako'
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'
import { bytesOf } from './buffer.ts'
import type { WriteArgs } from './codecs/codec-handle.ts'
import { codecs } from './codecs/codecs.ts'
import { encode } from './text-codec.ts'

const MODE = { deflate: 1, inflate: 2, gzip: 3, gunzip: 4, deflateRaw: 5, inflateRaw: 6, unzip: 7 } as const
const FINISH = 4
const BUFFER_ERROR = -5
const DATA_ERROR = -3
const NEED_DICTIONARY = 2

/** zlib's names and words for its numbers. */
const ERRORS: Readonly<Record<number, readonly [string, string]>> = {
  [NEED_DICTIONARY]: ['Z_NEED_DICT', 'Missing dictionary'],
  [-1]: ['Z_ERRNO', 'file error'],
  [-2]: ['Z_STREAM_ERROR', 'stream error'],
  [DATA_ERROR]: ['Z_DATA_ERROR', 'data error'],
  [-4]: ['Z_MEM_ERROR', 'insufficient memory'],
  [BUFFER_ERROR]: ['Z_BUF_ERROR', 'unexpected end of file'],
}

type FlushMode = Parameters<Deflate['push']>[1]

interface Settings {
  readonly mode: number
  readonly windowBits: number
  readonly level: number
  readonly memLevel: number
  readonly strategy: number
  readonly dictionary: Uint8Array | undefined
}

/** Used part of the package's two classes, which declare some of this private. */
interface Codec {
  readonly err: number
  readonly msg: string
  readonly strm: { readonly avail_in: number; readonly state: DeflateState }
  push(data: Uint8Array, flush: FlushMode): boolean
  onData: (chunk: Uint8Array) => void
  onEnd: (status: number) => void
}

/** zlib's state of a compression, as far as its `deflateParams` writes it. */
interface DeflateState {
  level: number
  strategy: number
  max_lazy_match: number
  good_match: number
  nice_match: number
  max_chain_length: number
}

/** zlib's table of levels: good, lazy, nice, chain. */
const LEVELS = [
  [0, 0, 0, 0],
  [4, 4, 8, 4],
  [4, 5, 16, 8],
  [4, 6, 32, 32],
  [4, 4, 16, 16],
  [8, 16, 32, 32],
  [8, 16, 128, 128],
  [8, 32, 128, 256],
  [32, 128, 258, 1024],
  [32, 258, 258, 4096],
] as const
const DEFAULT_LEVEL = 6

/** `deflateParams`, which the package has not: what was pressed before has been flushed by the library. */
function changeParameters({ strm: { state } }: Codec, level: number, strategy: number): void {
  const wanted = level < 0 ? DEFAULT_LEVEL : level
  const [good, lazy, nice, chain] = LEVELS[wanted] ?? LEVELS[DEFAULT_LEVEL]
  Object.assign(state, {
    level: wanted,
    strategy,
    good_match: good,
    max_lazy_match: lazy,
    nice_match: nice,
    max_chain_length: chain,
  } satisfies DeflateState)
}

const isInflating = (mode: number): boolean =>
  mode === MODE.inflate || mode === MODE.inflateRaw || mode === MODE.gunzip || mode === MODE.unzip

function createCodec(settings: Settings): Codec {
  const codec = isInflating(settings.mode) ? createInflate(settings) : createDeflate(settings)
  // Both classes have all of it, `strm` among what they declare private.
  return codec as unknown as Codec
}

function createDeflate({ mode, windowBits, level, memLevel, strategy, dictionary }: Settings): Deflate {
  return new Deflate({
    level,
    memLevel,
    // The library has checked the number.
    strategy: strategy as NonNullable<ConstructorParameters<typeof Deflate>[0]>['strategy'],
    windowBits,
    ...(dictionary && { dictionary }),
    gzip: mode === MODE.gzip,
    raw: mode === MODE.deflateRaw,
  })
}

function createInflate({ mode, windowBits, dictionary }: Settings): Inflate {
  const window = windowBits === 0 ? 15 : windowBits
  // zlib's own way to say which headers are expected.
  const header = mode === MODE.gunzip ? 16 : mode === MODE.unzip ? 32 : 0
  return new Inflate({
    windowBits: window + header,
    raw: mode === MODE.inflateRaw,
    ...(dictionary && { dictionary }),
  })
}

export function zlib(context: NodeContext, binding: Binding): void {
  class Zlib {
    onerror: ((message: string, errno: number, code: string) => void) | undefined
    readonly #mode: number
    #settings: Settings | undefined
    #codec: Codec | undefined
    #state: Uint32Array = new Uint32Array(2)
    #callback: (() => void) | undefined
    #queue: Uint8Array[] = []
    #ended = false
    #failed: number | undefined
    #drains = false
    #started = false
    #closed = false

    constructor(mode: number) {
      this.#mode = mode
    }

    init(
      windowBits: number,
      level: number,
      ...rest: [number, number, Uint32Array, () => void, Uint8Array?]
    ): void {
      const [memLevel, strategy, state, callback, dictionary] = rest
      this.#state = state
      this.#callback = callback
      this.#settings = {
        mode: this.#mode,
        windowBits,
        level,
        memLevel,
        strategy,
        dictionary: dictionary ? bytesOf(dictionary) : undefined,
      }
      this.reset()
    }

    params(level: number, strategy: number): void {
      if (!this.#settings) return
      this.#settings = { ...this.#settings, level, strategy }
      if (!this.#started) this.reset()
      else if (!isInflating(this.#mode) && this.#codec) changeParameters(this.#codec, level, strategy)
    }

    reset(): void {
      if (!this.#settings) return
      const codec = createCodec(this.#settings)
      codec.onData = (chunk) => {
        this.#queue.push(chunk)
      }
      codec.onEnd = (status) => {
        if (status === 0) this.#ended = true
        else this.#failed = status
      }
      this.#codec = codec
      this.#queue = []
      this.#ended = false
      this.#failed = undefined
      this.#drains = false
      this.#started = false
    }

    writeSync(...args: WriteArgs): void {
      if (this.#run(args)) return
      this.#report()
    }

    write(...args: WriteArgs): void {
      const fine = this.#run(args)
      context.loop.complete(() => {
        if (this.#closed) return
        if (fine) this.#callback?.call(this)
        else this.#report()
      })
    }

    close(): void {
      this.#closed = true
      this.#queue = []
    }

    getAsyncId(): number {
      return 0
    }

    /** False when the stream is broken; `#failed` says how. */
    #run([flush, input, inputOffset, inputLength, output, outputOffset, outputLength]: WriteArgs): boolean {
      let left = 0
      // Called again only because the output was full: there is nothing new to take in.
      const onlyDrain = this.#drains && inputLength === 0
      if (!onlyDrain && !this.#ended) left = this.#push(flush, input, [inputOffset, inputLength])
      else if (!onlyDrain) left = inputLength
      const room = bytesOf(output).subarray(outputOffset, outputOffset + outputLength)
      const written = this.#drain(room)
      this.#state[0] = outputLength - written
      this.#state[1] = left
      this.#drains = written === outputLength
      if (this.#failed !== undefined) return this.#queue.length > 0
      const isCut = flush === FINISH && !this.#ended && !this.#drains && isInflating(this.#mode)
      if (isCut) this.#failed = BUFFER_ERROR
      return !isCut
    }

    #push(flush: number, input: Uint8Array | null, [offset, length]: readonly [number, number]): number {
      const data = input ? bytesOf(input).subarray(offset, offset + length) : new Uint8Array(0)
      const codec = this.#codec
      if (!codec) return length
      // A decompressor that is told to finish would call a cut stream an error by itself, without the words.
      const mode = isInflating(this.#mode) && flush === FINISH ? 2 : flush
      this.#started = true
      codec.push(data, mode as FlushMode)
      if (codec.err !== 0 && codec.err !== BUFFER_ERROR) this.#failed = codec.err
      return this.#ended ? codec.strm.avail_in : 0
    }

    #drain(room: Uint8Array): number {
      let written = 0
      while (written < room.length) {
        const chunk = this.#queue.shift()
        if (!chunk) break
        const part = chunk.subarray(0, room.length - written)
        room.set(part, written)
        written += part.length
        if (part.length < chunk.length) this.#queue.unshift(chunk.subarray(part.length))
      }
      return written
    }

    #report(): void {
      const number = this.#failed ?? DATA_ERROR
      const [code, words] = ERRORS[number] ?? ['Z_STREAM_ERROR', 'stream error']
      const specific = this.#codec?.msg
      const message = number === DATA_ERROR && specific ? specific : words
      this.onerror?.(message, number, code)
    }
  }

  codecs(context, binding)
  Object.assign(binding, { Zlib, crc32: (data: string | Uint8Array, start = 0) => crc32(data, start) })
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

function crc32(data: string | Uint8Array, start: number): number {
  let value = ~start >>> 0
  for (const byte of typeof data === 'string' ? encode(data, 'utf8') : bytesOf(data)) {
    value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  }
  return ~value >>> 0
}
