/** `npm run pictures`: takes the pictures of docs/tour.md anew. */
import { runMain } from './lib/fail.mjs'
import { runPlaywright } from './lib/browser/playwright.mjs'

await runMain(() =>
  runPlaywright({
    config: 'e2e/pictures/playwright.config.ts',
    names: process.argv.slice(2),
    failure: 'A picture could not be taken.',
  }),
)
