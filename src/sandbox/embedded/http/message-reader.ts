/** Reads HTTP messages from a stream of bytes, for the kernel's own ends of connections. */
import { concatenate } from '../../contract/bytes.ts'
import { AFTER_HEADERS, PAUSED } from './llhttp.ts'
import type { HttpParser, Llhttp, MessageKind, ParseFailure } from './llhttp.ts'
import { HTTP_HEADERS_BYTES } from '../../contract/limits.ts'

export type Header = readonly [name: string, value: string]

export interface MessageHead {
  readonly method: string
  readonly target: string
  readonly status: number
  readonly statusText: string
  readonly headers: readonly Header[]
  readonly shouldKeepAlive: boolean
  readonly isUpgrade: boolean
}

export interface MessageEvents {
  /** Whether a body can follow: an answer to HEAD has none, whatever its headers say. */
  onHead(head: MessageHead): { readonly hasBody: boolean }
  onBody(bytes: Uint8Array): void
  /** Nothing after it is parsed before `next`. */
  onEnd(): void
}

export class MessageReader {
  readonly #parser: HttpParser
  #rest: Uint8Array = new Uint8Array(0)
  #isPaused = false

  constructor(llhttp: Llhttp, kind: MessageKind, events: MessageEvents) {
    let target = ''
    let statusText = ''
    let bytes = 0
    let headers: [string, string][] = []
    let isValue = true
    const count = (data: Uint8Array): number => {
      bytes += data.length
      if (bytes <= HTTP_HEADERS_BYTES) return 0
      return parser.refuse({ code: 'HPE_HEADER_OVERFLOW', reason: 'Header overflow' })
    }
    const parser = llhttp.createParser(kind, {
      onMessageBegin: () => {
        target = statusText = ''
        bytes = 0
        headers = []
        isValue = true
        return 0
      },
      onUrl: (data) => {
        target += latin1(data)
        return count(data)
      },
      onStatus: (data) => {
        statusText += latin1(data)
        return count(data)
      },
      onHeaderField: (data) => {
        if (isValue) headers.push(['', ''])
        isValue = false
        const last = headers.at(-1)
        if (last) last[0] += latin1(data)
        return count(data)
      },
      onHeaderValue: (data) => {
        isValue = true
        const last = headers.at(-1)
        if (last) last[1] += latin1(data)
        return count(data)
      },
      onHeadersComplete: () => {
        const { method, status, shouldKeepAlive, isUpgrade } = parser
        const { hasBody } = events.onHead({
          method: kind === 'request' ? method : '',
          target,
          status,
          statusText,
          headers,
          shouldKeepAlive,
          isUpgrade,
        })
        return hasBody ? AFTER_HEADERS.body : AFTER_HEADERS.noBody
      },
      onBody: (data) => {
        events.onBody(data)
        return 0
      },
      onMessageComplete: () => {
        this.#isPaused = true
        events.onEnd()
        return PAUSED
      },
    })
    this.#parser = parser
  }

  /** Parses bytes; those after a complete message wait until `next`. */
  push(data: Uint8Array): ParseFailure | undefined {
    if (this.#isPaused) {
      this.#rest = this.#rest.length === 0 ? data : concatenate([this.#rest, data])
      return undefined
    }
    const { consumed, failure } = this.#parser.execute(data)
    this.#rest = data.subarray(consumed)
    return failure
  }

  /** Goes on with the next message on the same connection. */
  next(): ParseFailure | undefined {
    this.#isPaused = false
    this.#parser.resume()
    return this.push(this.takeRest())
  }

  /** Bytes after the last message, or of another protocol. */
  takeRest(): Uint8Array {
    const rest = this.#rest
    this.#rest = new Uint8Array(0)
    return rest
  }

  /** A message is complete, and the next was not asked for. */
  get isAtEnd(): boolean {
    return this.#isPaused
  }

  /** The other side has said its last. */
  finish(): ParseFailure | undefined {
    return this.#isPaused ? undefined : this.#parser.finish().failure
  }

  free(): void {
    this.#parser.free()
  }
}

function latin1(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
