/**
 * just-bash with our changes (scripts/shell-library/), typed. Its results carry what it kept; what it did not
 * keep has gone to the process's descriptors by way of the `ShellHost`.
 */
import type { ShellKernel } from './kernel.ts'
import { Bash, defineCommand, getCommandNames } from './generated/just-bash.js'
import type {
  BashExecResult,
  BashOptions,
  CustomCommand,
  ExecOptions,
  ExecResult,
  ResolvedCommandContext,
} from 'just-bash/browser'

/** Where the standard streams of a command lead: a descriptor of this process, or null while just-bash keeps the stream. */
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
  readonly onState?: (state: { readonly cwd: string }) => void
}

export type NestedExec = (script: string, options: LiveExecOptions) => Promise<ExecResult>

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
  readonly exec: NestedExec
}

/** What the interpreter needs of the process that it runs in. */
export interface ShellHost {
  readonly kernel: ShellKernel
  /** In order, soon. `text` is one char a byte when `isBytes`, else text. */
  write(fd: number, text: string, isBytes: boolean): void
  /** Called before a command that is not built into the interpreter; what was written must be out unless it is quick. */
  beforeCommand(name: string): void
  /** Up to and with the next newline, one char a byte; empty at the end. */
  readLine(fd: number): string
  /** All that is left, one char a byte. */
  readAll(fd: number): string
  /** Called between statements; a promise makes the script wait. */
  tick(): Promise<void> | undefined
  runFile(run: FileRun): Promise<ExecResult>
  /** The kernel's path of what the script calls `path`: the files of process substitutions lie elsewhere. */
  realPath(path: string): string
}

/** What our own commands are given. */
export type CommandContext = Omit<ResolvedCommandContext, 'exec'> & {
  readonly live: LiveStreams
  readonly host: ShellHost
  readonly exec: NestedExec
}

export type CommandBody = (args: readonly string[], context: CommandContext) => Promise<ExecResult>

export function command(name: string, body: CommandBody): CustomCommand {
  // The context has these fields: the changes in scripts/shell-library put them there.
  return defineCommand(name, (args, context) => body(args, context as unknown as CommandContext))
}

export interface Interpreter {
  exec(script: string, options: LiveExecOptions): Promise<BashExecResult>
}

export function createInterpreter(options: BashOptions & { readonly host: ShellHost }): Interpreter {
  return new Bash(options)
}

/** Every command that the library brings, by name. */
export function libraryCommands(): readonly string[] {
  return getCommandNames()
}
