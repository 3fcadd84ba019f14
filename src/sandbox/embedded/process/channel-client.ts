/** System calls from inside a process worker: blocking over shared memory, or answered by message. */
import { Errno } from '../syscalls.ts'
import type { AsyncSyscalls, Syscalls } from '../syscalls.ts'
import { ChannelCaller } from './channel.ts'
import type { FromProcess, ToProcess } from './protocol.ts'
import { rememberFiles } from './remembered-files.ts'
import type { Answer } from './read-ahead.ts'
import { SYSCALLS } from './syscall-names.ts'

export interface SyscallClient {
  readonly syscalls: Syscalls
  readonly asyncSyscalls: AsyncSyscalls
  /** These files are about to be read, in this order: only a hint, which costs nothing. */
  willRead(paths: readonly string[]): void
  /** Hand every message of the kernel in; true when it was an answer to an asynchronous call. */
  receive(message: ToProcess): boolean
  /** The process is over: whatever of it still calls gets ESRCH instead of the kernel's ear. */
  close(): void
}

/** `post` sends to the kernel; `channel` came with `start`. */
export function connectSyscalls(
  channel: SharedArrayBuffer,
  post: (message: FromProcess) => void,
): SyscallClient {
  const caller = new ChannelCaller(channel, () => post({ type: 'syscall' }))
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Errno) => void }>()
  let nextId = 1
  let isClosed = false
  const names = Object.keys(SYSCALLS)
  const call = (name: string, args: readonly unknown[]): Answer => {
    if (isClosed) throw new Errno('ESRCH', name)
    return exchange(caller, name, args)
  }
  const sync =
    (name: string) =>
    (...args: unknown[]) =>
      valueOf(call(name, args))
  const byMessage =
    (name: string) =>
    (...args: unknown[]) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Errno('ESRCH', name))
        const id = nextId++
        pending.set(id, { resolve, reject })
        post({ type: 'call', id, name, args })
      })
  const direct = Object.fromEntries(names.map((name) => [name, sync(name)]))
  const remembered = rememberFiles({ call, changes: () => caller.changes })
  return {
    // Each name of the table is a method of Syscalls, and the kernel answers each with that method's result.
    syscalls: { ...direct, ...remembered.syscalls } as unknown as Syscalls,
    willRead: remembered.willRead,
    asyncSyscalls: Object.fromEntries(
      names.map((name) => [name, byMessage(name)]),
    ) as unknown as AsyncSyscalls,
    receive: (message) => {
      if (message.type !== 'reply' && message.type !== 'failure') return false
      const waiting = pending.get(message.id)
      pending.delete(message.id)
      if (message.type === 'reply') waiting?.resolve(message.value)
      else waiting?.reject(new Errno(message.code, message.syscall, message.path))
      return true
    },
    close: () => {
      isClosed = true
    },
  }
}

/** How the answer to a blocking call is told: the value is in the JSON or is the bytes, or it is an `Errno`. */
export type SyncReply =
  | { readonly ok: true; readonly value?: unknown; readonly isBytes?: boolean }
  | { readonly ok: false; readonly code: string; readonly syscall: string; readonly path?: string }

function valueOf({ value, bytes, isBytes }: Answer): unknown {
  return isBytes ? bytes : value
}

function exchange(caller: ChannelCaller, name: string, args: readonly unknown[]): Answer {
  const bytesAt = args.findIndex((argument) => argument instanceof Uint8Array)
  const bytes = args[bytesAt]
  const plain = args.map((argument, index) => (index === bytesAt ? null : argument))
  const { json, bytes: answer } = caller.call({
    json: { name, args: plain, bytesAt },
    ...(bytes instanceof Uint8Array ? { bytes } : {}),
  })
  const reply = json as SyncReply // written by the kernel, which this process may trust
  if (!reply.ok) throw new Errno(reply.code, reply.syscall, reply.path)
  return { value: reply.value, bytes: answer, isBytes: reply.isBytes ?? false }
}
