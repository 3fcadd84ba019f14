/**
 * just-bash with our changes (scripts/shell-library/), typed. Its results carry what it kept; what it did not
 * keep has gone to the process's descriptors by way of the `ShellHost`.
 */
import { resolve } from '../../contract/path.ts'
import type { Errno, ExitStatus } from '../syscalls.ts'
import type { Descriptors } from './descriptors.ts'
import type { JobTable } from './jobs/job-table.ts'
import type { ShellKernel } from './kernel.ts'
import { Bash, defineCommand, getCommandNames, liveAbandon } from './generated/just-bash.js'
import type {
  BashExecResult,
  BashOptions,
  CustomCommand,
  ExecOptions,
  ExecResult,
  ResolvedCommandContext,
} from 'just-bash/browser'

/** Standard streams of a command: descriptors of this process, or null while just-bash buffers the stream. */
export interface LiveStreams {
  readonly stdin: number | null
  readonly stdout: number | null
  readonly stderr: number | null
}

interface LiveExecOptions extends ExecOptions {
  readonly live?: LiveStreams | undefined
  /** Names in `env` that programs do not get. */
  readonly unexported?: readonly string[]
  /** Given the interpreter's state before it runs, to be read when it has ended. */
  readonly onState?: (state: ShellState) => void
  /** Goes on with the state that the execution before has left there. */
  readonly session?: SessionState | undefined
  /** Goes on where another shell has forked, instead of running the script. */
  readonly image?: ShellImage | undefined
  /** From a command's context: descriptors above 2 are passed on to the new execution. */
  readonly descriptors?: ReadonlyMap<number, string> | undefined
  /** Source of the script. */
  readonly source?: ScriptSource | undefined
}

/** Value of BASH_SOURCE: the file's name as given, or the placeholder for functions outside of files. */
export type ScriptSource =
  | { readonly file: string }
  | { readonly file?: never; readonly place: 'environment' }

/** The text is that of `-c`. */
export const FROM_ARGUMENT: ScriptSource = { place: 'environment' }

/** The part of the interpreter's state that we read. */
export interface ShellState {
  readonly cwd: string
  /** By signal (`SIGINT`) or condition (`EXIT`, `ERR`); an empty action ignores it. */
  readonly traps?: ReadonlyMap<string, string>
  /** Does what the script has for EXIT, when a signal ends it with that code. */
  readonly endBySignal?: (exitCode: number) => Promise<unknown>
  /** At a prompt: the number of the line that this belongs to. */
  readonly line?: number
  /** True in the shell that runs the EXIT trap after a signal. */
  readonly isEnding?: boolean
}

/** Holds what one execution leaves to the next. */
export interface SessionState {
  state?: ShellState & { readonly hasExited?: boolean; readonly env: Map<string, string> }
}

/** A shell that was forked: its state, and the syntax tree that it is to run. Only the interpreter looks inside. */
export interface ShellImage {
  readonly state: object
  readonly script: object
}

/** A background job of a script. */
export interface JobStart {
  /** The source of it, as `jobs` shows it. */
  readonly text: string
  readonly live: LiveStreams
  /** Redirected input: a descriptor, or text with one char a byte. */
  readonly stdin: number | string | undefined
  readonly cwd: string
  /** Exported variables only. */
  readonly env: Readonly<Record<string, string>>
  /** A program that needs no shell; else the shell goes on with `image`. */
  readonly program?: JobProgram | undefined
  readonly image: ShellImage
}

interface JobProgram {
  /** As the script wrote it. */
  readonly name: string
  readonly path: string
  readonly args: readonly string[]
}

/** How much `read` wants. */
export interface LineRequest {
  /** The byte that ends it; undefined: none does. */
  readonly delimiter: number | undefined
  /** At most so many letters. */
  readonly characters: number | undefined
  /** A backslash is a letter like others. */
  readonly isRaw: boolean
  readonly timeoutMs: number | undefined
}

export type NestedExec = (script: string, options: LiveExecOptions) => Promise<ExecResult>

/** Source or target of a descriptor above 2 that a program gets. */
export type ScriptDescriptor = { readonly fd: number } & (
  | {
      readonly kind: 'file'
      readonly path: string
      /** Also to be read. */
      readonly isRead: boolean
    }
  /** A descriptor of this process; null: the interpreter keeps that stream. */
  | { readonly kind: 'stream'; readonly as: number | null }
  /** One char a byte. It is told how many of them were read: the script goes on behind them. */
  | { readonly kind: 'text'; readonly text: string; readonly onRead: (characters: number) => void }
)

/** A file on PATH (or with a slash) is to be run. */
export interface FileRun {
  readonly path: string
  /** As the script wrote it. */
  readonly name: string
  readonly args: readonly string[]
  /** One char a byte; empty: the process's own stdin if `live` has one, else nothing. */
  readonly stdin: string
  /** Exported variables only. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly live: LiveStreams
  readonly descriptors: readonly ScriptDescriptor[]
  /** The same as the interpreter keeps them, for a script that it runs itself. */
  readonly table: ReadonlyMap<number, string> | undefined
  readonly exec: NestedExec
}

