/**
 * The sandbox contract over a MessagePort, and the app's blob store and its gate the other way. A remote-object library would let
 * a hostile peer walk property paths; here only the methods of the contract exist and every message is checked.
 * Output has back-pressure: the sandbox side sends only as many bytes as it was granted.
 */
import type {
  BlobStore,
  ExecRequest,
  ImportProgress,
  OutputChunk,
  Sandbox,
  SandboxEvent,
} from '../contract/contract.ts'
import { NO_EGRESS, type Egress } from '../contract/egress.ts'
import { fail } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import { PORT_STREAM_BYTES, PORT_TRANSFER_BYTES } from '../contract/limits.ts'
import { OutputStream } from './output-stream.ts'
import { BlobServer, RemoteBlobs } from './port-blobs.ts'
import { EgressServer, RemoteEgress } from './port-egress.ts'
import {
  importProgress,
  METHOD_RESULTS,
  outputChunk,
  PORT_VERSION,
  sandboxEvent,
  toApp,
  toSandbox,
} from './port-schema.ts'
import type { PortMethod, ToApp, ToSandbox } from './port-schema.ts'

interface PendingCall {
  readonly settle: (value: unknown) => void
  readonly onStream: ((value: unknown) => void) | undefined
}

export interface ConnectOptions {
  /** Content for checkpoints and restores; the sandbox keeps none of its own. */
  readonly blobs: BlobStore
  /** Decides about what leaves the sandbox; without it nothing does. */
  readonly egress?: Egress
  /** Milliseconds until the other side must have said hello. */
  readonly deadlineMs: number
}

