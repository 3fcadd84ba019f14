/**
 * Anthropic's Messages API through its own SDK, with the user's key, from a worker. The SDK sends and parses the
 * stream; retries are ours (the log must tell of them), and so is the watch over a silent connection.
 */
import Anthropic from '@anthropic-ai/sdk'
import type { Stream } from '@anthropic-ai/sdk/streaming'
import { STREAM_IDLE_MS } from '../limits.ts'
import { toRequestBytes } from './anthropic-body.ts'
import { ResponseReader } from './anthropic-response.ts'
import type { ModelClient, ModelError, ModelRequest, ModelStreamEvent } from './contract.ts'
import { classifyFailure } from './failure.ts'
import type { Probe } from './failure.ts'

export interface AnthropicOptions {
  readonly apiKey: string
  /** Without `/v1`. */
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly probe: Probe
  /** Milliseconds without a byte after which the connection counts as dead. */
  readonly idleMs?: number
}

/** Header of our own id of a call: a time-out leaves no id of the server's (API-14, BP-13). */
const REQUEST_ID_HEADER = 'x-client-request-id'

/**
 * A header of ours needs the server's permission (CORS preflight), and a page is not told when that was missing. So
 * the id is sent until a call gets no answer at all, from then on not any more. The log has it in any case.
 */
interface IdHeader {
  allowed: boolean
}

export function createAnthropicClient(options: AnthropicOptions): ModelClient {
  const idHeader: IdHeader = { allowed: true }
  return { stream: (request, signal) => stream(options, { request, signal, idHeader }) }
}

interface Call {
  readonly request: ModelRequest
  readonly signal: AbortSignal
  readonly idHeader: IdHeader
}

async function* stream(options: AnthropicOptions, call: Call): AsyncGenerator<ModelStreamEvent> {
  const problem = unusable(options)
  if (problem) {
    yield { type: 'failed', error: problem }
    return
  }
  const sentId = call.idHeader.allowed
  for await (const event of attempt(options, call)) {
    const unanswered =
      event.type === 'failed' && (event.error.kind === 'cors' || event.error.kind === 'unreachable')
    if (unanswered) call.idHeader.allowed = false
    if (unanswered && sentId && event.error.kind === 'cors') return yield* attempt(options, call)
    yield event
  }
}

async function* attempt(
  options: AnthropicOptions,
  { request, signal, idHeader }: Call,
): AsyncGenerator<ModelStreamEvent> {
  const watch = new IdleWatch(options.idleMs ?? STREAM_IDLE_MS)
  const reader = new ResponseReader()
  let body: ReadableStream<Uint8Array> | null = null
  try {
    const response = await clientOf(options, watch)
      // What `messages.create` does, with a body whose old part need not be made again.
      .post<Stream<Anthropic.RawMessageStreamEvent>>('/v1/messages', {
        body: toRequestBytes(request),
        stream: true,
        signal: AbortSignal.any([signal, watch.signal]),
        headers: {
          'content-type': 'application/json',
          ...(idHeader.allowed ? { [REQUEST_ID_HEADER]: request.requestId } : {}),
        },
      })
      .withResponse()
    body = response.response.body
    const problem = notAStream(response.response, options.baseUrl)
    if (problem) {
      yield { type: 'failed', error: problem }
      return
    }
    for await (const event of response.data) {
      yield* reader.read(event)
      if (reader.failure) break
    }
    if (!signal.aborted) yield* reader.end(watch.signal.aborted)
  } catch (error) {
    if (signal.aborted) return
    if (watch.signal.aborted) yield* reader.end(true)
    else yield { type: 'failed', error: await classifyFailure(error, options) }
  } finally {
    watch.end()
    // A body that nobody reads keeps its connection; one that the SDK has locked it has closed itself.
    if (body && !body.locked) await body.cancel().catch(() => undefined)
  }
}

function clientOf(options: AnthropicOptions, watch: IdleWatch): Anthropic {
  return new Anthropic({
    apiKey: options.apiKey,
    authToken: null,
    baseURL: options.baseUrl,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    timeout: 24 * 60 * 60 * 1000, // the idle watch decides; a long answer is not a dead one
    logLevel: 'off',
    fetch: (input, init) => options.fetch(input, init).then((response) => watch.observe(response)),
  })
}

/** Settings that no request can be made of: the SDK and `fetch` would throw something that says less. */
function unusable({ apiKey, baseUrl }: AnthropicOptions): ModelError | undefined {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    return {
      kind: 'authentication',
      message: apiKey === '' ? 'There is no API key yet.' : 'The API key has characters that no key has.',
      hint: 'Enter the key in Settings, as the provider shows it; a server without keys takes any word.',
    }
  }
  if (URL.canParse(baseUrl)) return undefined
  return {
    kind: 'not_messages_api',
    message: `The Base URL "${baseUrl}" is not an address.`,
    hint: 'Correct it in Settings; it looks like "https://api.anthropic.com".',
  }
}

/** A 200 that is not an event stream comes from something else than a Messages API: a web page, a proxy. */
function notAStream(response: Response, baseUrl: string): ModelError | undefined {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) return undefined
  return {
    kind: 'not_messages_api',
    message: `${baseUrl} answered with ${type === '' ? 'something' : `"${type}"`}, not with a Messages API stream.`,
    hint: 'Check the Base URL in Settings: it is the address without "/v1/messages".',
    status: response.status,
  }
}

/** Aborts when the connection has been silent for too long. The SDK swallows pings, so bytes are watched instead. */
class IdleWatch {
  readonly #controller = new AbortController()
  readonly #idleMs: number
  readonly #timer: ReturnType<typeof setInterval>
  #lastByte = performance.now()

  constructor(idleMs: number) {
    this.#idleMs = idleMs
    // Absolute times: timers of a hidden tab are throttled, and a sleeping machine must not count as silence twice.
    this.#timer = setInterval(() => this.#check(), Math.min(1000, idleMs / 2))
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  observe(response: Response): Response {
    this.#lastByte = performance.now()
    if (!response.body) return response
    const touch = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        this.#lastByte = performance.now()
        controller.enqueue(chunk)
      },
    })
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(touch), { status, statusText, headers })
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    if (performance.now() - this.#lastByte > this.#idleMs) this.#controller.abort()
  }
}
