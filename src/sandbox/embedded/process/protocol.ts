/** Messages between the kernel and a process worker besides the synchronous channel. */
import type { ExitStatus } from '../syscalls.ts'
import type { Signal, TerminalSize } from '../../contract/contract.ts'
import type { ProcessMoment } from '../../contract/replay-clock.ts'

/** Programs that are workers of their own; every other command is a builtin or a script of one of these. */
export type ProgramKind = 'shell' | 'node' | 'node-thread' | 'python'

export interface ProcessStart {
  readonly pid: number
  readonly ppid: number
  /** As the program sees it, e.g. `['node', 'test.js']` or `['sh', '-c', 'npm test']`. */
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Searches over a folder pass over withheld files: `ExecRequest.skipsWithheld`. */
  readonly skipsWithheld?: boolean
  /** A shell that stays, and runs what `line` messages say. */
  readonly isSession?: boolean
  /** Lines before the first, for the command `history`. */
  readonly history?: readonly string[]
  /** State of a forked shell, as its parent has packed it. */
  readonly image?: Uint8Array
  /** Start of its random numbers and clock, and whether to report clock readings at its end. */
  readonly moment?: ProcessMoment
}

/** A further thread of a program: a worker of its own with the process's files. */
export interface ThreadStart {
  /** Chosen by the program, and its own. */
  readonly id: number
  /** From the thread that has started it, as it is. */
  readonly init: unknown
  /** Leads to the thread that has started it. */
  readonly port: MessagePort
}

export type ToProcess =
  /** Sent first, and again when the worker has said that it is ready for another program. A worker may be made and booted long before: until then it must not touch the channel. */
  | {
      readonly type: 'start'
      readonly start: ProcessStart
      /** Shared memory of the synchronous syscall channel; its layout belongs to `process/channel.ts`. */
      readonly channel: SharedArrayBuffer
      /** Only for a worker that is no process's first. */
      readonly thread?: ThreadStart
    }
  /** A thread that this one has started is over, or could not begin: then there is a problem. */
  | {
      readonly type: 'thread_end'
      readonly id: number
      readonly code: number
      /** By itself, not by `thread_stop`. */
      readonly isOwn: boolean
      readonly problem?: string
    }
  /** A signal that the program may handle. SIGKILL is never sent: the worker is terminated. */
  | {
      readonly type: 'signal'
      readonly signal: Signal
      /** The other processes of its job get it too. */
      readonly isForGroup: boolean
    }
  /** The terminal that it sits at has another size: SIGWINCH, which ends nobody. */
  | { readonly type: 'resized' }
  /** For a shell that stays: the next line to run, when the one before has ended. */
  | { readonly type: 'line'; readonly text: string; readonly size?: TerminalSize | undefined }
  | { readonly type: 'reply'; readonly id: number; readonly value: unknown }
  | {
      readonly type: 'failure'
      readonly id: number
      readonly code: string
      readonly syscall: string
      readonly path?: string
    }

export type FromProcess =
  /** The worker has loaded its code, or is done with its last program, and waits for `start`. */
  | { readonly type: 'ready' }
  /** The last signal was heard and does not end the program at once; without this it is ended. */
  | { readonly type: 'handled' }
  /** A synchronous call is in the channel. */
  | { readonly type: 'syscall' }
  /** An asynchronous call; answered with `reply` or `failure`. */
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  /** Starts a thread; answered by `thread_end` in the end. The port is transferred. */
  | { readonly type: 'thread'; readonly id: number; readonly init: unknown; readonly port: MessagePort }
  /** Ends a thread at once. */
  | { readonly type: 'thread_stop'; readonly id: number }
  /** A line of a shell that stays has ended. */
  | {
      readonly type: 'line_end'
      readonly exitCode: number
      readonly cwd: string
      /** Bytes of stdin that it has read and not used. */
      readonly unread: Uint8Array
    }
  /** The program is over; the kernel drops whatever it still says, and ends the worker or uses it again. */
  | {
      readonly type: 'exit'
      readonly status: ExitStatus
      /** A shell's directory at its end. */
      readonly cwd?: string
      /** Its clock readings. */
      readonly clock?: readonly number[]
      /** Nothing of the program is left: the worker posts `ready` next, and can run another. */
      readonly isClean?: boolean
    }
