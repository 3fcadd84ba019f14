/**
 * Common part of all model clients over HTTP: one attempt at a time, an answer as events, every failure as
 * a value. A wire format defines how a request is sent and its answer read; the loop does retries, because
 * the log must record them.
 */
import { z } from 'zod'
import { MODEL_REQUEST_MS, READ_OUT_MS, STREAM_IDLE_MS, STREAM_SILENT_MS } from '../limits.ts'
import type {
  Credentials,
  ModelClient,
  ModelError,
  ModelList,
  ModelRequest,
  ModelStreamEvent,
} from './contract.ts'
import { classifyFailure, type Probe, type SdkErrors } from './failure.ts'
import { IdleWatch } from './idle-watch.ts'
import type { ModelFacts } from './models.ts'
import { limitWarning, serviceLimits } from './rate-limits.ts'

export interface WireOptions extends Credentials {
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly probe: Probe
  readonly facts: (model: string) => ModelFacts
  /** Milliseconds without a byte after which the connection counts as dead. */
  readonly idleMs?: number
}

/** Turns what came over the wire into the contract's events. */
export interface AnswerReader {
  /** Set when the stream is broken: nothing of it is read any more. */
  readonly failure: ModelError | undefined
  /** Nothing that counts can follow: the answer is not waited for any longer, whatever its connection does. */
  readonly complete?: boolean
  read(raw: unknown): Iterable<ModelStreamEvent>
  /** The stream is over: how it ended. `idle`: because nothing came any more. */
  end(idle: boolean): Iterable<ModelStreamEvent>
}

export interface Exchange {
  readonly response: Response
  /** The stream's events; a whole answer is one. */
  readonly events: AsyncIterable<unknown>
}

export interface SendContext {
  readonly signal: AbortSignal
  readonly headers: Readonly<Record<string, string>>
}

export interface WireFormat {
  /** As errors name it, e.g. "Messages API". */
  readonly name: string
  /** The required Base URL, for hints. */
  readonly urlHint: string
  readonly needsKey: boolean
  readonly errors: SdkErrors
  send(request: ModelRequest, context: SendContext): Promise<Exchange>
  reader(): AnswerReader
  /** The body of the server's list of models. */
  list(context: SendContext): Promise<unknown>
  /**
   * Omits the parts of the request that the server rejected from now on; false if they cannot be omitted.
   */
  adapt?(error: ModelError, request: ModelRequest): boolean
}

/** Header of our own id of a call: a time-out leaves no id of the server's. */
const REQUEST_ID_HEADER = 'x-client-request-id'

/**
 * A header of ours needs the server's permission (CORS preflight), and a page is not told when that was missing. So
 * the id is sent until a call gets no answer at all, from then on not any more. The log has it in any case.
 */
const WITHOUT_ID = new Set<string>()

export function createWireClient(options: WireOptions, format: WireFormat): ModelClient {
  const told: ToldLimits = { figures: '' }
  return {
    stream: (request, signal) => stream({ options, format, request, signal, told }),
    models: (signal) => listModels(options, format, signal),
  }
}

/** Every server of either format lists them as `{ data: [{ id }] }`. */
const modelList = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })

async function listModels(options: WireOptions, format: WireFormat, signal: AbortSignal): Promise<ModelList> {
  const problem = unusable(options, format)
  if (problem) return { ok: false, error: problem }
  try {
    const headers = { ...options.extraHeaders }
    const list = modelList.safeParse(await format.list({ signal, headers }))
    if (list.success) return { ok: true, models: list.data.data.map(({ id }) => id) }
    const { name, urlHint } = format
    const message = `${options.baseUrl} answers, but not as a server of the ${name} does.`
    return { ok: false, error: { kind: 'not_messages_api', message, hint: `Check the Base URL: ${urlHint}` } }
  } catch (error) {
    return { ok: false, error: await classify(error, options, format) }
  }
}

