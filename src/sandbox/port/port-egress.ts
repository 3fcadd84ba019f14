/**
 * Requests that leave the sandbox, over the port: the head of an answer as one message, its body as messages that the
 * sandbox grants by bytes. Closing either side cancels what is under way.
 */
import { EgressInterruption, interruptionOf } from '../contract/egress.ts'
import type { Egress, EgressOutcome, EgressProblem, EgressRequest } from '../contract/egress.ts'
import { EGRESS_CHUNK_BYTES, EGRESS_PORT_MAX_REQUESTS, EGRESS_STREAM_BYTES } from '../contract/limits.ts'
import { egressRequest } from './port-schema.ts'
import type { ToApp, ToSandbox } from './port-schema.ts'

type Ask = Extract<ToApp, { type: 'egress_request' | 'egress_credit' | 'egress_cancel' }>
type Answer = Extract<ToSandbox, { type: 'egress_head' | 'egress_data' | 'egress_end' }>

/** The app's side: carries requests out on an `Egress`. What arrives is untrusted. */
export class EgressServer {
  readonly #egress: Egress
  readonly #send: (message: Answer, transfer?: Transferable[]) => void
  readonly #fork: string | undefined
  readonly #running = new Map<number, Running>()

  /** `fork`: id of the fork on the other side, by the word of this one. */
  constructor(
    egress: Egress,
    send: (message: Answer, transfer?: Transferable[]) => void,
    fork: string | undefined = undefined,
  ) {
    this.#egress = egress
    this.#send = send
    this.#fork = fork
  }

  receive(message: Ask): void {
    switch (message.type) {
      case 'egress_request':
        return this.#begin(message.id, message.request)
      case 'egress_credit':
        return this.#running.get(message.id)?.grant(message.bytes)
      case 'egress_cancel':
        return this.#running.get(message.id)?.cancel()
      default:
        return message satisfies never
    }
  }

  /** The sandbox is gone: nothing goes on for it. */
  close(): void {
    for (const running of this.#running.values()) running.cancel()
    this.#running.clear()
  }

  #begin(id: number, data: unknown): void {
    const parsed = egressRequest.safeParse(data)
    if (!parsed.success || this.#running.has(id)) {
      const message = 'The request makes no sense; nothing was sent.'
      return this.#send({ type: 'egress_head', id, head: { type: 'failed', reason: 'invalid', message } })
    }
    if (this.#running.size >= EGRESS_PORT_MAX_REQUESTS) {
      const message = `More than ${EGRESS_PORT_MAX_REQUESTS} requests at once; this one was not sent.`
      return this.#send({ type: 'egress_head', id, head: { type: 'refused', message } })
    }
    const running = new Running()
    this.#running.set(id, running)
    void this.#run(id, this.#named(parsed.data), running).finally(() => this.#running.delete(id))
  }

  /** The schema has dropped the name that the other side gives itself. */
  #named(request: EgressRequest): EgressRequest {
    if (this.#fork === undefined) return request
    return { ...request, initiator: { ...request.initiator, fork: this.#fork } }
  }

  async #run(id: number, request: EgressRequest, running: Running): Promise<void> {
    const outcome = await this.#egress.request(request, running.signal)
    if (outcome.type !== 'response') return this.#send({ type: 'egress_head', id, head: outcome })
    const { body, ...head } = outcome
    this.#send({ type: 'egress_head', id, head })
    const reader = body.getReader()
    running.onCancel(() => void reader.cancel().catch(() => undefined))
    try {
      for (;;) {
        await running.room()
        const { done, value } = await reader.read()
        if (done) break
        for (let at = 0; at < value.length; at += EGRESS_CHUNK_BYTES) {
          const data = value.slice(at, at + EGRESS_CHUNK_BYTES)
          running.took(data.length)
          this.#send({ type: 'egress_data', id, data }, [data.buffer])
        }
      }
      this.#send({ type: 'egress_end', id })
    } catch (error) {
      this.#send({ type: 'egress_end', id, problem: interruptionOf(error) })
    }
  }
}

/** One request: what may still be sent of its answer, and how it is called off. */
class Running {
  readonly #controller = new AbortController()
  #granted = EGRESS_STREAM_BYTES
  #waiting: (() => void) | undefined
  #cancelReading: () => void = () => undefined

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  onCancel(listener: () => void): void {
    this.#cancelReading = listener
    if (this.signal.aborted) listener()
  }

