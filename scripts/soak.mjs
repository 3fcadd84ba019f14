/**
 * `npm run soak [name] [-- --rounds n]`: long property and differential tests, all or one, in ten rounds of other seeds.
 * Rounds that have passed are remembered in `test-results/soak/`, by the state of the sources and the seed, so that a run that was
 * interrupted goes on where it was. The last line is `soak NAME: N rounds, N cases passed, N failed, seed S`.
 */
import { performance } from 'node:perf_hooks'
import { Failure } from './lib/fail.mjs'
import { runInterruptibly } from './lib/interrupt.mjs'
import { prepareTests } from './lib/testing/prepare.mjs'
import { seed as seedOfRun, sourceState } from './lib/testing/scope.mjs'
import {
  chooseSoaks,
  findSoaks,
  PassedRounds,
  readSoakArguments,
  roundSeed,
  runRound,
} from './lib/testing/soaks.mjs'
import { clockText } from './lib/testing/status-line.mjs'

await runInterruptibly(
  main,
  () => `Nothing is left running. Rounds that have passed are remembered; go on with: ${thisCommand()}`,
)

async function main() {
  const { name, rounds } = readSoakArguments(process.argv.slice(2))
  const soaks = chooseSoaks(findSoaks(), name)
  const seed = seedOfRun()
  const state = currentState()
  const env = await prepareTests('soak', {
    needsProgram: soaks.some(({ file }) => file.endsWith('.spec.ts')),
  })
  const ran = []
  for (const soak of soaks) ran.push(await runSoak(soak, { rounds, seed, state, env }))
  for (const { soak, failed } of ran) for (const one of failed) printFailure(soak, one)
  if (ran.some(({ failed }) => failed.length > 0)) process.exitCode = 1
  console.log()
  for (const { soak, cases, failed } of ran) {
    const failures = failed.reduce((sum, one) => sum + one.failures.length, 0)
    console.log(
      `soak ${soak.name}: ${rounds} rounds, ${cases} cases passed, ${failures} failed, seed ${seed}`,
    )
  }
}

/** A round with failures is not remembered: it runs again next time. The rounds after it run all the same. */
async function runSoak(soak, { rounds, seed, state, env }) {
  const passed = new PassedRounds({ name: soak.name, state })
  const failed = []
  let [cases, ms] = [0, 0]
  for (let round = 1; round <= rounds; round++) {
    const own = roundSeed(seed, round)
    const title = `Soak ${soak.name}, round ${round} of ${rounds}, seed ${own}`
    const before = passed.get(seed, round)
    console.log(before ? `\n${title}: passed before.` : `\n${title}`)
    const result = before ?? (await timedRound(soak, { env, seed: own }))
    cases += result.cases
    ms += result.ms
    if (before) continue
    if (currentState() !== state)
      throw new Failure(`The sources have changed during the round. From the start: ${thisCommand()}`)
    if (result.failures.length > 0) failed.push({ round, seed: own, failures: result.failures })
    else passed.add(seed, round, { seed: own, cases: result.cases, ms: result.ms })
    const outcome = result.failures.length > 0 ? 'failed' : `${result.cases} cases passed`
    console.log(`${title}: ${outcome}; ${clockText(ms)} so far`)
  }
  return { soak, cases, failed }
}

async function timedRound(soak, options) {
  const start = performance.now()
  const result = await runRound(soak, options)
  return { ...result, ms: Math.round(performance.now() - start) }
}

function printFailure({ name }, { round, seed, failures }) {
  for (const failure of failures)
    console.log(`\nFailed in round ${round} of ${name}: ${failure.name}\n${failure.why}`)
  console.log(`The whole round again: SEED=${seed} npm run soak ${name} -- --rounds 1`)
}

function currentState() {
  return sourceState() ?? 'unknown'
}

function thisCommand() {
  const [first, ...more] = process.argv.slice(2)
  const isNamed = first !== undefined && !first.startsWith('-')
  const options = isNamed ? more : process.argv.slice(2)
  return [
    ...(process.env.SEED === undefined ? [] : [`SEED=${process.env.SEED}`]),
    'npm run soak',
    ...(isNamed ? [first] : []),
    ...(options.length > 0 ? ['--', ...options] : []),
  ].join(' ')
}
