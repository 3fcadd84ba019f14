/** `npm run bench [name]`: benchmarks, their numbers printed and written as JSON to bench/results/. */
import { runMain } from './lib/fail.mjs'
import { runPlaywright } from './lib/playwright.mjs'

await runMain(() =>
  runPlaywright({
    config: 'bench/playwright.config.ts',
    names: process.argv.slice(2),
    failure: 'A benchmark did not run to its end.',
  }),
)
