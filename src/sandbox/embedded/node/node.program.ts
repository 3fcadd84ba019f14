/**
 * The program of the worker of a `node` process.
 *
 * It runs Node's own JavaScript library (the pinned version of `scripts/node-library/pin.mjs`) on bindings of ours:
 *
 * - `boot.ts` runs Node's bootstrap ahead of time, so that a waiting worker starts a program in milliseconds;
 * - `run.ts` takes the command line and starts one of Node's entry scripts;
 * - `event-loop.ts` decides when things run; `bindings/` is what native Node has in C++, one file a binding, and
 *   everything that is not there throws;
 * - `esm/` is a module graph of our own, because a page cannot reach the engine's; `typescript.ts` the compiler.
 *
 * Its worker is a classic one (`node.worker.ts`): `importScripts` loads the rest of the library synchronously when a
 * program first requires it. It is user code to the kernel: nothing that it says is trusted.
 */
import { connectSyscalls } from '../process/channel-client.ts'
import type { SyscallClient } from '../process/channel-client.ts'
import type { FromProcess, ToProcess } from '../process/protocol.ts'
import { beginMoment, notedClock, showInDate } from '../process/realm-moment.ts'
import type { ExitStatus } from '../syscalls.ts'
import { deliverResize, deliverSignal } from './bindings/process/signal-wrap.ts'
import { messagePorts } from './bindings/messaging/messaging.ts'
import { bootNode } from './start/boot.ts'
import type { Booted } from './start/boot.ts'
import { takeMessages } from './start/early-messages.ts'
import { runNode, runThread } from './start/run.ts'
import { readScripts } from './start/scripts.ts'
import type { ThreadHost, ThreadInit } from './thread.ts'

/** Milliseconds that a worker has waited before it loads what most programs want next. */
const LOAD_AHEAD_MS = 100

// Captured before the boot takes them from user code.
const hearMessages = takeMessages()
const nativePost = globalThis.postMessage.bind(globalThis)
const post = (message: FromProcess, transfer: Transferable[] = []): void => nativePost(message, { transfer })
const { wait } = Atomics
const later = globalThis.setTimeout
const scripts = readScripts()
// A thread boots when it is known which one it is.
let booted = scripts.isThread ? undefined : bootNode(scripts)
let client: SyscallClient | undefined

/** The kernel ends the worker when it has read the message; until then nothing of the program may run on. */
function exit({ context }: Booted, status: ExitStatus): never {
  if (context.thread) messagePorts(context).sayFarewell()
  post({ type: 'exit', status, cwd: context.cwd, ...notedClock() })
  const never = new Int32Array(new SharedArrayBuffer(4))
  for (;;) wait(never, 0, 0)
}

const threads: ThreadHost = {
  start: (id, init, port) => post({ type: 'thread', id, init, port }, [port]),
  stop: (id) => post({ type: 'thread_stop', id }),
}

function start({ start: process, channel, thread }: Extract<ToProcess, { type: 'start' }>): void {
  scripts.startsProgram()
  // Another thread of this program has written it.
  const own = booted ?? bootNode(scripts, thread && { ...thread, init: thread.init as ThreadInit })
  booted = own
  client = connectSyscalls(channel, post)
  const { syscalls, asyncSyscalls } = client
  const host = { syscalls, asyncSyscalls, threads, exit: (status: ExitStatus) => exit(own, status) }
  beginMoment(thread ? undefined : process.moment)
  showInDate()
  if (thread) runThread(own, host, process)
  else runNode(own, host, process)
}

function hear(message: ToProcess): void {
  if (client?.receive(message) === true) return
  switch (message.type) {
    case 'start':
      return start(message)
    case 'signal':
      if (booted) deliverSignal(booted.context, message.signal)
      post({ type: 'handled' })
      return
    case 'resized':
      if (booted) deliverResize(booted.context)
      return
    case 'thread_end': {
      const { id, ...end } = message
      booted?.context.threadEnds.get(id)?.(end)
      booted?.context.threadEnds.delete(id)
      return
    }
    case 'reply':
    case 'failure':
    case 'line':
      // An answer to a call that nobody waits for any more.
      return
    default:
      message satisfies never
  }
}
// Only the kernel has this worker's port.
hearMessages((data) => hear(data as ToProcess))
post({ type: 'ready' })
// After the messages that wait: what is started at once loads nothing ahead.
later(() => scripts.loadAhead(scripts.isThread ? ['common', 'rare'] : ['common']), LOAD_AHEAD_MS)
