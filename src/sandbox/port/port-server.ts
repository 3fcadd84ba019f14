/** The sandbox's side of a port: carries out what the app calls, for the sandbox itself and for each of its forks. */
import type { OutputChunk, Sandbox } from '../contract/contract.ts'
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import { OutputStream } from './output-stream.ts'
import { RemoteBlobs } from './port-blobs.ts'
import { RemoteEgress } from './port-egress.ts'
import { METHOD_RESULTS, PORT_VERSION, toSandbox } from './port-schema.ts'
import type { PortMethod, ToApp, ToSandbox } from './port-schema.ts'
import { buffersOf } from './port-transfer.ts'

type Failure = ReturnType<typeof fail>

/** The app's store and its gate, over the port of the sandbox that uses them. */
export interface Ways {
  readonly blobs: RemoteBlobs
  readonly egress: RemoteEgress
}

export function waysOver(port: MessagePort): Ways {
  return {
    blobs: new RemoteBlobs((message, transfer) => port.postMessage(message, transfer)),
    egress: new RemoteEgress((message) => port.postMessage(message)),
  }
}

interface Served extends Ways {
  readonly sandbox: Sandbox
  readonly onEnd?: () => void
}

/** Serves until the app disposes or goes away, or the returned function is called. All of these end the sandbox and its forks. */
export function serve(port: MessagePort, { sandbox, blobs, egress, onEnd }: Served): () => void {
  const outputs = new Map<number, OutputStream>()
  const forks = new ServedForks(sandbox)
  const send = (message: ToApp, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  const end = () => {
    forks.end()
    blobs.close()
    egress.close()
    void sandbox.dispose()
    port.close()
    onEnd?.()
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
  const fork = async ({ id, fork: name }: Extract<ToSandbox, { type: 'fork' }>, at?: MessagePort) =>
    send({ type: 'reply', id, value: await forks.begin(name, at) })
  sandbox.subscribe((event) => send({ type: 'event', event }))
  port.addEventListener('message', (event: MessageEvent<unknown>) => {
    const parsed = toSandbox.safeParse(event.data)
    if (!parsed.success) return
    const message = parsed.data
    switch (message.type) {
      case 'call':
        return void call(message)
      case 'fork':
        return void fork(message, event.ports[0])
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
  return end
}

/** Forks of one sandbox, each with the port on which the app speaks with it. */
class ServedForks {
  readonly #sandbox: Sandbox
  readonly #ends = new Set<() => void>()
  #hasEnded = false

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
  }

  /** Never rejects. A fork of which the app has lost the port ends by that port's end. */
  async begin(id: string, port: MessagePort | undefined): Promise<Result<void>> {
    if (port === undefined) return fail('invalid', `The fork "${id}" has no port to be spoken with.`)
    const ways = waysOver(port)
    const forked = await attempted('fork', () => this.#sandbox.fork({ id, ...ways }))
    if (!forked.ok || this.#hasEnded) {
      port.close()
      if (forked.ok) void forked.value.dispose()
      return forked.ok ? fail('disposed', 'The sandbox has been closed.') : forked
    }
    const end = serve(port, { ...ways, sandbox: forked.value, onEnd: () => this.#ends.delete(end) })
    this.#ends.add(end)
    return ok(undefined)
  }

  end(): void {
    this.#hasEnded = true
    for (const end of this.#ends) end()
  }
}

function isMethod(name: string): name is PortMethod {
  return Object.hasOwn(METHOD_RESULTS, name)
}

/** Runs one method. A bug in the sandbox must answer, too: an unanswered call would hang the agent. */
async function attempted<T>(method: keyof Sandbox, action: () => Promise<T>): Promise<T | Failure> {
  try {
    return await action()
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return fail('internal', `The sandbox failed in "${method}": ${message}`, { hint: 'Please report this.' })
  }
}

function invoke(
  sandbox: Sandbox,
  method: PortMethod,
  args: readonly unknown[],
  onStream: ((value: unknown) => void | Promise<void>) | undefined,
): Promise<unknown> {
  return attempted(method, async () => {
    const reports = method === 'exec' || method === 'importArchive'
    // The app calls by the contract's own types; they are lost only on the wire.
    const target = sandbox[method] as (...values: unknown[]) => Promise<unknown>
    return await target.call(sandbox, ...(reports ? [args[0], onStream] : args))
  })
}
