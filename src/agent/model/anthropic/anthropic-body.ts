/**
 * The body of a request as the bytes that are sent. Messages never change, so what the request before had is neither
 * serialised nor encoded again: a request costs what is new, and one copy of memory, at turn 1,000 as at turn 10.
 */
import type { Message } from '../../protocol/messages.ts'
import {
  toMessageParam,
  toRequestHead,
  toToolParam,
  toToolParams,
  withMarker,
  withMarkerJson,
} from './anthropic-request.ts'
import type { ModelRequest, ToolSpec } from '../contract.ts'
import type { ModelFacts } from '../models.ts'

const ENCODER = new TextEncoder()
const COMMA = ENCODER.encode(',')

/** The messages that requests of one conversation have had in common so far. */
interface Prefix {
  readonly messages: Message[]
  /** End of each message's JSON in `bytes`; a comma follows each. */
  readonly ends: number[]
  /** Has room to grow. */
  bytes: Uint8Array
}

/** Bytes before the messages, and their sources. */
interface Start {
  readonly head: string
  readonly tools: readonly string[]
  readonly bytes: Uint8Array
}

/** By a conversation's first message, as prefixes are. */
const STARTS = new WeakMap<Message, Start>()

/** By a conversation's first message: it lives as long as the conversation does. */
const PREFIXES = { plain: new WeakMap<Message, Prefix>(), advised: new WeakMap<Message, Prefix>() }

/** The bytes of `JSON.stringify(toRequestBody(request, facts))`, in an array of their own. */
export function toRequestBytes(
  request: ModelRequest,
  facts: ModelFacts,
  own = false,
): Uint8Array<ArrayBuffer> {
  const advised = request.advisor !== undefined
  // A request that is not cached may be marked before its end: it is short and sent once.
  const tail = request.cacheWrite === false ? request.messages.length : 1
  const params = request.messages.slice(-tail).map((message) => toMessageParam(message, advised))
  const last = withMarker(params, request).map((param) => JSON.stringify(param))
  const start = startBytes(request, facts, own)
  const older = olderBytes(request.messages.slice(0, -tail), advised)
  const end = ENCODER.encode(`${last.join()}]}`)
  const body = new Uint8Array(start.length + older.length + end.length)
  body.set(start)
  body.set(older, start.length)
  body.set(end, start.length + older.length)
  return body
}

/** Not encoded again while it says the same: the tools are most of a short request. */
function startBytes(request: ModelRequest, facts: ModelFacts, own: boolean): Uint8Array {
  const head = JSON.stringify(toRequestHead(request, facts))
  const tools = toolsJson(request, own)
  const [first] = request.messages
  const known = first && STARTS.get(first)
  const isSame =
    known?.head === head &&
    known.tools.length === tools.length &&
    tools.every((json, index) => json === known.tools[index])
  if (isSame) return known.bytes
  const bytes = ENCODER.encode(`${head.slice(0, -1)},"tools":[${tools.join()}],"messages":[`)
  if (first) STARTS.set(first, { head, tools, bytes })
  return bytes
}

/** A schema is the same object as long as its tool lives. */
const TOOLS = new WeakMap<
  ToolSpec['inputSchema'],
  { readonly of: ToolSpec; readonly own: boolean; readonly json: string }
>()

/** The last one has the marker; the advisor comes last. */
function toolsJson({ tools, advisor, cacheTtl }: ModelRequest, own: boolean): string[] {
  const json = tools.map((tool) => toolJson(tool, own))
  const last = json.at(-1)
  if (advisor || last === undefined) {
    const marked = toToolParams({ tools: [], advisor, cacheTtl })
    return [...json, ...marked.map((param) => JSON.stringify(param))]
  }
  return [...json.slice(0, -1), withMarkerJson(last, { cacheTtl })]
}

function toolJson(tool: ToolSpec, own: boolean): string {
  const known = TOOLS.get(tool.inputSchema)
  const isSame = known?.of.name === tool.name && known.of.description === tool.description
  if (isSame && known.own === own) return known.json
  const json = JSON.stringify(toToolParam(tool, own))
  TOOLS.set(tool.inputSchema, { of: tool, own, json })
  return json
}

/** Messages that carry no marker, each with a comma after it. Valid until the next call. */
function olderBytes(messages: readonly Message[], advised: boolean): Uint8Array {
  const [first] = messages
  if (first === undefined) return new Uint8Array()
  const prefixes = advised ? PREFIXES.advised : PREFIXES.plain
  const prefix = prefixes.get(first) ?? { messages: [], ends: [], bytes: new Uint8Array() }
  prefixes.set(first, prefix)
  const same = prefix.messages.findIndex((message, index) => message !== messages[index])
  if (same !== -1) {
    prefix.messages.length = same
    prefix.ends.length = same
  }
  for (const message of messages.slice(prefix.messages.length)) add(prefix, message, advised)
  return prefix.bytes.subarray(0, prefix.ends.at(-1))
}

function add(prefix: Prefix, message: Message, advised: boolean): void {
  const json = ENCODER.encode(JSON.stringify(toMessageParam(message, advised)))
  const start = prefix.ends.at(-1) ?? 0
  const end = start + json.length + COMMA.length
  if (end > prefix.bytes.length) {
    const larger = new Uint8Array(end * 2)
    larger.set(prefix.bytes.subarray(0, start))
    prefix.bytes = larger
  }
  prefix.bytes.set(json, start)
  prefix.bytes.set(COMMA, start + json.length)
  prefix.messages.push(message)
  prefix.ends.push(end)
}
