import type { ExitStatus } from '../../syscalls.ts'

export interface Job {
  readonly id: number
  readonly pid: number
  readonly text: string
  readonly ended: Promise<ExitStatus>
  /** Once it has ended. */
  status: ExitStatus | undefined
}

export interface BuiltinResult {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}
