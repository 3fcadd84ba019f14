/** Regression floor: the "core" cases of the Oils shell suite that our shell passes. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runShell } from './testing/run-shell.ts'
import { OILS_PROGRAMS } from './testing/oils-programs.ts'

const SUITE = '../shared/suites/shell/oils-bash.jsonl'
/** Plain just-bash 3.4.2 passes 1,064 of the 1,144 cases. */
const FLOOR = 1084
const CASE_DEADLINE_MS = 8000
const OILS_ENV = { PATH: '/usr/bin:/bin', HOME: '/home/user', TMP: '/tmp', SH: 'bash' }

interface Case {
  readonly core: boolean
  readonly script: string
  readonly stdout?: readonly string[]
  readonly stderr?: readonly string[]
  readonly status?: readonly number[]
}

const cases: readonly Case[] = existsSync(SUITE)
  ? readFileSync(SUITE, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      // Each line is one case of the documented shape.
      .map((line) => JSON.parse(line) as Case)
      .filter((one) => one.core)
  : []

test.skipIf(cases.length === 0)(
  'passes at least as many Oils cases as the library alone',
  async () => {
    let passed = 0
    for (const one of cases) if (await passes(one)) passed += 1
    expect(passed).toBeGreaterThanOrEqual(FLOOR)
  },
  60_000,
)

async function passes(one: Case): Promise<boolean> {
  const running = runShell(one.script, {
    programs: OILS_PROGRAMS,
    env: OILS_ENV,
    files: { '/workspace/_tmp/keep': '' },
    argv: ['bash', '-c', one.script],
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), CASE_DEADLINE_MS)
  })
  const run = await Promise.race([running.catch(() => undefined), late])
  clearTimeout(timer)
  if (run === undefined) return false
  return (
    (one.stdout?.includes(run.stdout) ?? true) &&
    (one.stderr?.includes(run.stderr) ?? true) &&
    (one.status?.includes(run.end.status.code ?? -1) ?? true)
  )
}
