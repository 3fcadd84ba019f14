/** A turn of a script: the answer to one request, with its pace, its bytes and its fault. */
import type { JsonObject } from './json.ts'

export type ReplyBlock =
  | { readonly type: 'text'; readonly text: string }
  /** `signature` is made by the server unless given. */
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | {
      readonly type: 'tool_use'
      readonly name: string
      readonly input: JsonObject
      /** Made by the server, unique, unless given. */
      readonly id?: string
      /** Sent as the input's JSON in place of `input`: truncated or invalid JSON, say. */
      readonly rawInput?: string
    }
  /** A call of one of the API's own tools. */
  | {
      readonly type: 'server_tool_use'
      readonly id: string
      readonly name: string
      readonly input: JsonObject
    }
  /** Its result, which may come in a later answer. */
  | { readonly type: 'advisor_tool_result'; readonly tool_use_id: string; readonly content: JsonObject }

/** How a string is cut into deltas: pieces of a fixed size (1 = a character each), or of random sizes from a seed. */
export type Split = { readonly size: number } | { readonly seed: number; readonly maximum?: number }

/** A place in the answer: after so many body bytes, after so many events, or inside a block of a kind. */
export type Position =
  | { readonly bytes: number }
  | { readonly events: number }
  | { readonly inside: 'text' | 'thinking' | 'tool_use' }

export type Fault =
  /** An HTTP error in place of the answer. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly message?: string
      readonly errorType?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** Any body under any status: HTML from a proxy with status 200, say, or bytes that are no gzip. */
  | {
      readonly kind: 'body'
      readonly status: number
      readonly contentType: string
      readonly body: string | Uint8Array
      readonly headers?: Readonly<Record<string, string>>
    }
  /** An `error` event inside the stream, after which the stream ends. */
  | {
      readonly kind: 'error-event'
      readonly after: Position
      readonly errorType?: string
      readonly message?: string
    }
  /** The connection is reset (RST) there; `'headers'` means before a single byte was sent. */
  | { readonly kind: 'reset'; readonly after: Position | 'headers' }
  /** Nothing is sent for `ms` (`'forever'`: until the client goes away), then the answer goes on. */
  | {
      readonly kind: 'stall'
      readonly at: 'before-headers' | 'after-headers' | Position
      readonly ms: number | 'forever'
    }
  /** The body ends there in good HTTP order, without the rest of the events. */
  | { readonly kind: 'truncate'; readonly after: Position }
  /** The answer goes on after a frame that is not valid: its JSON, or its SSE framing. */
  | { readonly kind: 'malformed-json' | 'malformed-sse'; readonly after: Position }
  | { readonly kind: 'duplicate-message-start' }

/** The answer stops there until the test calls `ModelServer.release(name)`; not in a turn with a fault. */
export interface Hold {
  readonly name: string
  /** Left out: before the first event. */
  readonly after?: Position
}

export interface Pace {
  /** Milliseconds before the first event. */
  readonly firstEventMs?: number
  /** Milliseconds before every further event. */
  readonly eventMs?: number
  /** Further events a second, by an absolute clock: faster than timers are, they go out a few at a time. */
  readonly perSecond?: number
}

/** How events become bytes. Every choice here is legal in the SSE format, so clients must bear it. */
export interface Wire {
  readonly lineEnd?: '\n' | '\r\n' | '\r'
  readonly byteOrderMark?: boolean
  /** A comment line before every event. */
  readonly comments?: boolean
  /** Each write carries at most so many bytes, whatever characters they split. */
  readonly chunkBytes?: number
}

export interface Usage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_input_tokens: number
  readonly cache_creation_input_tokens: number
}

export interface Turn {
  readonly content?: readonly ReplyBlock[]
  /** Events sent as they are in place of `content` (a recording). */
  readonly events?: readonly JsonObject[]
  /** `tool_use` when the content has a call, else `end_turn`, unless given. */
  readonly stopReason?: string
  readonly stopSequence?: string
  /** Counted by the server (see `prompt-cache.ts`) unless given. */
  readonly usage?: Partial<Usage>
  readonly splitText?: Split
  readonly splitJson?: Split
  /** A ping after `message_start`, and after every so many further events. */
  readonly pingEvery?: number
  readonly pace?: Pace
  readonly hold?: Hold
  readonly wire?: Wire
  readonly fault?: Fault
  /** Extra response headers. */
  readonly headers?: Readonly<Record<string, string>>
}

export function text(value: string): ReplyBlock {
  return { type: 'text', text: value }
}

export function thinking(value: string): ReplyBlock {
  return { type: 'thinking', thinking: value }
}

export function toolUse(name: string, input: JsonObject): ReplyBlock {
  return { type: 'tool_use', name, input }
}
