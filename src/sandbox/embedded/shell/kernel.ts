/** A shell process's interface to the kernel. */
import type { AsyncSyscalls, Syscalls } from '../syscalls.ts'

/** The blocking calls for files and output, the others where signals must get in. */
export interface ShellKernel {
  /** Searches over a folder pass over withheld files: `ExecRequest.skipsWithheld`. */
  readonly skipsWithheld?: boolean
  readonly syscalls: Syscalls
  /** Hint, if calls are slow: these files are about to be read, in this order. Costs nothing. */
  willRead?(paths: readonly string[]): void
  readonly calls: Pick<AsyncSyscalls, 'wait' | 'read' | 'write' | 'response' | 'placePackages'>
}
