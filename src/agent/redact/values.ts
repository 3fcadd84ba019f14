/** Redaction of whole values: every text in them, names of fields included, in place of none that proves something. */
import type { Redactor } from './redactor.ts'

/**
 * Fields that the service signs or encodes, and identifiers: a change would break them, and they hold no
 * words.
 */
const UNTOUCHED: ReadonlySet<string> = new Set([
  'signature',
  'data',
  'type',
  'id',
  'tool_use_id',
  'toolUseId',
  'shownBy',
  'turnId',
  'requestId',
  'root',
  'hash',
])

/** The same value where nothing had to be taken out. A text whose signature it would break loses the signature. */
export function redactedValue<T>(value: T, redactor: Redactor): T {
  // The result has the shape of the value: only texts differ.
  return redactedPart(value, redactor) as T
}

function redactedPart(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.redact(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => redactedPart(item, redactor))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  const before = Object.entries(value)
  const entries = before.map(
    ([key, inner]) =>
      [redactor.redactName(key), UNTOUCHED.has(key) ? inner : redactedPart(inner, redactor)] as const,
  )
  if (entries.every(([key, inner], at) => key === before[at]?.[0] && inner === before[at][1])) return value
  const made = Object.fromEntries(entries)
  return 'signature' in made ? { ...made, signature: '' } : made
}
