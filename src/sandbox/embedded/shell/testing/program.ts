import type { Signal } from '../../../contract/contract.ts'

/** Calls available to a test's program. */
export interface ProgramIo {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Writes at once, and throws if the pipe is full; `write` waits instead. */
  out(text: string): void
  err(text: string): void
  /** Resolves when it is taken; false when nobody will read it. */
  write(text: string): Promise<boolean>
  /** All of stdin, until it ends. */
  input(): Promise<string>
  /** Settles when the program is sent a signal. */
  readonly signalled: Promise<Signal>
}

export type Program = (io: ProgramIo) => Promise<number | Signal>
