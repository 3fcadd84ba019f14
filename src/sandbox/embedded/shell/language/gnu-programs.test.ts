/** Everyday programs with many of their options, with what GNU's print (Debian 12: coreutils 9.1, diffutils 3.8, tar 1.34); recorded. */
import { expect, test } from 'vitest'
import programs from '../testing/gnu-programs.json' with { type: 'json' }
import { runShell } from '../testing/run-shell.ts'

test.each(programs as [string, string, number][])('%s', async (script, stdout, code) => {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/user', TZ: 'UTC' }
  const { stdout: said, end } = await runShell(script, { env })
  expect({ said, status: end.status }).toEqual({ said: stdout, status: { code, signal: null } })
})
