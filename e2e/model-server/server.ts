/**
 * A model server for tests: real HTTP on the loopback, the Messages and the Chat Completions protocol, a script for a brain. It refuses what the
 * real API refuses, remembers every request, and breaks in the ways that networks and servers break.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mergeMessages } from './accept/pairs.ts'
import { apiError, errorMessageOf, errorTypeOf, invalid, type ApiError } from './api-error.ts'
import { tooLong } from './chat/accept.ts'
import { CHAT } from './chat/chat-wire.ts'
import type { ModelServer, ModelServerOptions } from './contract.ts'
import { readConversation, type Conversation } from './conversation.ts'
import { answerPreflight, setCorsHeaders } from './cors.ts'
import { asArray, asObject, asString, type JsonObject } from './json.ts'
import { Holds } from './holds.ts'
import type { Envelope } from './message-events.ts'
import { MESSAGES } from './messages-wire.ts'
import { planStream, planWrites, type Act, type Plan } from './plan.ts'
import { play } from './play.ts'
import { chatModelList, modelInfo, modelList } from './models.ts'
import type { PrefixComparison } from './prefix.ts'
import { promptTokens, tokens, type CacheUse } from './prompt-cache.ts'
import { now, type Note, type Rejection, type RequestRecord } from './record.ts'
import { signaturesIn } from './replay.ts'
import { parseJson, readBody } from './read-body.ts'
import { ScriptReader, type Script } from './script.ts'
import { SessionLedger } from './session-ledger.ts'
import { Signatures } from './signatures.ts'
import { text, type Fault, type Turn } from './turn.ts'
import type { WireFormat } from './wire.ts'

const PATHS: ReadonlySet<string> = new Set([MESSAGES.path, CHAT.path])

/** The first words of an agent that looks back on finished work, whenever it comes: no script has turns for it. */
const NOTE_TAKER = 'You take notes for a coding agent'

const DEFAULT_MODELS = ['claude-opus-4-6', 'claude-sonnet-4-6', 'claude-haiku-4-5-20251001']

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = new MessagesServer(options)
  await server.listen(options.port ?? 0)
  return server
}

class MessagesServer implements ModelServer {
  readonly apiKey: string
  readonly requests: RequestRecord[] = []
  readonly rejections: Rejection[] = []
  readonly notes: Note[] = []
  readonly scriptErrors: string[] = []
  readonly #options: ModelServerOptions
  readonly #http: Server
  readonly #closing = new AbortController()
  readonly #signatures: Signatures
  readonly #ledger = new SessionLedger()
  readonly #seed: string
  readonly #faults: Fault[] = []
  readonly #holds = new Holds()
  readonly #waiting: { count: number; resolve: () => void }[] = []
  #reader: ScriptReader
  #noteTaker = new ScriptReader(() => ({ content: [text('Nothing.')] }))
  #cors: boolean
  #port = 0

  constructor(options: ModelServerOptions) {
    this.#options = options
    this.apiKey = options.apiKey ?? 'test-key'
    this.#cors = options.cors ?? true
    this.#seed = options.seed ?? randomUUID()
    this.#signatures = new Signatures(options.seed)
    this.#reader = new ScriptReader(options.script ?? [])
    this.#http = createServer((request, response) => void this.#serve(request, response))
  }

