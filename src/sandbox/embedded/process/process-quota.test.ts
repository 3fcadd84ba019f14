import { expect, it } from 'vitest'
import { PROCESS_MAX, PROCESS_MAX_PER_COMMAND, SPAWN_REFUSALS_MAX } from '../../contract/limits.ts'
import { ProcessQuota } from './process-quota.ts'

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
