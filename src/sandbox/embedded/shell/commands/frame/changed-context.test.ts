import { expect, it } from 'vitest'
import type { CommandContext } from '../../just-bash.ts'
import { changedContext } from './changed-context.ts'

it('has what was changed and all else, and reads no input', () => {
  const live = { stdin: 0, stdout: 1, stderr: 2 }
  // The parts that are looked at here.
  const context = {
    cwd: '/a',
    live,
    exportedEnv: { HOME: '/' },
    get stdin(): string {
      throw new Error('It waits for the terminal.')
    },
  } as unknown as CommandContext
  const changed = changedContext(context, { cwd: '/b', live: { ...live, stdout: null } })
  expect([changed.cwd, changed.live, changed.exportedEnv]).toEqual([
    '/b',
    { stdin: 0, stdout: null, stderr: 2 },
    { HOME: '/' },
  ])
  expect([context.cwd, context.live]).toEqual(['/a', live])
})
