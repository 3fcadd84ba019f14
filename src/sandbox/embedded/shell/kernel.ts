/** What a shell process asks of the world outside it. */
import type { AsyncSyscalls, ExitStatus, Syscalls } from '../syscalls.ts'

/** The blocking calls for files and output, the others where signals must get in. */
export interface ShellKernel {
  readonly syscalls: Syscalls
  readonly calls: Pick<AsyncSyscalls, 'wait' | 'read' | 'write'>
}

/** What running another program takes. */
export interface ProgramHost {
  readonly kernel: ShellKernel
  /** The path for programs of what the script calls `path`. */
  realPath(path: string): string
  /** Waits for a child. Does not come back once the shell must end. */
  wait(pid: number): Promise<ExitStatus>
}
