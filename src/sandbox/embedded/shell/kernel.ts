/** What a shell process asks of the world outside it. */
import type { AsyncSyscalls, Syscalls } from '../syscalls.ts'

/** The blocking calls for files and output, the others where signals must get in. */
export interface ShellKernel {
  /** Searches over a folder pass over withheld files: `ExecRequest.skipsWithheld`. */
  readonly skipsWithheld?: boolean
  readonly syscalls: Syscalls
  /** Where a call costs time: these files are about to be read, in this order. Only a hint, which costs nothing. */
  willRead?(paths: readonly string[]): void
  readonly calls: Pick<AsyncSyscalls, 'wait' | 'read' | 'write' | 'response' | 'placePackages'>
}
