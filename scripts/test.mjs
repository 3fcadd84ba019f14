/**
 * `npm test`, the gate: installs what is missing, a browser included, then runs the quick unit, contract and end-to-end
 * tests, and a slice of the long ones. The last line is `N passed, N failed, N skipped`.
 */
import { performance } from 'node:perf_hooks'
import { Failure, runMain } from './lib/fail.mjs'
import { prepareTests } from './lib/testing/prepare.mjs'
import { tryAgain } from './lib/testing/second-try.mjs'
import { runStage, STAGES } from './lib/testing/stages.mjs'
import { printSummary } from './lib/testing/summary.mjs'

await runMain(async () => {
  const [option] = process.argv.slice(2)
  if (option !== undefined)
    throw new Failure(`npm test has no option ${option}. Everything is run by: npm run test:all`)
  const env = await prepareTests('gate')
  const ran = []
  for (const stage of STAGES) {
    const start = performance.now()
    console.log(`\n${stage.title}`)
    ran.push({ stage, results: await runStage(stage, { env }) })
    console.log(`${stage.title}: ${Math.round((performance.now() - start) / 1000)} s`)
  }
  printSummary({ ran, ...(await tryAgain(ran, { env })) })
})
