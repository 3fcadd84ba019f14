/**
 * A failed test runs once more, alone, when everything else has ended. One that passes then is unstable: the run stays
 * green and prints a line for `e2e/unstable.jsonl`, which `npm run check` reads (`unstable.mjs`).
 */
import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { runStage } from './stages.mjs'

/** More failures than these are no chance: they are not tried again. */
const TRIED_AGAIN = 10

/**
 * @param {{ stage: object, results: import('./reports.mjs').Results }[]} ran
 * @returns {Promise<{ failures: import('./reports.mjs').TestFailure[], unstable: object[] }>}
 */
export async function tryAgain(ran, { env }) {
  const all = ran.flatMap(({ stage, results }) => results.failures.map((failure) => ({ stage, failure })))
  if (all.length > TRIED_AGAIN) return { failures: all.map(({ failure }) => failure), unstable: [] }
  const failures = []
  const unstable = []
  for (const { stage, failure } of all) {
    console.log(`\nOnce more, alone: ${failure.name}`)
    const load = loadavg()[0]
    const again = failure.where === undefined ? undefined : await runStage(stage, { env, only: failure })
    if (again && again.failed === 0 && again.passed > 0) {
      console.log(`It passed alone. The first time it failed with:\n${failure.why}`)
      unstable.push(ledgerLine({ test: failure.name, load, seed: env.TEST_SEED }))
    } else failures.push(again?.failures[0] ?? failure)
  }
  return { failures, unstable }
}

function ledgerLine({ test, load, seed }) {
  const commits = Number(execFileSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8' }))
  return { test, load: Math.round(load * 10) / 10, seed: Number(seed), commits }
}
