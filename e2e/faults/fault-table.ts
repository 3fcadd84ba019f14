/**
 * Faults between the engine and the model, each with the end that a run has to have. The test runs each row.
 */
import { gzipSync } from 'node:zlib'
import type { Terminal } from '../../src/agent/protocol/events/run-events.ts'
import type { Settings } from '../../src/agent/protocol/settings.ts'
import type { Fault } from '../model-server/turn.ts'

export interface FaultRow {
  readonly name: string
  /** One for each of the next answers. */
  readonly faults: readonly Fault[]
  readonly ends: Terminal
  /** Kind of the error that the person is shown, where the run does not go on. */
  readonly error?: string
  /** Milliseconds that the attempts wait for; not looked at when absent. */
  readonly waits?: readonly number[]
  readonly settings?: Partial<Settings>
}

type Status = Extract<Fault, { kind: 'status' }>

const status = (code: number, more: Partial<Status> = {}): Fault => ({
  kind: 'status',
  status: code,
  ...more,
})

/** It passes: the same request is made again after the first of all waits. */
const passes = (name: string, fault: Fault, waits: readonly number[] = [500]): FaultRow => ({
  name,
  faults: [fault],
  ends: 'completed',
  waits,
})

const refused = (name: string, faults: readonly Fault[], error: string): FaultRow => ({
  name,
  faults,
  ends: error === 'prompt_too_long' ? 'prompt_too_long' : error === 'image' ? 'image_error' : 'model_error',
  error,
  waits: faults.length > 1 ? undefined : [],
})

const STATUSES: readonly FaultRow[] = [
  refused('400', [status(400)], 'invalid_request'),
  refused(
    '400, prompt too long',
    [status(400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' })],
    'prompt_too_long',
  ),
  passes(
    '400, no room for so long an answer',
    status(400, {
      message:
        'input length and `max_tokens` exceed context limit: 195000 + 8192 > 200000, decrease input length or `max_tokens` and try again',
    }),
    [0],
  ),
  refused('400, image', [status(400, { message: 'image exceeds 5 MB maximum' })], 'image'),
  passes('401 once, as when a key is replaced', status(401), [0]),
  refused('401 twice', [status(401), status(401)], 'authentication'),
  refused('402', [status(402)], 'credits'),
  refused('403', [status(403)], 'authentication'),
  refused('404', [status(404, { message: 'model: claude-none' })], 'not_found'),
  passes('408', status(408)),
  passes('409', status(409)),
  refused('413', [status(413)], 'too_large'),
  passes('429', status(429)),
  passes('500', status(500)),
  refused('500, not to be tried again', [status(500, { headers: { 'x-should-retry': 'false' } })], 'server'),
  passes('502', status(502)),
  passes('503', status(503)),
  passes('504', status(504)),
  passes('529', status(529)),
]

const after = (value: string, ms: number): FaultRow =>
  passes(`429, retry-after: ${value}`, status(429, { headers: { 'retry-after': value } }), [ms])

const WAITS: readonly FaultRow[] = [
  after('0', 500),
  after('1', 1_000),
  after('30', 30_000),
  {
    ...after('3600', 3_600_000),
    // Said again every half minute.
    waits: Array.from({ length: 120 }, () => 30_000),
  },
  after('-5', 500),
  after('soon', 500),
  after('Thu, 01 Jan 1970 00:00:00 GMT', 500),
]

const PLACES = [
  'headers',
  { inside: 'thinking' },
  { inside: 'text' },
  { inside: 'tool_use' },
  { bytes: 0 },
  { bytes: 1 },
  { bytes: 700 },
] as const

const nameOf = (place: (typeof PLACES)[number]) =>
  place === 'headers'
    ? 'before the headers'
    : 'inside' in place
      ? `inside ${place.inside}`
      : `after ${place.bytes} bytes`

const BROKEN: readonly FaultRow[] = PLACES.flatMap((place) => [
  passes(`reset ${nameOf(place)}`, { kind: 'reset', after: place }),
  ...(place === 'headers' ? [] : [passes(`end ${nameOf(place)}`, { kind: 'truncate', after: place })]),
  {
    name: `silence ${nameOf(place)}`,
    faults: [{ kind: 'stall', at: place === 'headers' ? 'before-headers' : place, ms: 'forever' }],
    ends: 'completed',
  } satisfies FaultRow,
])

const HTML = '<!doctype html><title>Sign in</title>'
const EVENT_STREAM = 'text/event-stream'

const BODIES: readonly FaultRow[] = [
  passes('200 with HTML', { kind: 'body', status: 200, contentType: 'text/html', body: HTML }, [0]),
  refused(
    '404 with HTML',
    [{ kind: 'body', status: 404, contentType: 'text/html', body: HTML }],
    'not_messages_api',
  ),
  passes('502 with HTML', { kind: 'body', status: 502, contentType: 'text/html', body: HTML }),
  passes('an empty stream', { kind: 'body', status: 200, contentType: EVENT_STREAM, body: '' }),
  passes('gzip that is cut off', {
    kind: 'body',
    status: 200,
    contentType: EVENT_STREAM,
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync('event: ping\ndata: {"type":"ping"}\n\n'.repeat(50)).subarray(0, 40),
  }),
  passes('gzip that is none', {
    kind: 'body',
    status: 200,
    contentType: EVENT_STREAM,
    headers: { 'content-encoding': 'gzip' },
    body: 'event: ping\n\n',
  }),
  passes('JSON that is none', { kind: 'malformed-json', after: { inside: 'text' } }),
  // One SDK reads on, the other one breaks off.
  {
    name: 'a frame that is none',
    faults: [{ kind: 'malformed-sse', after: { inside: 'text' } }],
    ends: 'completed',
  },
  { name: 'a second message_start', faults: [{ kind: 'duplicate-message-start' }], ends: 'completed' },
  passes('an overload in mid-stream', { kind: 'error-event', after: { inside: 'text' } }),
  passes('an overload after a call has begun', { kind: 'error-event', after: { inside: 'tool_use' } }),
  passes('a server error in mid-stream', {
    kind: 'error-event',
    after: { inside: 'thinking' },
    errorType: 'api_error',
    message: 'Internal server error',
  }),
  refused(
    'a refusal in mid-stream',
    [{ kind: 'error-event', after: { inside: 'text' }, errorType: 'invalid_request_error', message: 'No' }],
    'invalid_request',
  ),
]

const SERIES: readonly FaultRow[] = [
  {
    name: '529, 500 and a reset, one after the other',
    faults: [status(529), status(500), { kind: 'reset', after: { inside: 'text' } }],
    ends: 'completed',
    waits: [500, 1_000, 2_000],
  },
  refused(
    'ten overloads',
    Array.from({ length: 10 }, () => status(529)),
    'overloaded',
  ),
  {
    name: 'overloads, with another model at hand',
    faults: [status(529), status(529), status(529)],
    ends: 'completed',
    waits: [500, 1_000],
    settings: { fallbackModel: 'claude-haiku-4-5-20251001' },
  },
  {
    name: 'forty rate limits, waited out',
    faults: Array.from({ length: 40 }, () => status(429)),
    ends: 'completed',
    settings: { persistentRetry: true },
  },
  {
    name: 'four cuts in a row',
    faults: Array.from({ length: 4 }, () => ({ kind: 'truncate', after: { inside: 'text' } }) as const),
    ends: 'completed',
    waits: [500, 1_000, 2_000, 4_000],
  },
]

export const FAULT_ROWS: readonly FaultRow[] = [...STATUSES, ...WAITS, ...BROKEN, ...BODIES, ...SERIES]
