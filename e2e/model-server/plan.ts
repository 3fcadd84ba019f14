/** A turn as a list of acts on a socket: bytes to write, times to wait, the way it ends. Pure; `play.ts` performs it. */
import { errorMessageOf, errorTypeOf } from './api-error.ts'
import { asObject, asString, type JsonObject } from './json.ts'
import type { Fault, Position, Turn, Wire } from './turn.ts'

export type Act =
  | { readonly kind: 'write'; readonly bytes: Buffer; readonly event: string }
  | { readonly kind: 'wait'; readonly ms: number | 'forever' }
  | { readonly kind: 'reset' }

export interface Plan {
  /** Waited before the status line is sent. */
  readonly beforeHeaders: readonly Act[]
  readonly body: readonly Act[]
}

type StreamFault = Exclude<Fault, { kind: 'status' } | { kind: 'body' }>

const OVERLOADED = 529

/** `events` are the turn's, encoded as SSE. For a body that is not a stream, give one unit of its bytes. */
export function planStream(events: readonly JsonObject[], turn: Turn): Plan {
  const wire = turn.wire ?? {}
  const writes = events.map((event): Act & { kind: 'write' } => ({
    kind: 'write',
    bytes: encodeEvent(event, wire),
    event: eventLabel(event),
  }))
  const first = writes[0]
  if (wire.byteOrderMark && first) {
    writes[0] = { ...first, bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), first.bytes]) }
  }
  return planWrites(writes, turn)
}

export function planWrites(writes: readonly (Act & { kind: 'write' })[], turn: Turn): Plan {
  const fault = turn.fault
  const streamFault = fault && fault.kind !== 'status' && fault.kind !== 'body' ? fault : undefined
  if (streamFault?.kind === 'reset' && streamFault.after === 'headers') {
    return { beforeHeaders: [{ kind: 'reset' }], body: [] }
  }
  const beforeHeaders: Act[] =
    streamFault?.kind === 'stall' && streamFault.at === 'before-headers'
      ? [{ kind: 'wait', ms: streamFault.ms }]
      : []
  const faulty = streamFault ? applyFault(writes, streamFault, turn.wire ?? {}) : [...writes]
  return { beforeHeaders, body: inChunks(atPace(faulty, turn), turn.wire?.chunkBytes) }
}

function encodeEvent(event: JsonObject, wire: Wire): Buffer {
  return encodeFrame(asString(event['type']), JSON.stringify(event), wire)
}

function encodeFrame(name: string, data: string, wire: Wire): Buffer {
  const end = wire.lineEnd ?? '\n'
  const comment = wire.comments ? `: a comment${end}` : ''
  return Buffer.from(`${comment}event: ${name}${end}data: ${data}${end}${end}`)
}

/** `content_block_delta/text_delta` and the like: what `Position.inside` and the send times are looked up by. */
function eventLabel(event: JsonObject): string {
  const type = asString(event['type'])
  return type === 'content_block_delta' ? `${type}/${asString(asObject(event['delta'])['type'])}` : type
}

function applyFault(writes: readonly (Act & { kind: 'write' })[], fault: StreamFault, wire: Wire): Act[] {
  switch (fault.kind) {
    case 'duplicate-message-start':
      return writes.flatMap((act) => (act.event === 'message_start' ? [act, act] : [act]))
    case 'stall': {
      const wait: Act = { kind: 'wait', ms: fault.ms }
      if (fault.at === 'before-headers') return [...writes]
      return fault.at === 'after-headers' ? [wait, ...writes] : spliceAt(writes, fault.at, [wait])
    }
    case 'reset':
      return fault.after === 'headers' ? [] : cutAt(writes, fault.after, [{ kind: 'reset' }])
    case 'truncate':
      return cutAt(writes, fault.after, [])
    case 'error-event':
      return cutAt(writes, fault.after, [frame('error', errorData(fault), wire)])
    case 'malformed-json':
      return spliceAt(writes, fault.after, [
        frame('content_block_delta', '{"type":"content_block_delta","index":0,"delta":{"ty', wire),
      ])
    case 'malformed-sse':
      return spliceAt(writes, fault.after, [
        { kind: 'write', event: 'malformed', bytes: Buffer.from('\u0000no field\nevent\ndata:\n\n') },
      ])
  }
}

function frame(name: string, data: string, wire: Wire): Act {
  return { kind: 'write', event: name, bytes: encodeFrame(name, data, wire) }
}

function errorData(fault: Extract<Fault, { kind: 'error-event' }>): string {
  const error = {
    type: fault.errorType ?? errorTypeOf(OVERLOADED),
    message: fault.message ?? errorMessageOf(OVERLOADED),
  }
  return JSON.stringify({ type: 'error', error })
}

function spliceAt(writes: readonly (Act & { kind: 'write' })[], at: Position, acts: readonly Act[]): Act[] {
  const [before, after] = divide(writes, at)
  return [...before, ...acts, ...after]
}

function cutAt(writes: readonly (Act & { kind: 'write' })[], at: Position, acts: readonly Act[]): Act[] {
  return [...divide(writes, at)[0], ...acts]
}

type Writes = (Act & { kind: 'write' })[]

function divide(writes: readonly (Act & { kind: 'write' })[], at: Position): [Writes, Writes] {
  if ('bytes' in at) return divideAtByte(writes, at.bytes)
  const count = 'events' in at ? at.events : eventsInside(writes, at.inside)
  return [writes.slice(0, count), writes.slice(count)]
}

function divideAtByte(writes: readonly (Act & { kind: 'write' })[], offset: number): [Writes, Writes] {
  const before: Writes = []
  const after: Writes = []
  let left = offset
  for (const act of writes) {
    const taken = Math.min(left, act.bytes.length)
    if (taken > 0) before.push({ ...act, bytes: act.bytes.subarray(0, taken) })
    if (taken < act.bytes.length) after.push({ ...act, bytes: act.bytes.subarray(taken) })
    left -= taken
  }
  return [before, after]
}

const DELTA_OF_BLOCK = {
  text: 'text_delta',
  thinking: 'thinking_delta',
  tool_use: 'input_json_delta',
} as const

/** After the second delta of that kind (the first of a call is empty), or the first where there is one only. */
function eventsInside(
  writes: readonly (Act & { kind: 'write' })[],
  block: keyof typeof DELTA_OF_BLOCK,
): number {
  const label = `content_block_delta/${DELTA_OF_BLOCK[block]}`
  const places = writes.flatMap((act, index) => (act.event === label ? [index] : []))
  const place = places[1] ?? places[0]
  if (place === undefined) throw new Error(`The fault is inside a ${block} block, but this turn has none.`)
  return place + 1
}

function atPace(acts: readonly Act[], turn: Turn): Act[] {
  const pace = turn.pace
  if (!pace) return [...acts]
  let seen = 0
  return acts.flatMap((act): Act[] => {
    if (act.kind !== 'write') return [act]
    const ms = seen++ === 0 ? (pace.firstEventMs ?? 0) : (pace.eventMs ?? 0)
    return ms > 0 ? [{ kind: 'wait', ms }, act] : [act]
  })
}

function inChunks(acts: readonly Act[], size: number | undefined): Act[] {
  if (size === undefined) return [...acts]
  return acts.flatMap((act): Act[] => {
    if (act.kind !== 'write') return [act]
    const pieces: Act[] = []
    for (let start = 0; start < act.bytes.length; start += size) {
      pieces.push({ ...act, bytes: act.bytes.subarray(start, start + size) })
    }
    return pieces
  })
}
