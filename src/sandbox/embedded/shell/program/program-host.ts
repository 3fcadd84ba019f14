import type { ExitStatus } from '../../syscalls.ts'
import type { Descriptors } from '../descriptors.ts'
import type { ShellKernel } from '../kernel.ts'

/** What running another program takes. */
export interface ProgramHost {
  readonly kernel: ShellKernel
  /** The path for programs of what the script calls `path`. */
  realPath(path: string): string
  readonly descriptors: Descriptors
  /** Of what the shell makes. */
  readonly umask: number
  /** Waits for a child. Does not come back once the shell must end. */
  wait(pid: number): Promise<ExitStatus>
}