  get port(): number {
    return this.#port
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get exhausted(): boolean {
    return this.#reader.exhausted
  }

  async listen(port: number): Promise<void> {
    this.#http.listen(port, '127.0.0.1')
    await once(this.#http, 'listening')
    const address = this.#http.address() as AddressInfo // a TCP server that listens has one
    this.#port = address.port
  }

  messageRequests(): readonly RequestRecord[] {
    return this.#posted().filter(({ isOfNoteTaker }) => !isOfNoteTaker)
  }

  noteRequests(): readonly RequestRecord[] {
    return this.#posted().filter(({ isOfNoteTaker }) => isOfNoteTaker)
  }

  #posted(): readonly RequestRecord[] {
    return this.requests.filter((record) => record.method === 'POST' && PATHS.has(record.path))
  }

  prefixReport(): Readonly<Record<string, readonly PrefixComparison[]>> {
    return this.#ledger.report()
  }

  faultNext(...faults: readonly Fault[]): void {
    this.#faults.push(...faults)
  }

  setScript(script: Script): void {
    this.#reader = new ScriptReader(script)
  }

  setNoteTaker(script: Script): void {
    this.#noteTaker = new ScriptReader(script)
  }

  setCors(allowed: boolean): void {
    this.#cors = allowed
  }

  async waitForRequests(count: number): Promise<readonly RequestRecord[]> {
    if (this.messageRequests().length < count) {
      await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }))
    }
    return this.messageRequests()
  }

  held(name: string): Promise<void> {
    return this.#holds.reached(name)
  }

  release(name: string): void {
    this.#holds.release(name)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()))
    this.#http.closeAllConnections()
    await closed
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const record = this.#record(request)
    const gone = new AbortController()
    response.on('close', () => {
      record.finishedAt ??= now()
      if (!response.writableFinished && record.outcome === 'pending') record.outcome = 'client-gone'
      gone.abort()
    })
    response.socket?.setNoDelay(true)
    response.setHeader('request-id', record.requestId)
    response.setHeader('x-request-id', record.requestId)
    try {
      await this.#route(request, response, record, AbortSignal.any([gone.signal, this.#closing.signal]))
    } catch (error) {
      this.scriptErrors.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
      if (!response.headersSent)
        this.#sendError(response, record, apiError(500, `model server: ${String(error)}`))
      else response.destroy()
    }
  }

  #record(request: IncomingMessage): RequestRecord {
    const record: RequestRecord = {
      index: this.requests.length,
      method: request.method ?? '',
      path: new URL(request.url ?? '/', 'http://localhost').pathname,
      headers: request.headers,
      body: undefined,
      bodyBytes: 0,
      isOfNoteTaker: false,
      session: '',
      arrivedAt: now(),
      sent: [],
      finishedAt: undefined,
      status: undefined,
      outcome: 'pending',
      requestId: `req_${this.#id('request', this.requests.length)}`,
    }
    this.requests.push(record)
    return record
  }

  async #route(
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#cors) setCorsHeaders(request, response)
    if (record.method === 'OPTIONS') {
      if (this.#cors) answerPreflight(request, response, this.#options.allowHeaders ?? [])
      else response.writeHead(403).end()
      this.#finish(record, response.statusCode)
      return
    }
    const raw = await readBody(request)
    if (raw === 'gone') return
    const refused =
      wireOf(record).checkHead(record.headers, this.apiKey) ??
      (raw === 'too-large' ? apiError(413) : undefined)
    if (refused) return this.#reject(response, record, refused)
    switch (`${record.method} ${record.path}`) {
      case `POST ${MESSAGES.path}`:
      case `POST ${CHAT.path}`:
        return this.#messages(raw as Buffer, response, record, signal) // 'too-large' was refused above
      case 'POST /v1/messages/count_tokens':
        return this.#countTokens(raw as Buffer, response, record)
      case 'GET /v1/models':
        return this.#sendJson(
          response,
          record,
          wireOf(record) === CHAT ? chatModelList(this.#models()) : modelList(this.#models()),
        )
      default:
        return this.#other(response, record)
    }
  }

  #models(): readonly string[] {
    return this.#options.models ?? DEFAULT_MODELS
  }

  #other(response: ServerResponse, record: RequestRecord): void {
    const id = /^\/v1\/models\/([^/]+)$/.exec(record.path)?.[1]
    if (record.method === 'GET' && id !== undefined) {
      const known = this.#models().includes(decodeURIComponent(id))
      return known
        ? this.#sendJson(response, record, modelInfo(id))
        : this.#reject(response, record, apiError(404, `model: ${id}`))
    }
    this.#reject(response, record, apiError(404, 'Not Found'))
  }

  /** Parses and judges a body; undefined after a refusal was sent. */
  #accept(
    raw: Buffer,
    response: ServerResponse,
    record: RequestRecord,
    countOnly: boolean,
  ): JsonObject | undefined {
    const parsed = parseJson(raw, record.headers['content-type'])
    record.body = parsed.value
    record.bodyBytes = raw.length
    const wire = wireOf(record)
    const error =
      parsed.error ??
      wire.check(parsed.value, {
        headers: record.headers,
        countOnly,
        isGenuine: (thinking, signature) => this.#signatures.isGenuine(thinking, signature),
        hasSaid: (thinking) => this.#signatures.hasSaid(thinking),
      }) ??
      this.#checkModel(wire, asObject(parsed.value))
    if (!error) return asObject(parsed.value)
    this.#reject(response, record, error)
    return undefined
  }

  #checkModel(wire: WireFormat, body: JsonObject): ApiError | undefined {
    const model = asString(body['model'])
    if (this.#options.models && !this.#options.models.includes(model)) {
      return wire === CHAT
        ? { ...apiError(404, `The model \`${model}\` does not exist.`), code: 'model_not_found' }
        : apiError(404, `model: ${model}`)
    }
    const window = this.#options.contextWindow
    const size = promptTokens(wire.toMessages(body))
    if (window === undefined || size <= window) return undefined
    return wire === CHAT
      ? tooLong(size, window)
      : invalid(`prompt is too long: ${size} tokens > ${window} maximum`)
  }

  #countTokens(raw: Buffer, response: ServerResponse, record: RequestRecord): void {
    const body = this.#accept(raw, response, record, true)
    if (body) this.#sendJson(response, record, { input_tokens: promptTokens(body) })
  }

  async #messages(
    raw: Buffer,
    response: ServerResponse,
    record: RequestRecord,
    signal: AbortSignal,
  ): Promise<void> {
    const accepted = this.#accept(raw, response, record, false)
    const body = wireOf(record).toMessages(accepted ?? {})
    record.isOfNoteTaker = JSON.stringify(body['system'] ?? '').includes(NOTE_TAKER)
    this.#wake()
    if (!accepted) return
    this.#noteMerged(body, record)
    const session = this.#sessionOf(body, record)
    record.session = record.isOfNoteTaker ? `${session} notes` : session
    const use = this.#ledger.add(record.session, body, record.index)
    const conversation = readConversation(body)
    const turn = record.isOfNoteTaker
      ? this.#turnOf(this.#noteTaker, conversation)
      : this.#nextTurn(conversation)
    for (const signature of signaturesIn(turn)) this.#signatures.remember(signature)
    await this.#answer(turn, { body, use, response, record, signal })
  }

  #wake(): void {
    const count = this.messageRequests().length
    for (const waiter of this.#waiting.filter((one) => one.count <= count)) waiter.resolve()
  }

  #noteMerged(body: JsonObject, record: RequestRecord): void {
    const merged = mergeMessages(body['messages']).length
    const sent = asArray(body['messages']).length
    if (merged === sent) return
    this.notes.push({
      request: record.index,
      message: `${sent - merged} message(s) followed one of the same role and were merged`,
    })
  }

  #sessionOf(body: JsonObject, record: RequestRecord): string {
    const header = record.headers[(this.#options.sessionHeader ?? 'x-session-id').toLowerCase()]
    return asString(header) || asString(asObject(body['metadata'])['user_id']) || 'default'
  }

  #nextTurn(conversation: Conversation): Turn {
    const fault = this.#faults.shift()
    return fault
      ? { ...this.#turnOrComplaint(this.#reader, conversation), fault }
      : this.#turnOf(this.#reader, conversation)
  }

  #turnOf(reader: ScriptReader, conversation: Conversation): Turn {
    const turn = this.#turnOrComplaint(reader, conversation)
    reader.advance()
    return turn
  }

  /** A turn that throws (an expectation of a story, say) ends the run visibly and is kept for the test. */
  #turnOrComplaint(reader: ScriptReader, conversation: Conversation): Turn {
    try {
      return reader.peek(conversation)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.scriptErrors.push(message)
      return { content: [text(`The script stopped: ${message}`)] }
    }
  }

  async #answer(
    turn: Turn,
    at: {
      body: JsonObject
      use: CacheUse
      response: ServerResponse
      record: RequestRecord
      signal: AbortSignal
    },
  ): Promise<void> {
    const { response, record, signal } = at
    for (const [name, value] of Object.entries(turn.headers ?? {})) response.setHeader(name, value)
    if (turn.fault?.kind === 'status') return this.#sendFault(response, record, turn.fault)
    if (turn.fault?.kind === 'body') {
      for (const [name, value] of Object.entries(turn.fault.headers ?? {})) response.setHeader(name, value)
      return this.#send(response, record, {
        status: turn.fault.status,
        type: turn.fault.contentType,
        body: turn.fault.body,
      })
    }
    const streaming = at.body['stream'] === true
    const plan = this.#plan(turn, at.body, { record, use: at.use, streaming })
    const playing = {
      response,
      signal,
      separate: turn.wire?.chunkBytes !== undefined,
      holds: this.#holds,
      onWrite: (event: string) => record.sent.push({ event, at: now() }),
    }
    const start = await play(plan.beforeHeaders, playing)
    if (start !== 'done') return this.#finish(record, undefined, start)
    response.writeHead(200, {
      'content-type': streaming ? 'text/event-stream; charset=utf-8' : 'application/json',
      'cache-control': 'no-cache',
    })
    response.flushHeaders()
    const end = await play(plan.body, playing)
    if (end === 'done') response.end()
    this.#finish(record, 200, end)
  }

  #plan(
    turn: Turn,
    body: JsonObject,
    at: { record: RequestRecord; use: CacheUse; streaming: boolean },
  ): Plan {
    const wire = wireOf(at.record)
    const envelope = this.#envelope(turn, body, at.record, at.use)
    if (at.streaming) return planStream(wire.frames(turn, envelope, asObject(at.record.body)), turn, wire)
    const whole: Act & { kind: 'write' } = {
      kind: 'write',
      event: 'message',
      bytes: Buffer.from(JSON.stringify(wire.whole(turn, envelope))),
    }
    return planWrites([whole], turn, wire)
  }

  #envelope(turn: Turn, body: JsonObject, record: RequestRecord, use: CacheUse): Envelope {
    const output = tokens(JSON.stringify(turn.content ?? turn.events ?? []).length)
    return {
      messageId: `msg_${this.#id('message', record.index)}`,
      model: asString(body['model']),
      toolUseId: (block) => `toolu_${this.#id('call', record.index, block)}`,
      sign: (thinking) => this.#signatures.sign(thinking),
      usage: {
        input_tokens: Math.max(0, use.totalTokens - use.readTokens - use.writtenTokens),
        output_tokens: output,
        cache_read_input_tokens: use.readTokens,
        cache_creation_input_tokens: use.writtenTokens,
        ...turn.usage,
      },
    }
  }

  #id(...parts: readonly (string | number)[]): string {
    return this.#signatures
      .sign([this.#seed, ...parts].join('/'))
      .replace(/[^a-zA-Z0-9]/g, '')
      .slice(0, 24)
  }

  #reject(response: ServerResponse, record: RequestRecord, error: ApiError): void {
    this.rejections.push({ request: record.index, error })
    this.#sendError(response, record, error)
  }

  #sendFault(
    response: ServerResponse,
    record: RequestRecord,
    fault: Extract<Fault, { kind: 'status' }>,
  ): void {
    for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value)
    const { status, message, errorType } = fault
    this.#sendError(response, record, {
      status,
      type: errorType ?? errorTypeOf(status),
      message: message ?? errorMessageOf(status),
    })
  }

  #sendError(response: ServerResponse, record: RequestRecord, error: ApiError): void {
    this.#send(response, record, {
      status: error.status,
      type: 'application/json',
      body: wireOf(record).errorBody(error, record.requestId),
    })
  }

  #sendJson(response: ServerResponse, record: RequestRecord, value: unknown): void {
    this.#send(response, record, { status: 200, type: 'application/json', body: JSON.stringify(value) })
  }

  #send(
    response: ServerResponse,
    record: RequestRecord,
    answer: { status: number; type: string; body: string | Uint8Array },
  ): void {
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
    this.#finish(record, answer.status)
  }

  #finish(record: RequestRecord, status: number | undefined, end: 'done' | 'reset' | 'gone' = 'done'): void {
    record.status = status
    record.finishedAt ??= now()
    if (record.outcome === 'pending') record.outcome = end === 'gone' ? 'client-gone' : end
  }
}

/** The list of models is asked for in both formats, at one address. */
function wireOf({ path, headers }: RequestRecord): WireFormat {
  if (path === CHAT.path) return CHAT
  return path === '/v1/models' && headers['anthropic-version'] === undefined ? CHAT : MESSAGES
}