function classify(
  error: unknown,
  { baseUrl, probe }: WireOptions,
  { errors, name, urlHint }: WireFormat,
): Promise<ModelError> {
  return classifyFailure(error, { baseUrl, probe, errors, name, urlHint })
}

interface Call {
  readonly options: WireOptions
  readonly format: WireFormat
  readonly request: ModelRequest
  readonly signal: AbortSignal
  readonly told: ToldLimits
}

/** Times that a request is changed to what the server takes: one for each field that servers differ in. */
const ADAPTATIONS = 4

async function* stream(call: Call): AsyncGenerator<ModelStreamEvent> {
  const { options, format, request } = call
  const problem = unusable(options, format)
  if (problem) {
    yield { type: 'failed', error: problem }
    return
  }
  for (let changes = 0; ; changes++) {
    const failure = yield* attempt(call)
    if (!failure) return
    const again =
      changes < ADAPTATIONS && (leavesOutId(options, failure) || format.adapt?.(failure, request) === true)
    if (again) continue
    yield { type: 'failed', error: failure }
    return
  }
}

/** True when the same request, without the id, is worth another try at once. */
function leavesOutId({ baseUrl }: WireOptions, { kind }: ModelError): boolean {
  if (WITHOUT_ID.has(baseUrl) || (kind !== 'cors' && kind !== 'unreachable')) return false
  WITHOUT_ID.add(baseUrl)
  return kind === 'cors'
}

/** Returns the failure, where there is one, so that whoever called may try in another way first. */
async function* attempt({
  options,
  format,
  request,
  signal,
  told,
}: Call): AsyncGenerator<ModelStreamEvent, ModelError | undefined> {
  const watch = new IdleWatch(idleTimes(options, request))
  const reader = format.reader()
  const run = follow(signal)
  let body: ReadableStream<Uint8Array> | null = null
  try {
    const sending = format.send(request, {
      signal: AbortSignal.any([run.signal, watch.signal]),
      headers: {
        ...options.extraHeaders,
        ...(WITHOUT_ID.has(options.baseUrl) ? {} : { [REQUEST_ID_HEADER]: request.requestId }),
      },
    })
    const exchange = yield* sayingSilence(sending, watch)
    watch.observe(exchange.response)
    body = exchange.response.body
    yield* limitsTold(exchange.response.headers, { options, told })
    const problem = wrongKindOfAnswer(exchange.response, { options, format, request })
    if (problem) return problem
    const events = exchange.events[Symbol.asyncIterator]()
    try {
      for (;;) {
        const step = yield* sayingSilence(events.next(), watch)
        if (step.done || signal.aborted) break
        yield* reader.read(step.value)
        if (reader.failure) break
        if (reader.complete === true) {
          run.leave()
          void readOut(events, () => run.abort())
          break
        }
      }
    } finally {
      if (reader.complete !== true) await events.return?.()
    }
    if (!signal.aborted) return yield* failureApart(reader.end(watch.signal.aborted))
  } catch (error) {
    if (signal.aborted) return undefined
    if (watch.signal.aborted) return yield* failureApart(reader.end(true))
    return await classify(error, options, format)
  } finally {
    watch.end()
    run.leave()
    // A body that nobody reads keeps its connection; one that the SDK has locked it has closed itself.
    if (body && !body.locked) await body.cancel().catch(() => undefined)
  }
  return undefined
}

interface Following {
  readonly signal: AbortSignal
  abort(): void
  /** From now on it is apart. */
  leave(): void
}

/** A signal that follows another one, until it is told to leave it. */
function follow(signal: AbortSignal): Following {
  const own = new AbortController()
  const abort = () => own.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return { signal: own.signal, abort, leave: () => signal.removeEventListener('abort', abort) }
}

/** A connection whose answer was read to the end is used again, one that was cut is not. It gets a moment for that. */
async function readOut(events: AsyncIterator<unknown>, abort: () => void): Promise<void> {
  const late = setTimeout(abort, READ_OUT_MS)
  try {
    while ((await events.next()).done !== true);
  } catch {
    // The answer is whole: how its connection ends changes nothing.
  } finally {
    clearTimeout(late)
  }
}

