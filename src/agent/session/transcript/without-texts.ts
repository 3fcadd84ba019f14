/**
 * A log for a report of a fault: the events with their times, durations and sizes, and nothing that anybody
 * said, read, wrote or named. Fields that are not known to be harmless are left out, so that a field of a
 * later version is, too.
 */
import type { AgentEvent } from '../../protocol/events.ts'

/** Fields whose values are words of ours, ids or names of tools and models. */
const WORDS: ReadonlySet<string> = new Set([
  'type',
  'turnId',
  'toolUseId',
  'messageId',
  'tool_use_id',
  'runId',
  'requestId',
  'jobId',
  'agent',
  'thread',
  'id',
  'tool',
  'name',
  'model',
  'mode',
  'origin',
  'outcome',
  'terminal',
  'behavior',
  'source',
  'stopReason',
  'cause',
  'kind',
  'level',
  'how',
  'by',
  'trigger',
  'state',
  'result',
  'appVersion',
])
const WORD = /^[\w.:-]{1,80}$/
/** Fields with others in them that are looked at one by one. */
const OPENED: ReadonlySet<string> = new Set(['usage', 'content', 'display', 'compared'])

/** A name stands for a tool or a model only in some; elsewhere it is a file's or a repository's. */
const NAMED: ReadonlySet<string> = new Set(['tool_use', 'server_tool_use'])

export function writeWithoutTexts({
  events,
  appVersion,
}: {
  readonly events: readonly AgentEvent[]
  readonly appVersion: string
}): string {
  const head = { type: 'session', format: 'vivarium-log-without-texts', version: 1, appVersion }
  return [head, ...events.map((event) => bare(event))].map((line) => `${JSON.stringify(line)}\n`).join('')
}

function bare(value: object): object {
  const isNamed = 'type' in value && typeof value.type === 'string' && NAMED.has(value.type)
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key === 'name' && !isNamed) return [[key, sizeOf(inner)]]
      return [[key, bareField(key, inner)]]
    }),
  )
}

function bareField(key: string, value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'string') return WORDS.has(key) && WORD.test(value) ? value : sizeOf(value)
  if (!OPENED.has(key)) return sizeOf(value)
  if (Array.isArray(value))
    return value.map((part: unknown) =>
      typeof part === 'object' && part !== null ? bare(part) : sizeOf(part),
    )
  return typeof value === 'object' ? bare(value) : sizeOf(value)
}

function sizeOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return `[${text.length} characters]`
}
