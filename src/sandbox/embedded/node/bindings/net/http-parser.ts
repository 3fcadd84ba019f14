/** `http_parser`: llhttp with the callbacks that `_http_common` sets, as node_http_parser has them. */
import { currentFrame, setFrame } from '../../async-context.ts'
import { AFTER_HEADERS, Llhttp, PAUSED } from '../../../http/llhttp.ts'
import type { HttpParser as Parser, ParseResult } from '../../../http/llhttp.ts'
import { concatenate } from '../../../../contract/bytes.ts'
import type { NodeContext } from '../../context.ts'
import type { Binding } from '../binding.ts'
import { bytesOf } from '../buffer.ts'
import { ConnectionsList } from './connections-list.ts'
import type { StreamHandle } from './stream-handle.ts'
import { decode } from '../text-codec.ts'

/** Places of the callbacks on a parser. */
const ON_MESSAGE_BEGIN = 0
const ON_HEADERS = 1
const ON_HEADERS_COMPLETE = 2
const ON_BODY = 3
const ON_MESSAGE_COMPLETE = 4
const ON_EXECUTE = 5
const ON_TIMEOUT = 6

const REQUEST = 1
const RESPONSE = 2
const DEFAULT_HEADER_BYTES = 16 * 1024
const CALLBACK_FAILED = -1

const CONSTANTS = {
  REQUEST,
  RESPONSE,
  kOnMessageBegin: ON_MESSAGE_BEGIN,
  kOnHeaders: ON_HEADERS,
  kOnHeadersComplete: ON_HEADERS_COMPLETE,
  kOnBody: ON_BODY,
  kOnMessageComplete: ON_MESSAGE_COMPLETE,
  kOnExecute: ON_EXECUTE,
  kOnTimeout: ON_TIMEOUT,
  kLenientNone: 0,
  kLenientHeaders: 1,
  kLenientChunkedLength: 2,
  kLenientKeepAlive: 4,
  kLenientTransferEncoding: 8,
  kLenientVersion: 16,
  kLenientDataAfterClose: 32,
  kLenientOptionalLFAfterCR: 64,
  kLenientOptionalCRLFAfterChunk: 128,
  kLenientOptionalCRBeforeLF: 256,
  kLenientSpacesAfterChunkSize: 512,
  kLenientAll: 1023,
}

type Initialization = readonly [
  type: number,
  resource: object,
  maxHeaderBytes?: number,
  leniencies?: number,
  list?: ConnectionsList | undefined,
]

type Callback = (this: object, ...args: unknown[]) => unknown

