/**
 * The sandbox contract over a MessagePort, and the app's blob store and its gate the other way. A remote-object library would let
 * a hostile peer walk property paths; here only the methods of the contract exist and every message is checked.
 * Output has back-pressure: the sandbox side sends only as many bytes as it was granted.
 */
import type { z } from 'zod'
import type { BlobStore, ForkRequest, Sandbox, SandboxEvent } from '../contract/contract.ts'
import { NO_EGRESS, type Egress } from '../contract/egress.ts'
import { fail } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import { checkForkRequest } from '../contract/forks.ts'
import { PORT_STREAM_BYTES } from '../contract/limits.ts'
import { BlobServer } from './port-blobs.ts'
import { EgressServer } from './port-egress.ts'
import {
  forkReply,
  importProgress,
  METHOD_RESULTS,
  outputChunk,
  PORT_VERSION,
  sandboxEvent,
  toApp,
} from './port-schema.ts'
import type { PortMethod, ToSandbox } from './port-schema.ts'
import { serve, waysOver } from './port-server.ts'
import { buffersOf } from './port-transfer.ts'

interface PendingCall {
  readonly settle: (value: unknown) => void
  readonly onStream: ((value: unknown) => void) | undefined
}

export interface ConnectOptions {
  /** Content for checkpoints and restores; the sandbox keeps none of its own. */
  readonly blobs: BlobStore
  /** Decides about what leaves the sandbox; without it nothing does. */
  readonly egress?: Egress | undefined
  /** Milliseconds until the other side must have said hello. */
  readonly deadlineMs: number
}

/** The app's side. Resolves when the sandbox has said hello in this version's words; never rejects. */
export function connectSandbox(port: MessagePort, options: ConnectOptions): Promise<Result<Sandbox>> {
  return greeted(new Connection(port, options), options.deadlineMs)
}

async function greeted(connection: Connection, deadlineMs: number): Promise<Result<Sandbox>> {
  const version = await connection.hello(deadlineMs)
  if (version === PORT_VERSION) return { ok: true, value: connection.sandbox() }
  const { isDisposed } = connection
  connection.dispose()
  if (isDisposed) return DISPOSED
  if (version === undefined) {
    return fail('disposed', `The sandbox did not answer within ${deadlineMs / 1000} s.`, {
      hint: 'Reload the page.',
    })
  }
  return fail('unsupported', `The sandbox speaks version ${version}, this page ${PORT_VERSION}.`, {
    hint: 'Reload the page: the app and its sandbox were updated at different times.',
  })
}

const DISPOSED = fail('disposed', 'The sandbox is gone; this call was not finished.', {
  hint: 'It is started again with the files of the last checkpoint.',
})

class Connection {
  readonly #port: MessagePort
  readonly #blobs: BlobServer
  readonly #egress: EgressServer
  readonly #pending = new Map<number, PendingCall>()
  readonly #listeners = new Set<(event: SandboxEvent) => void>()
  readonly #options: ConnectOptions
  /** They end with this one. */
  readonly #forks = new Set<Connection>()
  #nextId = 1
  #disposed = false
  #onHello: (version: number | undefined) => void = () => undefined
  #onEnd: () => void = () => undefined

