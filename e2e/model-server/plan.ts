/** A turn as a list of acts on a socket: bytes to write, times to wait, the way it ends. Pure; `play.ts` performs it. */
import type { Fault, Position, Turn, Wire } from './turn.ts'
import type { Frame, WireFormat } from './wire.ts'

export type Act =
  | { readonly kind: 'write'; readonly bytes: Buffer; readonly event: string }
  | { readonly kind: 'wait'; readonly ms: number | 'forever' }
  /** Waits until so many milliseconds after the first act. */
  | { readonly kind: 'until'; readonly ms: number }
  /** Waits until the test releases that place. */
  | { readonly kind: 'hold'; readonly name: string }
  | { readonly kind: 'reset' }

export interface Plan {
  /** Waited before the status line is sent. */
  readonly beforeHeaders: readonly Act[]
  readonly body: readonly Act[]
}

type StreamFault = Exclude<Fault, { kind: 'status' } | { kind: 'body' }>

type FaultFrames = Pick<WireFormat, 'errorFrame' | 'brokenFrame'>

/** `frames` are the turn's, encoded as SSE. For a body that is not a stream, give one unit of its bytes. */
export function planStream(frames: readonly Frame[], turn: Turn, faults: FaultFrames): Plan {
  const wire = turn.wire ?? {}
  const writes = frames.map((frame) => encodeFrame(frame, wire))
  const first = writes[0]
  if (wire.byteOrderMark && first) {
    writes[0] = { ...first, bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), first.bytes]) }
  }
  return planWrites(writes, turn, faults)
}

export function planWrites(
  writes: readonly (Act & { kind: 'write' })[],
  turn: Turn,
  faults: FaultFrames,
): Plan {
  const fault = turn.fault
  const streamFault = fault && fault.kind !== 'status' && fault.kind !== 'body' ? fault : undefined
  if (streamFault?.kind === 'reset' && streamFault.after === 'headers') {
    return { beforeHeaders: [{ kind: 'reset' }], body: [] }
  }
  const beforeHeaders: Act[] =
    streamFault?.kind === 'stall' && streamFault.at === 'before-headers'
      ? [{ kind: 'wait', ms: streamFault.ms }]
      : []
  const faulty = streamFault
    ? applyFault(writes, streamFault, { wire: turn.wire ?? {}, faults })
    : held(writes, turn)
  return { beforeHeaders, body: inChunks(atPace(faulty, turn), turn.wire?.chunkBytes) }
}

function encodeFrame({ label, name, data }: Frame, wire: Wire): Act & { kind: 'write' } {
  const end = wire.lineEnd ?? '\n'
  const comment = wire.comments ? `: a comment${end}` : ''
  const named = name === undefined ? '' : `event: ${name}${end}`
  const bytes = Buffer.from(`${comment}${named}data: ${data}${end}${end}`)
  return { kind: 'write', bytes, event: label }
}

function applyFault(
  writes: readonly (Act & { kind: 'write' })[],
  fault: StreamFault,
  { wire, faults }: { wire: Wire; faults: FaultFrames },
): Act[] {
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
      return cutAt(writes, fault.after, [encodeFrame(faults.errorFrame(fault), wire)])
    case 'malformed-json':
      return spliceAt(writes, fault.after, [encodeFrame(faults.brokenFrame, wire)])
    case 'malformed-sse':
      return spliceAt(writes, fault.after, [
        { kind: 'write', event: 'malformed', bytes: Buffer.from('\u0000no field\nevent\ndata:\n\n') },
      ])
  }
}

function held(writes: readonly (Act & { kind: 'write' })[], { hold }: Turn): Act[] {
  if (!hold) return [...writes]
  return spliceAt(writes, hold.after ?? { events: 0 }, [{ kind: 'hold', name: hold.name }])
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

/** Milliseconds that timers can keep to. */
const TICK_MS = 5

function atPace(acts: readonly Act[], turn: Turn): Act[] {
  const pace = turn.pace
  if (!pace) return [...acts]
  let seen = 0
  if (pace.perSecond !== undefined) {
    const first = pace.firstEventMs ?? 0
    const atOnce = Math.max(1, Math.round((pace.perSecond * TICK_MS) / 1000))
    return acts.flatMap((act): Act[] => {
      if (act.kind !== 'write' || seen++ % atOnce !== 0) return [act]
      return [{ kind: 'until', ms: first + ((seen - 1) / atOnce) * TICK_MS }, act]
    })
  }
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