export function httpParser(context: NodeContext, binding: Binding): void {
  let llhttp: Llhttp | undefined
  const library = (): Llhttp => (llhttp ??= new Llhttp(readModule(context)))
  const asBuffer = (bytes: Uint8Array): object => {
    Object.setPrototypeOf(bytes, context.bufferPrototype)
    return bytes
  }
  const now = (): number => performance.now()

  class HTTPParser {
    /** The library sets these, at the places of the callbacks. */
    readonly [place: number]: Callback | null | undefined
    #parser: Parser | undefined
    #list: ConnectionsList | undefined
    #consumed: StreamHandle | undefined
    #current: Uint8Array | undefined
    #maxHeaderBytes = DEFAULT_HEADER_BYTES
    #depth = 0
    #pendingPause = false
    #url: Uint8Array[] = []
    #status: Uint8Array[] = []
    #fields: Uint8Array[][] = []
    #values: Uint8Array[][] = []
    #headerBytes = 0
    #isInValue = true
    /** The context in which its message was asked for: a connection that is used again has another. */
    #frame: unknown
    /** When the message at hand began; 0 between messages. */
    startedAt = 0
    hasHeaders = false

    initialize(...[type, , maxHeaderBytes = 0, leniencies = 0, list]: Initialization): void {
      this.#parser?.free()
      this.#maxHeaderBytes = maxHeaderBytes > 0 ? maxHeaderBytes : DEFAULT_HEADER_BYTES
      this.#pendingPause = false
      this.#depth = 0
      this.#list = list
      this.#frame = currentFrame()
      this.hasHeaders = false
      this.#resetMessage()
      this.#parser = library().createParser(
        type === REQUEST ? 'request' : 'response',
        {
          onMessageBegin: () => this.#onMessageBegin(),
          onUrl: (bytes) => this.#track(this.#url, bytes),
          onStatus: (bytes) => this.#track(this.#status, bytes),
          onHeaderField: (bytes) => this.#onField(bytes),
          onHeaderValue: (bytes) => this.#onValue(bytes),
          onHeadersComplete: () => this.#onHeadersComplete(),
          onBody: (bytes) => this.#onBody(bytes),
          onMessageComplete: () => this.#onMessageComplete(),
        },
        leniencies,
      )
      if (!list) return
      // A connection that never says anything is found by its age, too.
      this.startedAt = now()
      list.add(this)
      list.activate(this)
    }

    close(): void {
      this.free()
    }

    free(): void {
      this.#parser?.free()
      this.#parser = undefined
    }

    remove(): void {
      this.#list?.remove(this)
    }

    execute(data: Uint8Array): unknown {
      return this.#execute(bytesOf(data))
    }

    finish(): unknown {
      const parser = this.#parser
      if (!parser) return undefined
      return this.#outcome(() => parser.finish(), undefined)
    }

    pause(): void {
      this.#setPaused(true)
    }

    resume(): void {
      this.#setPaused(false)
    }

    /** Reads from the connection itself, past the program's stream. */
    consume(handle: StreamHandle): void {
      this.#consumed = handle
      handle.setConsumer((outcome) => {
        if (typeof outcome === 'number' || outcome.length === 0) return handle.deliver(outcome)
        const result = this.#execute(outcome)
        this.#call(ON_EXECUTE, result)
      })
    }

    unconsume(): void {
      this.#consumed?.setConsumer(undefined)
      this.#consumed = undefined
    }

    getCurrentBuffer(): object {
      return asBuffer((this.#current ?? new Uint8Array(0)).slice())
    }

    #setPaused(isPaused: boolean): void {
      if (this.#depth > 0) this.#pendingPause = isPaused
      else if (isPaused) this.#parser?.pause()
      else this.#parser?.resume()
    }

    #execute(data: Uint8Array): unknown {
      const parser = this.#parser
      if (!parser) return undefined
      return this.#outcome(() => parser.execute(data), data)
    }

    /** Bytes parsed, an error with its facts, or nothing at the end of the connection. */
    #outcome(run: () => ParseResult, data: Uint8Array | undefined): unknown {
      this.#current = data
      this.#depth += 1
      let result: ParseResult
      try {
        result = run()
      } finally {
        this.#depth -= 1
        if (this.#depth === 0) this.#current = undefined
      }
      if (this.#pendingPause) {
        this.#pendingPause = false
        this.#parser?.pause()
      }
      const { consumed, isPaused } = result
      const failure = isPaused ? { code: 'HPE_PAUSED', reason: 'Paused' } : result.failure
      if (failure && !this.#parser?.isUpgrade) {
        const { code, reason } = failure
        return Object.assign(new Error('Parse Error'), { bytesParsed: consumed, code, reason })
      }
      return data && consumed
    }

    #call(place: number, ...args: unknown[]): unknown {
      const callback = this[place]
      if (typeof callback !== 'function') return undefined
      const outer = currentFrame()
      setFrame(this.#frame)
      try {
        return Reflect.apply(callback, this, args)
      } finally {
        setFrame(outer)
      }
    }

    #resetMessage(): void {
      this.#url = []
      this.#status = []
      this.#fields = []
      this.#values = []
      this.#headerBytes = 0
      this.#isInValue = true
    }

    #onMessageBegin(): number {
      this.#list?.remove(this)
      this.#resetMessage()
      this.hasHeaders = false
      this.startedAt = now()
      this.#list?.add(this)
      this.#list?.activate(this)
      this.#call(ON_MESSAGE_BEGIN)
      return this.#paused()
    }

    #onField(bytes: Uint8Array): number {
      if (this.#isInValue) {
        this.#fields.push([])
        this.#values.push([])
        this.#isInValue = false
      }
      return this.#track(this.#fields.at(-1) ?? [], bytes)
    }

    #onValue(bytes: Uint8Array): number {
      this.#isInValue = true
      return this.#track(this.#values.at(-1) ?? [], bytes)
    }

    #track(parts: Uint8Array[], bytes: Uint8Array): number {
      parts.push(bytes)
      this.#headerBytes += bytes.length
      if (this.#headerBytes < this.#maxHeaderBytes) return 0
      return (
        this.#parser?.refuse({ code: 'HPE_HEADER_OVERFLOW', reason: 'Header overflow' }) ?? CALLBACK_FAILED
      )
    }

    #takeHeaders(): string[] {
      const headers = this.#fields.flatMap((field, index) => [
        text(field),
        trimmed(text(this.#values[index] ?? [])),
      ])
      this.#fields = []
      this.#values = []
      this.#isInValue = true
      return headers
    }

    #onHeadersComplete(): number {
      const parser = this.#parser
      if (!parser) return CALLBACK_FAILED
      this.#headerBytes = 0
      this.hasHeaders = true
      const { major, minor } = parser.version
      const isRequest = this.#status.length === 0 && parser.status === 0
      const result = this.#call(
        ON_HEADERS_COMPLETE,
        major,
        minor,
        this.#takeHeaders(),
        isRequest ? parser.methodNumber : undefined,
        isRequest ? text(this.#url) : undefined,
        isRequest ? undefined : parser.status,
        isRequest ? undefined : text(this.#status),
        parser.isUpgrade,
        parser.shouldKeepAlive,
      )
      this.#url = []
      const next = typeof result === 'number' ? result : AFTER_HEADERS.body
      return next === 0 ? this.#paused() : next
    }

    #onBody(bytes: Uint8Array): number {
      if (bytes.length > 0) this.#call(ON_BODY, asBuffer(bytes))
      return this.#paused()
    }

    #onMessageComplete(): number {
      this.#list?.remove(this)
      this.startedAt = 0
      this.#list?.add(this)
      // Trailers.
      if (this.#fields.length > 0) this.#call(ON_HEADERS, this.#takeHeaders(), '')
      this.#call(ON_MESSAGE_COMPLETE)
      return this.#paused()
    }

    #paused(): number {
      if (!this.#pendingPause) return 0
      this.#pendingPause = false
      return PAUSED
    }
  }
  Object.assign(HTTPParser, CONSTANTS)
  Object.assign(binding, { HTTPParser, ConnectionsList })
}

/** The WebAssembly module comes with the library's last chunk, which `http` is in, too. */
function readModule({ library }: NodeContext): string {
  const module = { exports: '' }
  library.find('internal/vivarium/llhttp')?.call(undefined, undefined, undefined, module)
  return module.exports
}

function text(parts: readonly Uint8Array[]): string {
  const [first] = parts
  return decode(parts.length === 1 && first ? first : concatenate(parts), 'latin1')
}

/** Spaces behind a value are not of it. */
function trimmed(value: string): string {
  return value.replace(/[ \t]+$/, '')
}
