import { expect, it } from 'vitest'
import { NO_EGRESS } from '../../contract/egress.ts'
import {
  FORK_PROCESSES_MAX,
  PROCESS_MAX,
  PROCESS_MAX_PER_COMMAND,
  SPAWN_REFUSALS_MAX,
} from '../../contract/limits.ts'
import { createStandardVfs } from '../vfs/standard-tree.ts'
import { createProcessOperations } from './exec.ts'
import { ForkProcesses, ProcessQuota } from './process-quota.ts'
import { ProcessTable } from './process-table.ts'
import type { ProcessWorker } from './program-thread.ts'
import { WarmWorkers } from './warm-workers.ts'

const processes = (execId: string, count: number) => Array.from({ length: count }, () => ({ execId }))

it('admits so many of one command, and so many in all', () => {
  const quota = new ProcessQuota()
  expect(quota.admit('a', processes('a', PROCESS_MAX_PER_COMMAND - 1))).toBe('yes')
  expect(quota.admit('a', processes('a', PROCESS_MAX_PER_COMMAND))).toBe('no')
  expect(quota.admit('b', processes('a', PROCESS_MAX - 1))).toBe('yes')
  expect(quota.admit('b', processes('a', PROCESS_MAX))).toBe('no')
})

it('ends a command that does not take no for an answer, and forgets what others were refused', () => {
  const quota = new ProcessQuota()
  const full = processes('a', PROCESS_MAX)
  const answers = (times: number) => Array.from({ length: times }, () => quota.admit('a', full))
  expect(new Set(answers(SPAWN_REFUSALS_MAX - 1))).toEqual(new Set(['no']))
  expect(quota.admit('b', full)).toBe('no')
  expect(quota.admit('a', full)).toBe('end')
  quota.forget('a')
  expect(quota.admit('a', full)).toBe('no')
})

it('counts what all forks run together, and leaves the sandbox itself its own', () => {
  const pool = new ForkProcesses()
  const [sandbox, one, two] = [new ProcessQuota(), new ProcessQuota(pool), new ProcessQuota(pool)]
  for (let at = 0; at < FORK_PROCESSES_MAX; at += 1) {
    expect(one.admit('a', processes('a', 1))).toBe('yes')
    pool.began()
  }
  expect([one, two].map((quota) => quota.admit('a', []))).toEqual(['no', 'no'])
  expect(sandbox.admit('a', processes('a', 1))).toBe('yes')
  pool.ended()
  expect(two.admit('b', [])).toBe('yes')
  expect(two.admit('b', processes('c', PROCESS_MAX))).toBe('no')
})

it('is one pool for the forks of a table, which the end of one gives back, with workers for all of them', async () => {
  let [ended, ids] = [0, 0]
  const vfs = createStandardVfs()
  const workers = new WarmWorkers(() => silentWorker(() => (ended += 1)))
  const sandbox = createProcessOperations(new ProcessTable({ vfs, workers, now: () => 0 }))
  const [one, two] = ['one', 'two'].map((id) => sandbox.fork(createStandardVfs(), { id, egress: NO_EGRESS }))
  if (one === undefined || two === undefined) throw new Error('there are two')
  const start = (of: typeof one, count: number) => {
    for (let at = 0; at < count; at += 1) void of.exec({ id: `${(ids += 1)}`, command: 'true' })
    return of.list().length
  }
  expect(start(one, PROCESS_MAX + 3)).toBe(PROCESS_MAX)
  expect(start(two, PROCESS_MAX)).toBe(FORK_PROCESSES_MAX - PROCESS_MAX)
  const inner = two.fork(createStandardVfs(), { id: 'inner', egress: NO_EGRESS })
  expect(start(inner, 1)).toBe(0)
  expect(start(sandbox, PROCESS_MAX)).toBe(PROCESS_MAX)
  one.dispose()
  expect([ended, one.list()]).toEqual([PROCESS_MAX, []])
  expect(start(inner, 1)).toBe(1)
  for (const operations of [inner, two, sandbox]) operations.dispose()
})

/** The worker of a program that never says anything. */
function silentWorker(onEnd: () => void): ProcessWorker {
  return {
    postMessage: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    terminate: onEnd,
  }
}
