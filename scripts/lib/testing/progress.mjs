/** How far a stage is, as a terminal's last line. Where the output is no terminal, it stays as it is. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { run } from '../run.mjs'
import { progressText, StatusLine } from './status-line.mjs'

/** Tests that each stage had when it last ran whole: Vitest knows its own total in the end only. */
const TOTALS = 'test-results/totals.json'
const TICK_MS = 1_000

/**
 * Runs a test runner, shows its output as it comes, and on a terminal its progress. `reporter` is the argument that adds the
 * progress reporter.
 * @param {readonly string[]} args
 * @param {{ stage: { name: string, title: string }, reporter: string, isWhole: boolean, env: Record<string, string> }} options
 */
export async function runWithProgress(args, { stage, reporter, isWhole, env }) {
  if (!process.stdout.isTTY) return run(process.execPath, args, { echo: true, env })
  const line = new StatusLine(process.stdout)
  const known = isWhole ? (readTotals()[stage.name] ?? 0) : 0
  let progress = { done: 0, total: 0, isTotalKnown: false }
  const draw = () => {
    const { done, total, isTotalKnown } = progress
    const most = Math.max(total, known)
    line.show(
      progressText({
        title: stage.title,
        done,
        total: most,
        isTotalKnown: isTotalKnown || known > 0,
        ms: performance.now(),
      }),
    )
  }
  const timer = setInterval(draw, TICK_MS)
  try {
    return await run(process.execPath, [...args, reporter], {
      echo: (chunk) => line.write(chunk),
      env,
      onMessage: (message) => {
        progress = message
        draw()
      },
    })
  } finally {
    clearInterval(timer)
    line.close()
  }
}

/** For the next run's progress. */
export function noteTotal(stage, { passed, failed, skipped }) {
  mkdirSync('test-results', { recursive: true })
  writeFileSync(TOTALS, JSON.stringify({ ...readTotals(), [stage.name]: passed + failed + skipped }))
}

function readTotals() {
  return existsSync(TOTALS) ? JSON.parse(readFileSync(TOTALS, 'utf8')) : {}
}
