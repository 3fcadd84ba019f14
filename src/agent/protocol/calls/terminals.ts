/**
 * Messages between a terminal on the page and its shell, over a port of its own; and the stored memory of
 * terminals.
 */
import { z } from 'zod'
import type {
  ShellInput,
  TerminalSize,
  ExecResult,
  ProcessInfo,
  ProcessTarget,
  Signal,
  OutputTail,
} from '../../../sandbox/contract/contract.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'

export interface TerminalRequest extends TerminalSize {
  /** Chosen by the page, unique among the terminals of the tab. */
  readonly id: string
  readonly cwd: string
  /** Lines of earlier terminals, oldest first, for the command `history`. */
  readonly history: readonly string[]
}

/** Page to agent. */
export type ToTerminal =
  /** Refused while another line runs: the page has one prompt. */
  | { readonly type: 'line'; readonly text: string }
  | { readonly type: 'input'; readonly input: ShellInput }
  /** Ctrl-C. */
  | { readonly type: 'interrupt' }
  /** One `output` message has been drawn. */
  | { readonly type: 'drawn' }
  /** Asks for `settled`. */
  | { readonly type: 'settle' }

/** Agent to page. A program waits while `TERMINAL_CREDITS` of its `output` messages are not drawn. */
export type FromTerminal =
  | { readonly type: 'output'; readonly data: Uint8Array }
  /** Output of a job in the background, at the prompt; `droppedBytes` that followed are not shown. */
  | { readonly type: 'background'; readonly data: Uint8Array; readonly droppedBytes: number }
  /** Keys go to the program as they are pressed, or by the line again. */
  | { readonly type: 'mode'; readonly raw: boolean }
  /** Nothing read this: it belongs to the next prompt. Comes in the order in which it was typed. */
  | { readonly type: 'unread'; readonly data: Uint8Array }
  /** All `input` before `settle` was taken, or has come back as `unread`. */
  | { readonly type: 'settled' }
  | { readonly type: 'line_end'; readonly exitCode: number; readonly cwd: string | undefined }
  /** A failure: the line was not run, its changes could not be stored, or typed input has no room. */
  | { readonly type: 'problem'; readonly message: string }
  /** The shell is gone. `message` is empty when it was left by `exit`. */
  | { readonly type: 'closed'; readonly message: string }

/** Messages of output on their way to the screen: enough to keep it busy, few enough to be interrupted. */
export const TERMINAL_CREDITS = 4

export const terminalMemory = z.object({
  terminals: z.array(z.object({ name: z.string(), cwd: z.string() })),
  /** Oldest first. */
  history: z.array(z.string()),
})
/**
 * A session's open terminals with their directories, and the lines typed in them. Never in the log: it may
 * hold secrets.
 */
export type TerminalMemory = z.infer<typeof terminalMemory>

export interface TerminalsApi {
  exec(
    command: string,
    options: { cwd?: string; stdin?: string; env?: Record<string, string>; timeoutMs?: number },
  ): Promise<Result<ExecResult>>
  /** A shell of the user's own; its screen is at the other end of the port (`protocol/calls/terminals.ts`). */
  open(request: TerminalRequest, port: MessagePort): Promise<Result<void>>
  close(id: string): Promise<void>
  /** The session's stored terminals and lines typed in them. */
  memory(): Promise<TerminalMemory>
  keepMemory(session: string, memory: TerminalMemory): Promise<void>
  processes(): Promise<Result<readonly ProcessInfo[]>>
  signal(target: ProcessTarget, signal: Signal): Promise<Result<void>>
  outputTail(execId: string): Promise<Result<OutputTail>>
}
