/**
 * The searchable part of a stored event. Events are read as they are on the disk: malformed ones are left
 * out.
 */
import { SEARCH_ENTRY_CHARS } from '../../limits.ts'
import type { FoundRole } from '../../protocol/calls/session-search.ts'
import { isFields } from '../shapes/fields.ts'

export interface Entry {
  readonly seq: number
  readonly at: number
  readonly role: FoundRole
  readonly tool?: string
  /** Paths that the call names. */
  readonly files: readonly string[]
  readonly text: string
}

const FILE_FIELDS = ['file_path', 'path', 'notebook_path']

/** At most one: an event is one message, one call or one result. */
export function entryOf(event: unknown): Entry | undefined {
  if (!isFields(event)) return undefined
  const stamp = { seq: numberIn(event['seq']), at: numberIn(event['at']) }
  switch (event['type']) {
    case 'user_message':
      if (event['origin'] !== 'human') return undefined
      return entry({ ...stamp, role: 'user', files: [] }, texts(event['content']))
    case 'assistant_block': {
      const content = event['content']
      if (!isFields(content)) return undefined
      if (content['type'] !== 'tool_use')
        return entry({ ...stamp, role: 'assistant', files: [] }, texts(content))
      const input = isFields(content['input']) ? content['input'] : {}
      const files = FILE_FIELDS.flatMap((name) => textIn(input[name]))
      const tool = textIn(content['name'])[0] ?? ''
      return entry({ ...stamp, role: 'tool', tool, files }, texts(input))
    }
    case 'tool_result':
      return entry(
        { ...stamp, role: 'tool', tool: textIn(event['tool'])[0] ?? '', files: [] },
        texts(event['content']),
      )
    default:
      return undefined
  }
}

function entry(facts: Omit<Entry, 'text'>, parts: readonly string[]): Entry | undefined {
  const text = parts.join('\n').slice(0, SEARCH_ENTRY_CHARS)
  return text === '' ? undefined : { ...facts, text }
}

/** All texts in it but for names of types, ids and encoded data. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  if (!isFields(value)) return []
  return Object.entries(value).flatMap(([name, part]) => (NO_TEXT.has(name) ? [] : texts(part)))
}

const NO_TEXT: ReadonlySet<string> = new Set([
  'type',
  'id',
  'tool_use_id',
  'toolUseId',
  'signature',
  'data',
  'source',
])

function textIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : []
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
