import type { Signal } from '../../../contract/contract.ts'

/** What a program of a test can do. */
export interface ProgramIo {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** What there is no room for in a pipe is waited for by `write`. */
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