  /** `fork`: id of the fork that is connected to. */
  constructor(port: MessagePort, options: ConnectOptions, fork?: string) {
    const { blobs, egress = NO_EGRESS } = options
    this.#port = port
    this.#options = options
    this.#blobs = new BlobServer(blobs, (message, transfer) => this.#send(message, transfer))
    this.#egress = new EgressServer(egress, (message, transfer) => this.#send(message, transfer), fork)
    port.addEventListener('message', (event: MessageEvent<unknown>) => this.#receive(event.data))
    port.addEventListener('close', () => this.dispose())
  }

  get isDisposed(): boolean {
    return this.#disposed
  }

  /** The other side's version; undefined when it stays silent, or is gone. */
  hello(deadlineMs: number): Promise<number | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), deadlineMs)
      this.#onHello = (version) => {
        clearTimeout(timer)
        resolve(version)
      }
      this.#port.start()
    })
  }

  sandbox(): Sandbox {
    const methods = Object.keys(METHOD_RESULTS).map((method) => [
      method,
      // METHOD_RESULTS has exactly the contract's methods as keys.
      (...args: unknown[]) => this.#call(method as PortMethod, args),
    ])
    return {
      // Each entry calls by its own name and its answer is checked against that method's schema.
      ...(Object.fromEntries(methods) as Pick<Sandbox, PortMethod>),
      fork: (request) => this.#fork(request),
      subscribe: (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
      dispose: () => {
        this.dispose()
        return Promise.resolve()
      },
    }
  }

  /** The other side is told: browsers do not always tell that a port is closed. */
  dispose(): void {
    if (this.#disposed) return
    this.#send({ type: 'dispose' })
    this.#disposed = true
    for (const fork of this.#forks) fork.dispose()
    this.#egress.close()
    for (const [id, call] of this.#pending) {
      this.#pending.delete(id)
      call.settle(DISPOSED)
    }
    this.#listeners.clear()
    this.#port.close()
    this.#onHello(undefined)
    this.#onEnd()
  }

  /** The fork gets a port that is made here, and is believed no more than the sandbox itself. */
  async #fork(request: ForkRequest): Promise<Result<Sandbox>> {
    const checked = checkForkRequest(request)
    if (!checked.ok) return checked
    if (this.#disposed) return DISPOSED
    const { port1, port2 } = new MessageChannel()
    const { blobs, deadlineMs } = this.#options
    const options = { blobs: request.blobs ?? blobs, egress: request.egress, deadlineMs }
    const fork = new Connection(port1, options, request.id)
    this.#forks.add(fork)
    fork.#onEnd = () => this.#forks.delete(fork)
    const id = this.#nextId++
    const reply = await new Promise((settle) => {
      this.#pending.set(id, { settle, onStream: undefined })
      this.#send({ type: 'fork', id, fork: request.id }, [port2])
    })
    const begun = checkReply({ schema: forkReply, method: 'fork' }, reply)
    if (begun.ok) return greeted(fork, deadlineMs)
    fork.dispose()
    return begun
  }

  #call(method: PortMethod, args: unknown[]): Promise<unknown> {
    if (this.#disposed) return Promise.resolve(DISPOSED)
    const last = args.at(-1)
    const onStream = typeof last === 'function' ? (value: unknown): unknown => last(value) : undefined
    const data = onStream || last === undefined ? args.filter((arg) => typeof arg !== 'function') : args
    const id = this.#nextId++
    return new Promise((resolve) => {
      const settle = (value: unknown) =>
        resolve(checkReply<unknown>({ schema: METHOD_RESULTS[method], method }, value))
      const stream = onStream && ((value: unknown) => this.#stream(id, method, value, onStream))
      this.#pending.set(id, { settle, onStream: stream })
      // An import's bytes are handed over; everything else is small or still wanted by the caller.
      const transfer = method === 'importArchive' ? buffersOf(data) : []
      this.#send({ type: 'call', id, method, args: data, streams: onStream !== undefined }, transfer)
      if (onStream) this.#send({ type: 'credit', id, bytes: PORT_STREAM_BYTES })
    })
  }

  #stream(id: number, method: PortMethod, value: unknown, deliver: (value: unknown) => unknown): void {
    if (method === 'exec') {
      const chunk = outputChunk.safeParse(value)
      if (!chunk.success) return
      const { length } = chunk.data.data
      const credit = () => this.#send({ type: 'credit', id, bytes: length })
      const taken = deliver(chunk.data)
      if (taken instanceof Promise) void taken.then(credit, credit)
      else credit()
      return
    }
    const progress = importProgress.safeParse(value)
    if (progress.success) deliver(progress.data)
  }

  #receive(data: unknown): void {
    const parsed = toApp.safeParse(data)
    // A message that is none of ours can only come from a broken or hostile sandbox: it has no effect.
    if (!parsed.success || this.#disposed) return
    const message = parsed.data
    switch (message.type) {
      case 'hello':
        return this.#onHello(message.version)
      case 'reply':
        this.#pending.get(message.id)?.settle(message.value)
        this.#pending.delete(message.id)
        return
      case 'stream':
        return this.#pending.get(message.id)?.onStream?.(message.value)
      case 'event':
        return this.#publish(message.event)
      case 'blobs_missing':
      case 'blobs_get':
      case 'blobs_put':
        void this.#blobs.answer(message)
        return
      case 'egress_request':
      case 'egress_credit':
      case 'egress_cancel':
        return this.#egress.receive(message)
      default:
        message satisfies never
    }
  }

  #publish(data: unknown): void {
    const event = sandboxEvent.safeParse(data)
    if (event.success) for (const listener of this.#listeners) listener(event.data)
  }

  #send(message: ToSandbox, transfer: Transferable[] = []): void {
    if (!this.#disposed) this.#port.postMessage(message, transfer)
  }
}

/** The reply as the method's own type; anything else becomes a failure that says so. */
function checkReply<T>(
  { schema, method }: { readonly schema: z.ZodType<T>; readonly method: keyof Sandbox },
  value: unknown,
): T | ReturnType<typeof fail> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (value === DISPOSED) return DISPOSED
  return fail('internal', `The sandbox gave an answer to "${method}" that makes no sense.`, {
    hint: 'Reload the page: the sandbox is started again with the files of the last checkpoint.',
  })
}

/** The sandbox's side. Serves until the app disposes or goes away. `create` gets the app's blob store and its gate. */
export function serveSandbox(port: MessagePort, create: (blobs: BlobStore, egress: Egress) => Sandbox): void {
  const ways = waysOver(port)
  serve(port, { ...ways, sandbox: create(ways.blobs, ways.egress) })
}