function idleTimes({ idleMs }: WireOptions, { streaming }: ModelRequest) {
  // A whole answer comes at once, after minutes perhaps: only the time for all of it is bounded.
  if (streaming === false) return { warnMs: MODEL_REQUEST_MS, abortMs: MODEL_REQUEST_MS }
  const abortMs = idleMs ?? STREAM_IDLE_MS
  return { warnMs: Math.min(STREAM_SILENT_MS, abortMs / 2), abortMs }
}

async function* sayingSilence<T>(work: Promise<T>, watch: IdleWatch): AsyncGenerator<ModelStreamEvent, T> {
  for (;;) {
    const outcome = await watch.orSilence(work)
    if (outcome !== 'silent') return outcome
    yield { type: 'silent' }
  }
}

/** By server and window: a warning is given once, not with every answer. */
const SAID = new Set<string>()

/**
 * The limits a client last reported, in whole percents: the same figures are not reported with every
 * answer.
 */
interface ToldLimits {
  figures: string
}

function* limitsTold(
  headers: Headers,
  { options: { baseUrl }, told }: Pick<Call, 'options' | 'told'>,
): Generator<ModelStreamEvent> {
  const limits = serviceLimits(headers, Date.now())
  const figures = limits
    .map(({ name, used, resetAt }) => `${name} ${Math.floor(used * 100)} ${resetAt}`)
    .join()
  if (limits.length > 0 && told.figures !== figures) yield { type: 'limits', limits }
  told.figures = figures
  const warning = limitWarning(headers, Date.now())
  const key = `${baseUrl} ${warning?.key ?? ''}`
  if (!warning || SAID.has(key)) return
  SAID.add(key)
  yield { type: 'notice', text: warning.text }
}

function* failureApart(
  events: Iterable<ModelStreamEvent>,
): Generator<ModelStreamEvent, ModelError | undefined> {
  for (const event of events) {
    if (event.type === 'failed') return event.error
    yield event
  }
  return undefined
}

/** Settings that no request can be made of: the SDK and `fetch` would throw something that says less. */
function unusable(
  { apiKey, baseUrl }: WireOptions,
  { needsKey, urlHint }: WireFormat,
): ModelError | undefined {
  if (apiKey === '' && needsKey) {
    return {
      kind: 'authentication',
      message: 'There is no API key yet.',
      hint: 'Enter the key in Settings, as the provider shows it; a server without keys takes any word.',
    }
  }
  if (!/^[\x21-\x7e]*$/.test(apiKey)) {
    return {
      kind: 'authentication',
      message: 'The API key has characters that no key has.',
      hint: 'Enter the key in Settings, as the provider shows it.',
    }
  }
  if (URL.canParse(baseUrl)) return undefined
  return {
    kind: 'not_messages_api',
    message: `The Base URL "${baseUrl}" is not an address.`,
    hint: `Correct it in Settings; ${urlHint}`,
  }
}

/** A 200 of another kind comes from something else than the API: a web page, a proxy, a server that cannot stream. */
function wrongKindOfAnswer(
  response: Response,
  { options, format, request }: Pick<Call, 'options' | 'format' | 'request'>,
): ModelError | undefined {
  const type = response.headers.get('content-type') ?? ''
  const streaming = request.streaming !== false
  if (type.startsWith(streaming ? 'text/event-stream' : 'application/json')) return undefined
  return {
    kind: 'not_messages_api',
    message:
      `${options.baseUrl} answered with ${type === '' ? 'something' : `"${type}"`}, ` +
      `not with ${streaming ? 'a stream' : 'an answer'} of the ${format.name}.`,
    hint: `Check the Base URL in Settings: ${format.urlHint}`,
    status: response.status,
  }
}
