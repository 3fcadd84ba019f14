/**
 * No secret is in the log: appended events are cleaned here, before any listener sees them. Everything
 * derived from the log (requests, recordings, exports, the screen, other tabs) is made of clean events.
 */
import type { EventBody } from '../../protocol/events.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { RedactedStream } from '../../redact/stream.ts'
import { redactedValue } from '../../redact/values.ts'

type Delta = Extract<EventBody, { type: 'text_delta' | 'thinking_delta' | 'tool_output' }>

interface Open {
  readonly stream: RedactedStream
  /** Template of the next piece: all but its text. */
  readonly like: Delta
}

/** Pieces of so many texts may be under way at once; with more, the oldest is taken to have ended. */
const OPEN_STREAMS = 64

/** With these nothing more comes of what the model says in that turn. */
const ENDS_TEXT: ReadonlySet<EventBody['type']> = new Set([
  'assistant_block',
  'tool_announced',
  'response_ended',
  'response_cut',
  'turn_committed',
  'run_ended',
] as const)

/** One per log. */
export class LogRedaction {
  readonly #redactor: Redactor
  readonly #open = new Map<string, Open>()

  constructor(redactor: Redactor) {
    this.#redactor = redactor
  }

  /**
   * The events as they may be stored. Text that may be half of a secret comes with a later one; none may be
   * left.
   */
  clean(bodies: readonly EventBody[]): readonly EventBody[] {
    return bodies.flatMap((body) => this.#cleanOne(body))
  }

  #cleanOne(body: EventBody): EventBody[] {
    if (isDelta(body)) return this.#piece(body)
    // An answer that is thrown away is not shown in parts, either.
    if (body.type === 'request_discarded') this.#end(isText, false)
    const rest = ENDS_TEXT.has(body.type)
      ? this.#end(isText, true)
      : this.#end((delta) => belongsTo(delta, body), true)
    return [...rest, redactedValue(body, this.#redactor)]
  }

  #piece(delta: Delta): EventBody[] {
    const key = keyOf(delta)
    const known = this.#open.get(key)
    const [oldest] = known === undefined && this.#open.size >= OPEN_STREAMS ? this.#open.values() : []
    const ended = oldest === undefined ? [] : this.#end((open) => open === oldest.like, true)
    const open = known ?? { stream: new RedactedStream(this.#redactor), like: { ...delta, text: '' } }
    this.#open.set(key, open)
    const text = open.stream.push(delta.text)
    return text === '' ? ended : [...ended, { ...delta, text }]
  }

  #end(isMeant: (delta: Delta) => boolean, isShown: boolean): EventBody[] {
    const rest: EventBody[] = []
    for (const [key, { stream, like }] of this.#open) {
      if (!isMeant(like)) continue
      this.#open.delete(key)
      const text = stream.end()
      if (isShown && text !== '') rest.push({ ...like, text })
    }
    return rest
  }
}

function isDelta(body: EventBody): body is Delta {
  return isText(body) || body.type === 'tool_output'
}

function isText(body: EventBody): body is Exclude<Delta, { type: 'tool_output' }> {
  return body.type === 'text_delta' || body.type === 'thinking_delta'
}

/** Output of a command that has ended. */
function belongsTo(delta: Delta, body: EventBody): boolean {
  if (delta.type !== 'tool_output') return false
  return (body.type === 'tool_result' || body.type === 'job_ended') && body.toolUseId === delta.toolUseId
}

function keyOf(delta: Delta): string {
  return delta.type === 'tool_output'
    ? `${delta.toolUseId} ${delta.stream}`
    : `${delta.type} ${delta.turnId} ${delta.block}`
}
