/**
 * `npm run test:changed [-- ref]`: unit and contract tests that imports reach from what has changed since `ref` (where this
 * branch left main), a dozen smoke tests of the built program, and end-to-end tests that have changed or whose support has.
 * The last line is `N passed, N failed, N skipped`.
 */
import { readFileSync } from 'node:fs'
import { Failure } from './lib/fail.mjs'
import { runInterruptibly } from './lib/interrupt.mjs'
import { installPackages, requireNode } from './lib/setup.mjs'
import { changesSince } from './lib/testing/changes.mjs'
import { prepareTests } from './lib/testing/prepare.mjs'
import { runStages } from './lib/testing/run-stages.mjs'
import { tryAgain } from './lib/testing/second-try.mjs'
import { STAGES } from './lib/testing/stages.mjs'
import { printSummary } from './lib/testing/summary.mjs'

/** Files that are printed by name. */
const SHOWN = 20
/** In the titles of a dozen quick end-to-end tests that cover the whole. */
const SMOKE = '@smoke'

await runInterruptibly(main, () => 'Nothing is left running. From the start: npm run test:changed')

async function main() {
  requireNode()
  const ref = refFrom(process.argv.slice(2))
  const { since, changed, files } = changesSince({ ref })
  if (changed.length === 0) {
    console.log(
      `Nothing has changed since ${since}: no test to run. Every test of the gate is run by: npm test`,
    )
    return
  }
  console.log(`Changed since ${since}: ${changed.length} ${changed.length === 1 ? 'file' : 'files'}`)
  printNames(changed)
  await installPackages()
  // It needs a package.
  const { selectTests } = await import('./lib/testing/selection.mjs')
  const selection = selectTests({ files, changed, read: (file) => readFileSync(file, 'utf8') })
  const steps = printSteps(selection)
  if (steps.length === 0) return
  const scope = selection.everything.length > 0 ? 'gate' : 'changed'
  const needsProgram = steps.some(({ stage }) => stage.name === 'e2e')
  const env = await prepareTests(scope, { needsProgram })
  const ran = await runStages(steps, { env })
  printSummary({ ran, ...(await tryAgain(ran, { env })) })
}

function refFrom(args) {
  const option = args.find((arg) => arg.startsWith('-'))
  if (option !== undefined)
    throw new Failure(
      `npm run test:changed has no option ${option}. It takes a commit: npm run test:changed -- main`,
    )
  if (args.length > 1)
    throw new Failure(`npm run test:changed takes one commit, and not ${args.length}: ${args.join(' ')}`)
  return args[0]
}

/** Says what runs, and why; none when nothing tests the change. */
function printSteps({ everything, reached, count, isProgramChanged }) {
  if (everything.length > 0) {
    console.log('\nThese concern every test, so the whole gate runs:')
    printNames(everything)
    return STAGES.map((stage) => ({ stage }))
  }
  const steps = STAGES.flatMap((stage) => {
    const own = reached.filter((file) => stage.has(file))
    const isEndToEnd = stage.name === 'e2e'
    const smoke =
      isEndToEnd && isProgramChanged ? [{ stage, title: 'Smoke tests', args: ['--grep', SMOKE] }] : []
    if (own.length === 0) return smoke
    return [...smoke, { stage, args: isEndToEnd ? specArguments(own, smoke.length > 0) : own }]
  })
  const parts = STAGES.map((stage) => `${reached.filter((file) => stage.has(file)).length} ${stage.title}`)
  console.log(`\nImports reach ${reached.length} of ${count} test files: ${parts.join(', ')}.`)
  console.log(isProgramChanged ? 'Smoke tests run on the built program.' : 'The program has not changed.')
  if (steps.length === 0) console.log('No test to run. Every test of the gate is run by: npm test')
  return steps
}

/** Playwright takes patterns. Smoke tests that have run do not run again. */
function specArguments(specs, haveSmokeTestsRun) {
  const patterns = specs.map((file) => file.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return haveSmokeTestsRun ? ['--grep-invert', SMOKE, '--pass-with-no-tests', ...patterns] : patterns
}

function printNames(names) {
  for (const name of names.slice(0, SHOWN)) console.log(`  ${name}`)
  if (names.length > SHOWN) console.log(`  and ${names.length - SHOWN} more`)
}
