import type { ExitStatus } from '../../syscalls.ts'
import type { Descriptors } from '../descriptors.ts'
import type { ShellKernel } from '../kernel.ts'

/** Everything needed to run another program. */
export interface ProgramHost {
  readonly kernel: ShellKernel
  /** The path for programs of what the script calls `path`. */
  realPath(path: string): string
  readonly descriptors: Descriptors
  /** File mode mask of the shell. */
  readonly umask: number
  /** Waits for a child. Does not come back once the shell must end. */
  wait(pid: number): Promise<ExitStatus>
}
