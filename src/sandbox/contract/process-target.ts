/** Whom a signal is for. */
import type { ProcessInfo, ProcessTarget } from './contract.ts'

/** Whether a signal to `target` is meant for that process. */
export function isTarget({ pid, group, execId }: ProcessInfo, target: ProcessTarget): boolean {
  if ('pid' in target) return pid === target.pid
  return 'group' in target ? group === target.group : execId === target.execId
}
