/** The Oils shell suite: its cases, and whether our shell passes one. */
import { OILS_PROGRAMS } from './oils-programs.ts'
import { runShell } from './run-shell.ts'

/** One line of the suite's file. Several outcomes may be right; what is absent is not compared. */
export interface OilsCase {
  readonly id: string
  readonly name: string
  /** Features that scripts use: no jobs, traps, history or prompts. */
  readonly core: boolean
  readonly script: string
  readonly stdout?: readonly string[]
  readonly stderr?: readonly string[]
  readonly status?: readonly number[]
}

export interface OilsOutcome {
  readonly passed: boolean
  /** Actual result, or the reason for none. */
  readonly seen: string
}

/** A case that takes longer has failed. */
const CASE_DEADLINE_MS = 8000
const ENV = { PATH: '/usr/bin:/bin', HOME: '/home/user', TMP: '/tmp', SH: 'bash' }

export function readOilsCases(jsonLines: string): readonly OilsCase[] {
  return (
    jsonLines
      .split('\n')
      .filter((line) => line !== '')
      // Each line is one case of the documented shape.
      .map((line) => JSON.parse(line) as OilsCase)
  )
}

/** Runs one case in a sandbox of its own. Never rejects. */
export async function runOilsCase(one: OilsCase): Promise<OilsOutcome> {
  const running = runShell(one.script, {
    programs: OILS_PROGRAMS,
    env: ENV,
    files: { '/workspace/_tmp/keep': '' },
    argv: ['bash', '-c', one.script],
  }).then(
    ({ stdout, stderr, end }) => ({ stdout, stderr, status: end.status.code ?? -1 }),
    (error: unknown) => `threw ${String(error)}`,
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<string>((resolve) => {
    // oxlint-disable-next-line timing/no-timed-wait -- a limit, for a case that hangs
    timer = setTimeout(() => resolve(`nothing within ${CASE_DEADLINE_MS} ms`), CASE_DEADLINE_MS)
  })
  const run = await Promise.race([running, late])
  clearTimeout(timer)
  if (typeof run === 'string') return { passed: false, seen: run }
  const passed =
    (one.stdout?.includes(run.stdout) ?? true) &&
    (one.stderr?.includes(run.stderr) ?? true) &&
    (one.status?.includes(run.status) ?? true)
  return { passed, seen: `status ${run.status}\n--stdout\n${run.stdout}\n--stderr\n${run.stderr}` }
}
