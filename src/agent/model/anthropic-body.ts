/**
 * The body of a request as the bytes that are sent. Messages never change, so what the request before had is neither
 * serialised nor encoded again: a request costs what is new, and one copy of memory, at turn 1,000 as at turn 10.
 */
import type { Message } from '../protocol/messages.ts'
import { toMessageParam, toRequestHead, toToolParam, toToolParams, withMarker } from './anthropic-request.ts'
import type { ModelRequest, ToolSpec } from './contract.ts'
import type { ModelFacts } from './models.ts'

const ENCODER = new TextEncoder()
const COMMA = ENCODER.encode(',')

/** The messages that requests of one conversation have had in common so far. */
interface Prefix {
  readonly messages: Message[]
  /** Where each message's JSON ends in `bytes`; after each is a comma. */
  readonly ends: number[]
  /** Has room to grow. */
  bytes: Uint8Array
}

/** By a conversation's first message: it lives as long as the conversation does. */
const PREFIXES = { plain: new WeakMap<Message, Prefix>(), advised: new WeakMap<Message, Prefix>() }

/** The bytes of `JSON.stringify(toRequestBody(request, facts))`, in an array of their own. */
export function toRequestBytes(request: ModelRequest, facts: ModelFacts): Uint8Array<ArrayBuffer> {
  const head = `${JSON.stringify(toRequestHead(request, facts)).slice(0, -1)},"tools":${toolsJson(request)}`
  const advised = request.advisor !== undefined
  // What is not kept may be marked before its end: it is short, and asked once.
  const tail = request.cacheWrite === false ? request.messages.length : 1
  const params = request.messages.slice(-tail).map((message) => toMessageParam(message, advised))
  const last = withMarker(params, request).map((param) => JSON.stringify(param))
  const start = ENCODER.encode(`${head},"messages":[`)
  const older = olderBytes(request.messages.slice(0, -tail), advised)
  const end = ENCODER.encode(`${last.join()}]}`)
  const body = new Uint8Array(start.length + older.length + end.length)
  body.set(start)
  body.set(older, start.length)
  body.set(end, start.length + older.length)
  return body
}

/** A schema is the same object as long as its tool lives; tools are most of a short request. */
const TOOLS = new WeakMap<ToolSpec['inputSchema'], { readonly of: ToolSpec; readonly json: string }>()

function toolsJson({ tools, advisor, cacheTtl }: ModelRequest): string {
  // The last one has the marker; the advisor comes last.
  const plain = advisor ? tools : tools.slice(0, -1)
  const marked = toToolParams({ tools: advisor ? [] : tools.slice(-1), advisor, cacheTtl })
  return `[${[...plain.map(toolJson), ...marked.map((param) => JSON.stringify(param))].join()}]`
}

function toolJson(tool: ToolSpec): string {
  const known = TOOLS.get(tool.inputSchema)
  if (known?.of.name === tool.name && known.of.description === tool.description) return known.json
  const json = JSON.stringify(toToolParam(tool))
  TOOLS.set(tool.inputSchema, { of: tool, json })
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
