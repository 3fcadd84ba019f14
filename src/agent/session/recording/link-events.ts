/**
 * The log within a link: short, as it is written, and long again. An event that is not wholly known here goes as it is
 * stored, apart from all others: its fields may have the names of those that a link adds.
 */
import { fieldsOf } from '../../../sandbox/page/fields.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { isFields } from '../shapes/fields.ts'
import { storedShape } from '../shapes/stored-shape.ts'
import type { Fields } from '../shapes/fields.ts'
import { writtenEvent } from '../shapes/written-event.ts'
import { damaged } from './problem.ts'
import { mapRoots } from './recording.ts'

/** Events without numbers, with the time since the one before, and lengths for text that follows whole. */
export function shortEvents(
  events: readonly AgentEvent[],
  name: (hash: string) => string | undefined,
): unknown[] {
  const texts = wholeTexts(events.filter(isAsRead))
  let before = 0
  return events.map((event) => {
    const since = event.at - before
    before = event.at
    if (!isAsRead(event)) {
      const { seq: _, at: __, ...raw } = writtenEvent(event)
      return { raw, at: since }
    }
    const [{ seq: _, at: __, ...body } = event] = mapHashes([event], (hash) => name(hash) ?? hash)
    const whole = isDelta(body) ? texts.get(keyOf(body)) : undefined
    if (!isDelta(body) || whole === undefined) return { ...body, at: since }
    const { text, ...rest } = body
    return { ...rest, n: text.length, at: since }
  })
}

function isAsRead(event: AgentEvent): boolean {
  return storedShape(event) === undefined
}

/** An event that was written as it is stored; undefined for any other. */
export function rawIn(event: unknown): Fields | undefined {
  if (!isFields(event) || 'type' in event) return undefined
  return isFields(event['raw']) ? event['raw'] : undefined
}

/** Puts back the parts that `shortEvents` has left out, each character of a text once. Throws `RecordingProblem` where they are not there; checks nothing else. */
export function longEvents(
  events: readonly unknown[],
  hash: (name: string) => string | undefined,
): unknown[] {
  const texts = wholeTexts(asEvents(events.filter((event) => rawIn(event) === undefined)))
  const used = new Map<string, number>()
  let before = 0
  const long = events.map((event, index) => {
    if (typeof event !== 'object' || event === null) throw damaged(`event ${index + 1} is none`)
    const { at, n, ...body } = fieldsOf(event)
    if (typeof at !== 'number') throw damaged(`event ${index + 1} has no time`)
    before += at
    const raw = rawIn(event)
    if (raw) return { ...raw, seq: index + 1, at: before }
    const stamped = { ...body, seq: index + 1, at: before }
    if (n === undefined) return stamped
    const key = isDelta(body) ? keyOf(body) : ''
    const text = texts.get(key)
    const from = used.get(key) ?? 0
    // Before it is cut out: parts that overlap would make gigabytes of a few kilobytes.
    if (text === undefined || !isPartLength(n, text.length - from))
      throw damaged(`event ${index + 1} is a part of a text that is not there`)
    used.set(key, from + n)
    return { ...stamped, text: text.slice(from, from + n) }
  })
  for (const [key, end] of used)
    if (end !== texts.get(key)?.length) throw damaged('a streamed text in its log ends too early')
  const toHash = (name: string) => {
    if (typeof name !== 'string' || !/^[/#]/.test(name)) return name
    const known = hash(name)
    if (known === undefined) throw damaged('its log names files that it does not have')
    return known
  }
  return long.flatMap((event, index) =>
    rawIn(events[index]) ? [event] : mapHashes(asEvents([event]), toHash),
  )
}

/** Events that nothing has checked yet: a malformed one makes its reader throw, or `checkRecording` finds it. */
export function asEvents(events: readonly unknown[]): readonly AgentEvent[] {
  return events as readonly AgentEvent[]
}

function isPartLength(n: unknown, rest: number): n is number {
  return typeof n === 'number' && Number.isInteger(n) && n >= 0 && n <= rest
}

type Delta = Extract<EventBody, { type: 'text_delta' | 'thinking_delta' }>

function isDelta(body: { readonly type?: unknown }): body is Delta {
  return body.type === 'text_delta' || body.type === 'thinking_delta'
}

function keyOf({ type, turnId, block }: Delta): string {
  return `${type} ${turnId} ${block}`
}

/** The text of each block that its parts make exactly, by the key of its parts. */
function wholeTexts(events: readonly AgentEvent[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const event of events) {
    if (event?.type !== 'assistant_block') continue
    const { turnId, block, content } = event
    if (content?.type === 'text')
      texts.set(keyOf({ type: 'text_delta', turnId, block, text: '' }), content.text)
    if (content?.type === 'thinking')
      texts.set(keyOf({ type: 'thinking_delta', turnId, block, text: '' }), content.thinking)
  }
  const parts = new Map<string, string>()
  for (const event of events) {
    if (!isDelta(event) || typeof event.text !== 'string') continue
    parts.set(keyOf(event), (parts.get(keyOf(event)) ?? '') + event.text)
  }
  for (const [key, text] of parts) if (texts.get(key) !== text) texts.delete(key)
  return texts
}

/** The events with other names of trees, and of the files that a call has seen. */
function mapHashes(events: readonly AgentEvent[], map: (hash: string) => string): AgentEvent[] {
  return mapRoots(events, map).map((event) =>
    event.type === 'tool_result' && Array.isArray(event.seen)
      ? { ...event, seen: event.seen.map((file) => ({ ...file, hash: map(file.hash) })) }
      : event,
  )
}
