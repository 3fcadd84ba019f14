/** The server's record of each request, for assertions and for latency benches. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ApiError } from './api-error.ts'
import { isObject, type JsonObject } from './json.ts'

export interface SentEvent {
  /** Event type, with the delta's type for deltas: `content_block_delta/text_delta`. */
  readonly event: string
  /** Milliseconds since the epoch, fractions kept (`performance.timeOrigin + performance.now()`). */
  readonly at: number
}

export interface RequestRecord {
  readonly index: number
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Undefined until it has arrived, and where it is not JSON. */
  body: unknown
  bodyBytes: number
  /** It looks back on finished work, some while after that. */
  isOfNoteTaker: boolean
  /** Session key; empty for anything but a message request. */
  session: string
  /** When the request line arrived, in milliseconds since the epoch. */
  readonly arrivedAt: number
  readonly sent: SentEvent[]
  /** When the last byte was handed to the socket, or the connection ended. */
  finishedAt: number | undefined
  status: number | undefined
  outcome: 'pending' | 'done' | 'reset' | 'client-gone'
  requestId: string
}

export interface Rejection {
  readonly request: number
  readonly error: ApiError
}

/** Something the real API takes but a careful client would not send. */
export interface Note {
  readonly request: number
  readonly message: string
}

export function now(): number {
  return performance.timeOrigin + performance.now()
}

/** The body as an object, for assertions. Throws where the request had none. */
export function bodyOf(record: RequestRecord): JsonObject {
  if (!isObject(record.body)) throw new Error(`Request ${record.index} had no JSON object for a body.`)
  return record.body
}
