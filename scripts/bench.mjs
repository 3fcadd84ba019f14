/**
 * `npm run bench [-- --smallest] [name …]`: benchmarks, their figures printed and written as JSON to bench/results/. A run of all
 * of them at their whole size writes docs/benchmarks.md, too; `--smallest` only shows that each still runs to its end.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchTable, withTable } from './lib/bench-table.mjs'
import { runMain } from './lib/fail.mjs'
import { runPlaywright } from './lib/browser/playwright.mjs'

const RESULTS = 'bench/results'
const DOCS = 'docs/benchmarks.md'

await runMain(async () => {
  const args = process.argv.slice(2)
  const names = args.filter((arg) => arg !== '--smallest')
  const isSmallest = names.length < args.length
  const isFull = names.length === 0 && !isSmallest
  // Figures of an older run do not belong into this table.
  if (isFull) rmSync(RESULTS, { recursive: true, force: true })
  // Fails when one has not run to its end: a table without it would not say so.
  await runPlaywright({
    config: 'bench/playwright.config.ts',
    names,
    env: isSmallest ? { BENCH_SIZE: 'smallest' } : {},
    failure: 'A benchmark did not run to its end.',
  })
  if (isFull) writeFileSync(DOCS, withTable(readFileSync(DOCS, 'utf8'), benchTable(results())))
})

function results() {
  return readdirSync(RESULTS)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(RESULTS, name), 'utf8')))
}
