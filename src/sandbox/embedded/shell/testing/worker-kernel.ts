/** The kernel's side of the protocol for one shell worker, over the memory kernel. */
import { ChannelServer, createChannel } from '../../process/channel.ts'
import type { SyncReply } from '../../process/channel-client.ts'
import type { FromProcess, ProcessStart, ToProcess } from '../../process/protocol.ts'
import { Errno } from '../../syscalls.ts'
import type { MemoryKernel } from './memory-kernel.ts'

type ShellExit = Extract<FromProcess, { type: 'exit' }>

export interface RunningShell {
  readonly exit: Promise<ShellExit>
  send(message: ToProcess): void
  terminate(): void
}

export async function startShellWorker(kernel: MemoryKernel, start: ProcessStart): Promise<RunningShell> {
  const worker = new Worker(new URL('../shell.worker.ts', import.meta.url), { type: 'module' })
  const channel = createChannel()
  const server = new ChannelServer(channel, (request, reply) => {
    // The worker is ours: it sends what `connectSyscalls` makes.
    const { name, args, bytesAt } = request.json as { name: string; args: unknown[]; bytesAt: number }
    if (bytesAt >= 0) args[bytesAt] = request.bytes
    const outcome = settle(() => call(kernel.syscalls, name, args))
    const value = outcome.ok ? outcome.value : undefined
    if (value instanceof Uint8Array) reply({ json: { ok: true, isBytes: true }, bytes: [value] })
    else reply({ json: outcome })
  })
  let ready: () => void = () => undefined
  const isReady = new Promise<void>((resolve) => {
    ready = resolve
  })
  const exit = new Promise<ShellExit>((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message))
    worker.onmessage = ({ data }: MessageEvent<FromProcess>) => {
      if (data.type === 'ready') ready()
      else if (data.type === 'syscall') server.woken()
      else if (data.type === 'exit') resolve(data)
      else if (data.type === 'call') void answer(worker, kernel, data)
    }
  })
  await Promise.race([isReady, exit])
  const send = (message: ToProcess): void => worker.postMessage(message)
  send({ type: 'start', start, channel })
  return { exit, send, terminate: () => worker.terminate() }
}

async function answer(
  worker: Worker,
  kernel: MemoryKernel,
  request: Extract<FromProcess, { type: 'call' }>,
): Promise<void> {
  const { id, name, args } = request
  try {
    const value = await call(kernel.calls, name, args)
    worker.postMessage({ type: 'reply', id, value } satisfies ToProcess)
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    const { code, syscall } = error
    worker.postMessage({ type: 'failure', id, code, syscall } satisfies ToProcess)
  }
}

function call(table: object, name: string, args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(table, name)
  if (typeof method !== 'function') throw new Errno('ENOSYS', name)
  return Reflect.apply(method, table, args)
}

function settle(body: () => unknown): SyncReply {
  try {
    return { ok: true, value: body() }
  } catch (error) {
    if (!(error instanceof Errno)) throw error
    const { code, syscall, path } = error
    return { ok: false, code, syscall, ...(path === undefined ? {} : { path }) }
  }
}
