/**
 * `npm test`, the gate: installs what is missing, a browser included, then runs the quick unit, contract and end-to-end
 * tests, and a slice of the long ones. The last line is `N passed, N failed, N skipped`.
 */
import { Failure } from './lib/fail.mjs'
import { runInterruptibly } from './lib/interrupt.mjs'
import { prepareTests } from './lib/testing/prepare.mjs'
import { runStages } from './lib/testing/run-stages.mjs'
import { tryAgain } from './lib/testing/second-try.mjs'
import { STAGES } from './lib/testing/stages.mjs'
import { printSummary } from './lib/testing/summary.mjs'

await runInterruptibly(main, () => 'Nothing is left running. From the start: npm test')

async function main() {
  const [option] = process.argv.slice(2)
  if (option !== undefined)
    throw new Failure(`npm test has no option ${option}. Everything is run by: npm run test:all`)
  const env = await prepareTests('gate')
  const ran = await runStages(
    STAGES.map((stage) => ({ stage })),
    { env },
  )
  printSummary({ ran, ...(await tryAgain(ran, { env })) })
}