/** The interpreter's interface to its process. */
export interface ShellHost {
  readonly kernel: ShellKernel
  /** The process that the shell runs in. */
  readonly pid: number
  /** In order, soon. `text` is one char a byte when `isBytes`, else text. */
  write(fd: number, text: string, isBytes: boolean): void
  /** The same for bytes, which stay as they are. */
  writeSoon(fd: number, bytes: Uint8Array): void
  /** Called before a command that is not built into the interpreter; what was written must be out unless it is quick. */
  beforeCommand(name: string): void
  /** Input for `read`, one char a byte; empty at the end, undefined after the timeout. */
  readLine(fd: number, request: LineRequest): Promise<string | undefined>
  /** All that is left, one char a byte. */
  readAll(fd: number): Promise<string>
  /** The same when its end is there already, else undefined. */
  readAllNow(fd: number): string | undefined
  /**
   * Waits until what was written to these streams is nearly taken; undefined when nothing waits. A number: nobody
   * can take it, and whoever has written it ends with this code.
   */
  settle(live: LiveStreams): Promise<number | undefined> | undefined
  /** The end to read from, and the end to write to. */
  pipe(): readonly [number, number]
  /** A descriptor for a file that a redirection has made. */
  openOutput(path: string): number
  openInput(path: string): number
  isShellScript(path: string): boolean
  /** Closes them when what was written is taken. */
  close(fds: readonly number[]): Promise<void>
  closeInput(fd: number): Promise<void>
  /** Returns the process id. */
  startJob(start: JobStart): Promise<number>
  readonly jobs: JobTable
  readonly line: number
  /** This process's job goes on when its session is closed. */
  detach(): void
  /** Waits for a child. Does not come back once the shell must end. */
  wait(pid: number): Promise<ExitStatus>
  /** Stops for so long, or until the script has got a signal; then gives its number. */
  sleep(ms: number): Promise<number | undefined>
  /** A script begins; returns how it ends. */
  enter(state: ShellState): () => void
  /** The next signal that the script has an action for, if `state` is the one that carries it out. */
  takeSignal(state: ShellState): string | undefined
  readonly waitingSignal: number | undefined
  readonly descriptors: Descriptors
  /** Resolves when it is nearly taken; with what went wrong if it cannot be. */
  writeBytes(fd: number, bytes: Uint8Array): Promise<Errno | undefined>
  /** Resolves with the next signal that the script has an action for. */
  readonly interruption: Promise<void>
  /** Called between statements; a promise makes the script wait. */
  tick(state?: ShellState): Promise<void> | undefined
  runFile(run: FileRun): Promise<ExecResult>
  /** Permission bits that new files do not get. */
  umask: number
  /** The kernel's path of what the script calls `path`: the files of process substitutions lie elsewhere. */
  realPath(path: string): string
}

/** Context of our own commands. */
export type CommandContext = Omit<ResolvedCommandContext, 'exec'> & {
  readonly live: LiveStreams
  readonly host: ShellHost
  readonly exec: NestedExec
  /** Source of stdin, for commands that read it in pieces. */
  readonly feed: Feed
}

export interface Feed {
  /** Input from a pipe or a redirection, one char a byte; empty: see `fd`. */
  readonly text: string
  /** The descriptor to read, or null when there is none. */
  readonly fd: number | null
  /** Set: what a command of the library gets that asks for all of stdin. */
  read?: string
}

export type CommandBody = (args: readonly string[], context: CommandContext) => Promise<ExecResult>

/** Up to so many there is nothing to gain. */
const FEW_OPERANDS = 3

export function command(name: string, body: CommandBody): CustomCommand {
  // The context has these fields: the changes in scripts/shell-library put them there.
  return defineCommand(name, (args, context) => {
    const own = context as unknown as CommandContext
    // Operands are mostly files, and mostly read one after the other.
    if (args.length > FEW_OPERANDS) own.host.kernel.willRead?.(args.map((arg) => resolve(arg, own.cwd)))
    return body(args, own)
  })
}

export interface Interpreter {
  exec(script: string, options: LiveExecOptions): Promise<BashExecResult>
  /** Leaves the functions and loops that an execution was in when it was given up. */
  resetSession(session: SessionState, exitCode: number): void
}

export function createInterpreter(options: BashOptions & { readonly host: ShellHost }): Interpreter {
  const bash = new Bash(options)
  return {
    exec: (script, own) => bash.exec(script, own),
    resetSession: ({ state }, exitCode) => {
      if (state !== undefined) liveAbandon(state, exitCode)
    },
  }
}

/** Every command that the library brings, by name. */
export function libraryCommands(): readonly string[] {
  return getCommandNames()
}
