/** A wire format as the server sees it: what it takes, and how a turn and an error look in it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ApiError } from './api-error.ts'
import type { JsonObject } from './json.ts'
import type { Envelope } from './message-events.ts'
import type { Fault, Turn } from './turn.ts'

/** One event on the wire. */
export interface Frame {
  /** Key of `Position.inside` and of the send times: `content_block_delta/text_delta` and the like. */
  readonly label: string
  /** The SSE event's name, where the format has names. */
  readonly name?: string
  readonly data: string
}

export interface WireFormat {
  readonly path: string
  /** Key and version, as headers carry them. */
  checkHead(headers: IncomingHttpHeaders, apiKey: string): ApiError | undefined
  /** The first objection to a body. */
  check(body: unknown, at: CheckContext): ApiError | undefined
  /** The same request in the Messages format: scripts, the ledger and the prompt cache read only that. */
  toMessages(body: JsonObject): JsonObject
  frames(turn: Turn, envelope: Envelope, body: JsonObject): Frame[]
  whole(turn: Turn, envelope: Envelope): JsonObject
  errorBody(error: ApiError, requestId: string): string
  errorFrame(fault: Extract<Fault, { kind: 'error-event' }>): Frame
  /** An event whose JSON is cut. */
  readonly brokenFrame: Frame
}

export interface CheckContext {
  readonly headers: IncomingHttpHeaders
  readonly countOnly: boolean
  /** Whether the server has signed exactly this thinking. */
  readonly isGenuine: (thinking: string, signature: string) => boolean
  /** Whether the server has sent exactly this thinking, signed or not. */
  readonly hasSaid: (thinking: string) => boolean
}