/** The app's side. Resolves when the sandbox has said hello in this version's words; never rejects. */
export async function connectSandbox(port: MessagePort, options: ConnectOptions): Promise<Result<Sandbox>> {
  const connection = new Connection(port, options)
  const version = await connection.hello(options.deadlineMs)
  if (version === PORT_VERSION) return { ok: true, value: connection.sandbox() }
  connection.dispose()
  if (version === undefined) {
    return fail('disposed', `The sandbox did not answer within ${options.deadlineMs / 1000} s.`, {
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
  #nextId = 1
  #disposed = false
  #onHello: (version: number) => void = () => undefined

  constructor(port: MessagePort, { blobs, egress = NO_EGRESS }: ConnectOptions) {
    this.#port = port
    this.#blobs = new BlobServer(blobs, (message, transfer) => this.#send(message, transfer))
    this.#egress = new EgressServer(egress, (message, transfer) => this.#send(message, transfer))
    port.addEventListener('message', (event: MessageEvent<unknown>) => this.#receive(event.data))
    port.addEventListener('close', () => this.dispose())
  }

  /** The other side's version; undefined when it stays silent. */
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
      subscribe: (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
      dispose: () => {
        if (!this.#disposed) this.#send({ type: 'dispose' })
        this.dispose()
        return Promise.resolve()
      },
    }
  }

  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    this.#egress.close()
    for (const [id, call] of this.#pending) {
      this.#pending.delete(id)
      call.settle(DISPOSED)
    }
    this.#listeners.clear()
    this.#port.close()
  }

  #call(method: PortMethod, args: unknown[]): Promise<unknown> {
    if (this.#disposed) return Promise.resolve(DISPOSED)
    const last = args.at(-1)
    const onStream = typeof last === 'function' ? (value: unknown): unknown => last(value) : undefined
    const data = onStream || last === undefined ? args.filter((arg) => typeof arg !== 'function') : args
    const id = this.#nextId++
    return new Promise((resolve) => {
      const settle = (value: unknown) => resolve(checkReply(method, value))
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
function checkReply(method: PortMethod, value: unknown): unknown {
  const parsed = METHOD_RESULTS[method].safeParse(value)
  if (parsed.success) return parsed.data
  if (value === DISPOSED) return value
  return fail('internal', `The sandbox gave an answer to "${method}" that makes no sense.`, {
    hint: 'Reload the page: the sandbox is started again with the files of the last checkpoint.',
  })
}

/** The sandbox's side. Serves until the app disposes or goes away. `create` gets the app's blob store and its gate. */
export function serveSandbox(port: MessagePort, create: (blobs: BlobStore, egress: Egress) => Sandbox): void {
  const blobs = new RemoteBlobs((message, transfer) => port.postMessage(message, transfer))
  const egress = new RemoteEgress((message) => port.postMessage(message))
  const sandbox = create(blobs, egress)
  const outputs = new Map<number, OutputStream>()
  const send = (message: ToApp, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  const end = () => {
    blobs.close()
    egress.close()
    void sandbox.dispose()
    port.close()
  }
  const call = async ({ id, method, args, streams }: Extract<ToSandbox, { type: 'call' }>) => {
    if (!isMethod(method)) {
      send({ type: 'reply', id, value: fail('unsupported', `The sandbox has no method "${method}".`) })
      return
    }
    const value = await invoke(sandbox, method, args, streams ? streamer(id, method) : undefined)
    await outputs.get(id)?.drained()
    outputs.delete(id)
    // Only these make bytes of their own; a file's content must stay with the file system.
    send(
      { type: 'reply', id, value },
      method === 'exec' || method === 'exportArchive' ? buffersOf([value]) : [],
    )
  }
  const streamer = (id: number, method: PortMethod) => {
    if (method !== 'exec') return (value: unknown) => send({ type: 'stream', id, value })
    const output = new OutputStream((chunk) => send({ type: 'stream', id, value: chunk }))
    outputs.set(id, output)
    return (value: unknown) => output.push(value as OutputChunk) // `exec` calls it with chunks only
  }
  sandbox.subscribe((event) => send({ type: 'event', event }))
  port.addEventListener('message', (event: MessageEvent<unknown>) => {
    const parsed = toSandbox.safeParse(event.data)
    if (!parsed.success) return
    const message = parsed.data
    switch (message.type) {
      case 'call':
        return void call(message)
      case 'credit':
        return outputs.get(message.id)?.grant(message.bytes)
      case 'blobs_reply':
        return blobs.reply(message.id, message.value)
      case 'egress_head':
      case 'egress_data':
      case 'egress_end':
        return egress.receive(message)
      case 'dispose':
        return end()
      default:
        message satisfies never
    }
  })
  port.addEventListener('close', end)
  port.start()
  send({ type: 'hello', version: PORT_VERSION })
}

function isMethod(name: string): name is PortMethod {
  return Object.hasOwn(METHOD_RESULTS, name)
}

/** Runs one method. A bug in the sandbox must answer, too: an unanswered call would hang the agent. */
async function invoke(
  sandbox: Sandbox,
  method: PortMethod,
  args: readonly unknown[],
  onStream: ((value: unknown) => void | Promise<void>) | undefined,
): Promise<unknown> {
  try {
    if (method === 'exec') return await sandbox.exec(args[0] as ExecRequest, onStream)
    if (method === 'importArchive') {
      const request = args[0] as Parameters<Sandbox['importArchive']>[0]
      return await sandbox.importArchive(request, onStream as (progress: ImportProgress) => void)
    }
    // The app calls by the contract's own types; they are lost only on the wire.
    const target = sandbox[method] as (...values: unknown[]) => Promise<unknown>
    return await target.call(sandbox, ...args)
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return fail('internal', `The sandbox failed in "${method}": ${message}`, { hint: 'Please report this.' })
  }
}

/** Buffers of large byte arrays directly in the values (or in a result's value): moved instead of copied. */
function buffersOf(values: readonly unknown[]): Transferable[] {
  const buffers = new Set<ArrayBuffer>()
  const visit = (value: unknown, depth: number) => {
    if (value instanceof Uint8Array) {
      const whole = value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      if (whole && value.byteLength >= PORT_TRANSFER_BYTES) buffers.add(value.buffer as ArrayBuffer)
      return
    }
    if (depth > 0 && typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) visit(inner, depth - 1)
    }
  }
  for (const value of values) visit(value, 2)
  return [...buffers]
}
