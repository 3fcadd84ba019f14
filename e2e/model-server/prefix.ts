/** Byte-stability of a conversation's prefix: what request n sent must open request n + 1, or the prompt cache is lost. */
import { asArray, asBlocks, isObject, type JsonObject } from './json.ts'
import { DIFFERENCE_CONTEXT } from './limits.ts'

export interface PrefixDifference {
  /** UTF-8 bytes of the serialised prefix that are still equal. */
  readonly offset: number
  /** Place in the request, such as `messages.2.content.0.text`. */
  readonly path: string
  readonly before: string
  readonly after: string
}

export interface PrefixComparison {
  /** Index of the later request among all that the server recorded. */
  readonly request: number
  /** First difference as sent; markers may move between requests, so this one alone is no fault. */
  readonly raw: PrefixDifference | undefined
  /** First difference once `cache_control` is left out: none, unless the conversation was rewritten. */
  readonly stripped: PrefixDifference | undefined
  /** Bytes of this request that the previous one had sent already, as a share from 0 to 1 (markers left out). */
  readonly sharedWithPrevious: number
  /** Share of this request's prompt that the markers made readable from the cache, 0 to 1. */
  readonly cachedShare: number
  /** Fields outside the prefix that changed and empty the cache (`model`, `thinking`, `tool_choice`). */
  readonly changedSettings: readonly string[]
}

const CACHE_SETTINGS = ['model', 'thinking', 'tool_choice'] as const

interface Segment {
  readonly path: string
  readonly value: unknown
  readonly json: string
}

/** The prompt in the order the model reads it: tools, system, messages; a segment for each tool, block and message. */
function segments(body: JsonObject, options: { readonly markers: boolean }): Segment[] {
  const prepare = options.markers ? (value: unknown) => value : withoutMarkers
  const segment = (path: string, value: unknown): Segment => {
    const prepared = prepare(value)
    return { path, value: prepared, json: JSON.stringify(prepared) }
  }
  const system = typeof body['system'] === 'string' ? [body['system']] : asArray(body['system'])
  return [
    ...asArray(body['tools']).map((tool, index) => segment(`tools.${index}`, tool)),
    ...system.map((block, index) => segment(`system.${index}`, block)),
    ...asArray(body['messages']).map((message, index) => segment(`messages.${index}`, message)),
  ]
}

/** Leaves `cache_control` out where the API gives it a meaning, not in a call's own input. */
function withoutMarkers(value: unknown): unknown {
  if (!isObject(value)) return value
  const { cache_control: _marker, ...rest } = value
  if (!Array.isArray(rest['content'])) return rest
  return { ...rest, content: asBlocks(rest['content']).map(withoutMarkers) }
}

export function comparePrefix(
  previous: JsonObject,
  next: JsonObject,
): Pick<PrefixComparison, 'raw' | 'stripped' | 'sharedWithPrevious' | 'changedSettings'> {
  const before = segments(previous, { markers: false })
  const after = segments(next, { markers: false })
  const stripped = firstDifference(before, after)
  const total = byteLength(after)
  const shared = stripped?.offset ?? byteLength(before)
  return {
    raw: firstDifference(segments(previous, { markers: true }), segments(next, { markers: true })),
    stripped,
    sharedWithPrevious: total === 0 ? 0 : Math.min(1, shared / total),
    changedSettings: CACHE_SETTINGS.filter(
      (key) => JSON.stringify(previous[key]) !== JSON.stringify(next[key]),
    ),
  }
}

function byteLength(parts: readonly Segment[]): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part.json), 0)
}

function firstDifference(
  before: readonly Segment[],
  after: readonly Segment[],
): PrefixDifference | undefined {
  let offset = 0
  for (const [index, part] of before.entries()) {
    const other = after[index]
    if (other?.json === part.json && other.path === part.path) {
      offset += Buffer.byteLength(part.json)
      continue
    }
    return difference(part, other, offset)
  }
  return undefined
}

function difference(part: Segment, other: Segment | undefined, offset: number): PrefixDifference {
  if (other?.path !== part.path) {
    return {
      offset,
      path: part.path,
      before: excerpt(part.json, 0),
      after: other ? `(${other.path})` : '(absent)',
    }
  }
  const at = firstUnequal(part.json, other.json)
  return {
    offset: offset + Buffer.byteLength(part.json.slice(0, at)),
    path: [part.path, ...differingPath(part.value, other.value)].join('.'),
    before: excerpt(part.json, at),
    after: excerpt(other.json, at),
  }
}

function firstUnequal(left: string, right: string): number {
  const end = Math.min(left.length, right.length)
  for (let index = 0; index < end; index++) if (left[index] !== right[index]) return index
  return end
}

function excerpt(json: string, at: number): string {
  return json.slice(Math.max(0, at - DIFFERENCE_CONTEXT), at + DIFFERENCE_CONTEXT)
}

/** Keys down to the first value that differs; stops where the order of keys is what differs. */
function differingPath(left: unknown, right: unknown): string[] {
  if (!isContainer(left) || !isContainer(right)) return []
  const keys = Object.keys(left)
  if (keys.join('\n') !== Object.keys(right).join('\n') && !Array.isArray(left)) {
    const otherKeys = Object.keys(right)
    const odd = [...keys, ...otherKeys].find(
      (key, index) => keys[index] !== otherKeys[index] && key !== undefined,
    )
    return odd === undefined ? [] : [odd]
  }
  const indexed: Readonly<Record<string, unknown>> = { ...right }
  for (const [key, value] of Object.entries(left)) {
    if (JSON.stringify(value) !== JSON.stringify(indexed[key]))
      return [key, ...differingPath(value, indexed[key])]
  }
  return []
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
