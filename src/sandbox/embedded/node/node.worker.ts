/**
 * The worker of a `node` process.
 *
 * It runs Node's own JavaScript library (the pinned version of `scripts/node-library/pin.mjs`) on bindings of ours:
 *
 * - `boot.ts` runs Node's bootstrap ahead of time, so that a waiting worker starts a program in milliseconds;
 * - `run.ts` takes the command line and starts one of Node's entry scripts;
 * - `event-loop.ts` decides when things run; `bindings/` is what native Node has in C++, one file a binding, and
 *   everything that is not there throws;
 * - `esm/` is a module graph of our own, because a page cannot reach the engine's; `typescript.ts` the compiler.
 *
 * It is built as a classic script (`scripts/node-library/build.mjs`): `importScripts` loads the rest of the library
 * synchronously when a program first requires it. It is user code to the kernel: nothing that it says is trusted.
 */
import { connectSyscalls } from '../process/channel-client.ts'
import type { SyscallClient } from '../process/channel-client.ts'
import type { FromProcess, ToProcess } from '../process/protocol.ts'
import type { ExitStatus } from '../syscalls.ts'
import { deliverSignal } from './bindings/signal-wrap.ts'
import { bootNode } from './boot.ts'
import { runNode } from './run.ts'
import { readScripts } from './scripts.ts'

// Captured before the boot takes them from user code.
const listen = globalThis.addEventListener.bind(globalThis)
const post: (message: FromProcess) => void = globalThis.postMessage.bind(globalThis)
const { wait } = Atomics
const booted = bootNode(readScripts())
const { context } = booted
let client: SyscallClient | undefined

/** The kernel ends the worker when it has read the message; until then nothing of the program may run on. */
function exit(status: ExitStatus): never {
  post({ type: 'exit', status, cwd: context.cwd })
  const never = new Int32Array(new SharedArrayBuffer(4))
  for (;;) wait(never, 0, 0)
}

listen('message', (event) => {
  // Only the kernel has this worker's port.
  const message = (event as MessageEvent<ToProcess>).data
  if (client?.receive(message) === true) return
  switch (message.type) {
    case 'start':
      client = connectSyscalls(message.channel, post)
      runNode(booted, { syscalls: client.syscalls, asyncSyscalls: client.asyncSyscalls, exit }, message.start)
      return
    case 'signal':
      deliverSignal(context, message.signal)
      post({ type: 'handled' })
      return
    case 'reply':
    case 'failure':
    case 'line':
      // An answer to a call that nobody waits for any more.
      return
    default:
      message satisfies never
  }
})
post({ type: 'ready' })