  grant(bytes: number): void {
    this.#granted += bytes
    this.#wake()
  }

  took(bytes: number): void {
    this.#granted -= bytes
  }

  cancel(): void {
    this.#controller.abort()
    this.#cancelReading()
    this.#wake()
  }

  /** Resolves when something may be sent, or when it was called off. */
  room(): Promise<void> {
    if (this.#granted > 0 || this.signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.()
  }
}

const GONE: EgressOutcome & EgressProblem = {
  type: 'failed',
  reason: 'cancelled',
  message: 'The app is gone; the request was not finished.',
}

interface Pending {
  readonly settle: (outcome: EgressOutcome) => void
  readonly body: Body
}

/** The app's gate as the sandbox sees it. */
export class RemoteEgress implements Egress {
  readonly #send: (message: Ask) => void
  readonly #pending = new Map<number, Pending>()
  #nextId = 1
  #closed = false

  constructor(send: (message: Ask) => void) {
    this.#send = send
  }

  request(request: EgressRequest, signal: AbortSignal): Promise<EgressOutcome> {
    if (this.#closed) return Promise.resolve(GONE)
    const id = this.#nextId++
    const body = new Body({
      onTaken: (bytes) => this.#send({ type: 'egress_credit', id, bytes }),
      onCancel: () => this.#cancel(id),
    })
    return new Promise((settle) => {
      this.#pending.set(id, { settle, body })
      this.#send({ type: 'egress_request', id, request })
      if (signal.aborted) this.#cancel(id)
      else signal.addEventListener('abort', () => this.#cancel(id), { once: true })
    })
  }

  receive(message: Answer): void {
    const pending = this.#pending.get(message.id)
    if (!pending) return
    switch (message.type) {
      case 'egress_head':
        if (message.head.type === 'response')
          return pending.settle({ ...message.head, body: pending.body.stream() })
        this.#pending.delete(message.id)
        return pending.settle(message.head)
      case 'egress_data':
        return pending.body.push(message.data)
      case 'egress_end':
        this.#pending.delete(message.id)
        return pending.body.end(message.problem)
      default:
        return message satisfies never
    }
  }

  close(): void {
    this.#closed = true
    for (const { settle, body } of this.#pending.values()) {
      settle(GONE)
      body.end(GONE)
    }
    this.#pending.clear()
  }

  #cancel(id: number): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id)
    this.#send({ type: 'egress_cancel', id })
    const problem = { reason: 'cancelled', message: 'The request was cancelled.' } as const
    pending.settle({ type: 'failed', ...problem })
    pending.body.end(problem)
  }
}

/** Buffers the received chunks of a body; reading one grants credit for more. */
class Body {
  readonly #options: { onTaken: (bytes: number) => void; onCancel: () => void }
  readonly #chunks: Uint8Array[] = []
  #end: { readonly problem: EgressProblem | undefined } | undefined
  #wake: () => void = () => undefined

  constructor(options: { onTaken: (bytes: number) => void; onCancel: () => void }) {
    this.#options = options
  }

  push(data: Uint8Array): void {
    this.#chunks.push(data)
    this.#wake()
  }

  end(problem: EgressProblem | undefined): void {
    this.#end ??= { problem }
    this.#wake()
  }

  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      { pull: (controller) => this.#pull(controller), cancel: () => this.#options.onCancel() },
      { highWaterMark: 0 },
    )
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (this.#chunks.length === 0 && !this.#end)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    const chunk = this.#chunks.shift()
    if (chunk) {
      controller.enqueue(chunk)
      this.#options.onTaken(chunk.length)
    } else if (this.#end?.problem) controller.error(new EgressInterruption(this.#end.problem))
    else controller.close()
  }
}
