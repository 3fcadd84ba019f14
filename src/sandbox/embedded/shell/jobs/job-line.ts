/** A job as `jobs` prints it. */
import type { Signal } from '../../../contract/contract.ts'
import type { Job } from './job.ts'

export interface ListOptions {
  readonly withPid: boolean
  readonly onlyPid: boolean
}

/** Columns of the state, as bash. */
const STATE_WIDTH = 24

const ENDINGS: Readonly<Record<Signal, string>> = {
  SIGHUP: 'Hangup',
  SIGINT: 'Interrupt',
  SIGQUIT: 'Quit',
  SIGKILL: 'Killed',
  SIGUSR1: 'User defined signal 1',
  SIGUSR2: 'User defined signal 2',
  SIGTERM: 'Terminated',
}

export function jobLine(job: Job, mark: string, options: ListOptions): string {
  if (options.onlyPid) return `${job.pid}\n`
  const pid = options.withPid ? `${job.pid} ` : ''
  const running = job.status === undefined ? ' &' : ''
  return `[${job.id}]${mark}  ${pid}${stateOf(job).padEnd(STATE_WIDTH)}${job.text}${running}\n`
}

function stateOf({ status }: Job): string {
  if (status === undefined) return 'Running'
  if (status.signal !== null) return ENDINGS[status.signal]
  return status.code === 0 || status.code === null ? 'Done' : `Exit ${status.code}`
}
