/**
 * `npm run test:all [-- --shard k/n]`: every test, whole. A run is cut into pieces; those that have ended are remembered in
 * `test-results/all/`, by the state of the sources, so that a run that was interrupted goes on where it was.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Failure } from './lib/fail.mjs'
import { runInterruptibly } from './lib/interrupt.mjs'
import { prepareTests } from './lib/testing/prepare.mjs'
import { sourceState } from './lib/testing/scope.mjs'
import { tryAgain } from './lib/testing/second-try.mjs'
import { BENCH_STAGE, runStage, STAGES } from './lib/testing/stages.mjs'
import { printSummary } from './lib/testing/summary.mjs'

const FOLDER = 'test-results/all'

await runInterruptibly(
  main,
  () => 'Nothing is left running. Pieces that have passed are remembered; go on with: npm run test:all',
)

async function main() {
  const isWanted = shardFrom(process.argv.slice(2))
  const env = await prepareTests('all')
  const file = `${FOLDER}/${sourceState() ?? 'unknown'}.json`
  const finished = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const pieces = [...STAGES, BENCH_STAGE]
    .flatMap((stage) =>
      Array.from({ length: stage.pieces }, (_, index) => ({ stage, shard: `${index + 1}/${stage.pieces}` })),
    )
    .filter((_, index) => isWanted(index))
  const ran = []
  for (const { stage, shard } of pieces) {
    const name = `${stage.name} ${shard}`
    if (finished[name]) console.log(`\n${stage.title}, ${shard}: passed before.`)
    else console.log(`\n${stage.title}, ${shard}`)
    const results = finished[name] ?? (await runStage(stage, { env, shard }))
    ran.push({ stage, results })
    // One with failures runs again: its fault may be mended outside of the sources.
    if (results.failed > 0) continue
    finished[name] = results
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, JSON.stringify(finished))
  }
  printSummary({ ran, ...(await tryAgain(ran, { env })) })
}

/** Whether a piece, by its number, belongs to `--shard k/n`. */
function shardFrom(args) {
  if (args.length === 0) return () => true
  const [, k, n] = /^--shard[= ](\d+)\/(\d+)$/.exec(args.join(' ')) ?? []
  if (!(Number(k) >= 1 && Number(k) <= Number(n)))
    throw new Failure(`npm run test:all takes --shard k/n, with k from 1 to n, and not: ${args.join(' ')}`)
  return (index) => index % Number(n) === Number(k) - 1
}
