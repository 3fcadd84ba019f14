/** The worker of one shell process. */
import type { Signal, TerminalSize } from '../../contract/contract.ts'
import { connectSyscalls, type SyscallClient } from '../process/channel-client.ts'
import type { FromProcess, ProcessStart, ToProcess } from '../process/protocol.ts'
import { beginMoment, notedClock } from '../process/realm-moment.ts'
import type { ShellSession } from './session.ts'
import { createShell, type Shell, type ShellEnd } from './shell.ts'

interface Scope {
  onmessage: ((event: MessageEvent<ToProcess>) => void) | null
  postMessage(message: FromProcess): void
}

// This file runs in a dedicated worker only.
const scope = globalThis as unknown as Scope
/** Milliseconds that a process made ready has been idle when it loads more: the start of the page is over then. */
const LOAD_AHEAD_AFTER_MS = 1_500
const post = (message: FromProcess): void => scope.postMessage(message)

let client: SyscallClient | undefined
let shell: Shell | undefined
let session: ShellSession | undefined

scope.onmessage = ({ data: message }) => {
  if (client?.receive(message)) return
  if (message.type === 'start') start(message.start, message.channel)
  if (message.type === 'line') runLine(message.text, message.size)
  if (message.type === 'signal') interrupt(message.signal, message.isForGroup)
}
ready()

function ready(): void {
  post({ type: 'ready' })
  setTimeout(loadAhead, LOAD_AHEAD_AFTER_MS)
}

/** While nobody waits for this process: git is what most often takes longer to load than to run. */
function loadAhead(): void {
  if (client !== undefined) return
  import('../git/git.ts').catch((error: unknown) => {
    // The command loads it again when it is wanted, and then says what is wrong.
    console.info('git could not be loaded ahead:', error)
  })
}

function start(process: ProcessStart, channel: SharedArrayBuffer): void {
  const own = connectSyscalls(channel, post)
  client = own
  beginMoment(process.moment)
  const { syscalls, asyncSyscalls, willRead } = own
  const kernel = {
    syscalls,
    calls: asyncSyscalls,
    willRead,
    skipsWithheld: process.skipsWithheld === true,
  }
  shell = createShell({ start: process, kernel, pause: pauseForMessages })
  if (process.isSession) {
    session = shell.openSession()
    return
  }
  shell.run().then(
    ({ status, cwd }) => end(own, { status, cwd }),
    (error: unknown) => fail(error),
  )
}

/** The worker can run another program when what waits here has seen that this one is over. */
function end(own: SyscallClient, outcome: ShellEnd): void {
  post({ type: 'exit', ...outcome, ...notedClock(), isClean: outcome.status.signal === null })
  beginMoment(undefined)
  own.close()
  client = undefined
  shell = undefined
  pauseForMessages().then(ready, (error: unknown) => console.error(error))
}

function runLine(text: string, size: TerminalSize | undefined): void {
  session?.run(text, size).then(
    ({ exitCode, cwd, unread, hasExited }) => {
      if (hasExited) post({ type: 'exit', status: { code: exitCode, signal: null }, cwd })
      else post({ type: 'line_end', exitCode, cwd, unread })
    },
    (error: unknown) => fail(error),
  )
}

function interrupt(signal: Signal, isForGroup: boolean): void {
  // It ends by itself, or goes on: what it has said is written first, and its children end before it.
  post({ type: 'handled' })
  shell?.host.interrupt(signal, isForGroup).catch((error: unknown) => fail(error))
}

/** A fault of ours, or of the kernel's: said, and the process ends as a crashed one. */
function fail(error: unknown): void {
  const text = `sh: internal error: ${error instanceof Error ? error.message : String(error)}\n`
  try {
    client?.syscalls.write(2, new TextEncoder().encode(text), null)
  } finally {
    post({ type: 'exit', status: { code: 255, signal: null } })
  }
}

/** Comes back after the messages that are waiting: a port's messages are handled in turn with them. */
function pauseForMessages(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
