/**
 * Models write `"10"` for 10, `"true"` for true, or a list as a string of JSON. An unambiguous value is
 * coerced and reported; everything else stays an error of the schema.
 */
import type { z } from 'zod'

/** Rounds: a value inside a string of JSON may itself have to be coerced. */
const ROUNDS = 3

export type Coerced<Input> =
  | { readonly ok: true; readonly input: Input; readonly changes: readonly string[] }
  | { readonly ok: false; readonly issues: readonly z.core.$ZodIssue[]; readonly input: unknown }

export function parseLeniently<Schema extends z.ZodObject>(
  schema: Schema,
  raw: unknown,
  renamedFields: Readonly<Record<string, string>> = {},
): Coerced<z.infer<Schema>> {
  const changes: string[] = []
  let input = withNewNames(raw, renamedFields, changes)
  for (let round = 0; ; round += 1) {
    const parsed = schema.safeParse(input)
    if (parsed.success) return { ok: true, input: parsed.data, changes }
    const next = round < ROUNDS ? coerceAt(input, parsed.error.issues, changes) : undefined
    if (next === undefined) return { ok: false, issues: parsed.error.issues, input }
    input = next
  }
}

/** A field under its new name, unless the new one is there, too. */
function withNewNames(raw: unknown, names: Readonly<Record<string, string>>, changes: string[]): unknown {
  if (!isRecord(raw)) return raw
  const newName = (name: string): string => {
    const other = Object.hasOwn(names, name) ? names[name] : undefined
    if (other === undefined || Object.hasOwn(raw, other)) return name
    changes.push(`\`${name}\` is called \`${other}\``)
    return other
  }
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [newName(name), value]))
}

/** The input with each value of a wrong type as the type that was expected; undefined when none can be. */
function coerceAt(input: unknown, issues: readonly z.core.$ZodIssue[], changes: string[]): unknown {
  let next: unknown
  for (const issue of issues) {
    if (issue.code !== 'invalid_type') continue
    const at = issue.path.map(String)
    const value = at.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), input)
    const field = `\`${at.join('.')}\``
    if (value === null) {
      next = replaced(next ?? input, at, undefined)
      changes.push(`${field}: null was left out`)
      continue
    }
    const other = asType(value, issue.expected)
    if (other === undefined) continue
    next = replaced(next ?? input, at, other)
    changes.push(`${field}: ${typeof value} taken for ${issue.expected}`)
  }
  return next
}

function asType(value: unknown, expected: string): unknown {
  if (expected === 'string')
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  switch (expected) {
    case 'boolean':
      return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined
    case 'number':
    case 'int':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
    case 'array':
    case 'object': {
      const parsed = parsedJson(text)
      return Array.isArray(parsed) === (expected === 'array') && isRecord(parsed) ? parsed : undefined
    }
    default:
      return undefined
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A copy with another value at the path; without the field when that is undefined. */
function replaced(input: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(input)) {
    return input.map((item: unknown, index) => (String(index) === key ? replaced(item, rest, value) : item))
  }
  if (!isRecord(input)) return input
  const next = replaced(input[key], rest, value)
  if (next !== undefined) return { ...input, [key]: next }
  const { [key]: _, ...others } = input
  return others
}

/** Lists count: their positions are keys. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
