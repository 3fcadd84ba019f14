/** The fields of a schema that may hold text, each with a value of the schema that has a given text there. */
import { z } from 'zod'

export interface TextField {
  /** e.g. `user_message.content.0.text`. */
  readonly name: string
  /** A value that the schema accepts, with `text` in this field and plain words in all others. */
  fill(text: string): unknown
}

/** A value in which every text is a `Text`, so that each can be found and replaced. */
class Text {
  constructor(readonly plain = 'word') {}
}

/** `except`: names of fields that are left out. A record is two fields: a value, and a name. */
export function textFields(union: z.ZodDiscriminatedUnion, except: readonly string[]): readonly TextField[] {
  const fields = new Map<string, TextField>()
  for (const option of union.options) {
    // Samples of one kind share the texts in which they do not differ.
    const seen = new Set<Text>()
    for (const sample of samplesOf(option)) {
      for (const { path, text } of textsIn(sample, [])) {
        if (seen.has(text) || path.some((key) => except.includes(key))) continue
        seen.add(text)
        const field = `${String(propertyOf(sample, 'type'))}.${path.join('.')}`
        const name = fields.has(field) ? `${field}, member ${fields.size}` : field
        fields.set(name, { name, fill: (secret) => filled(sample, text, secret) })
      }
    }
  }
  return [...fields.values()]
}

/** At least one value; each member of a union and each optional field is in one of them. */
function samplesOf(schema: z.core.$ZodType): readonly unknown[] {
  // The union of all that zod has, told apart by `def.type`.
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return objectsOf(def.shape)
    case 'optional':
    case 'nullable':
    case 'readonly':
      return samplesOf(def.innerType)
    case 'array':
      return samplesOf(def.element).map((sample) => [sample])
    case 'union':
      return def.options.flatMap(samplesOf)
    case 'record':
      return [new Map([[new Text('name'), new Text()]])]
    case 'string':
      return [stringSample(schema)]
    case 'unknown':
      return [new Text()]
    case 'number':
      return [1]
    case 'boolean':
      return [true]
    case 'literal':
      return def.values
    case 'enum':
      return Object.values(def.entries).slice(0, 1)
    default:
      throw new Error(`No sample of a schema of the type ${def.type} is made here.`)
  }
}

/** Names with a pattern that no words fit. */
const NAMES = ['a'.repeat(64), 'bash-01234567.txt']

function stringSample(schema: z.core.$ZodType): Text | string {
  const words = new Text()
  const sample = [words.plain, ...NAMES].find((text) => z.core.safeParse(schema, text).success)
  if (sample === undefined) throw new Error('No sample fits the pattern of a text: add one to NAMES.')
  return sample === words.plain ? words : sample
}

function objectsOf(shape: z.core.$ZodShape): readonly unknown[] {
  const fields = Object.entries(shape).map(([key, inner]) => [key, samplesOf(inner)] as const)
  const first = Object.fromEntries(fields.map(([key, samples]) => [key, samples[0]]))
  const others = fields.flatMap(([key, samples]) =>
    samples.slice(1).map((sample) => ({ ...first, [key]: sample })),
  )
  return [first, ...others]
}

function textsIn(
  value: unknown,
  path: readonly string[],
): readonly { path: readonly string[]; text: Text }[] {
  if (value instanceof Text) return [{ path, text: value }]
  if (value instanceof Map)
    return [...value].flatMap(([key, inner]) => [
      ...textsIn(key, [...path, 'any name']),
      ...textsIn(inner, [...path, 'any']),
    ])
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]))
}

function filled(value: unknown, at: Text, secret: string): unknown {
  if (value instanceof Text) return value === at ? secret : value.plain
  if (value instanceof Map)
    return Object.fromEntries(
      [...value].map(([key, inner]) => [String(filled(key, at, secret)), filled(inner, at, secret)]),
    )
  if (Array.isArray(value)) return value.map((inner) => filled(inner, at, secret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, at, secret)]))
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined
}
