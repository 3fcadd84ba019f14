/** `npm run bench [name]`: benchmarks, their numbers printed and written as JSON to bench/results/. */
import { ensureBrowser } from './lib/browser.mjs'
import { buildIfNeeded } from './lib/build.mjs'
import { Failure, runMain } from './lib/fail.mjs'
import { run } from './lib/run.mjs'
import { installPackages, requireNode } from './lib/setup.mjs'

await runMain(async () => {
  requireNode()
  await installPackages()
  const env = { CHROMIUM_PATH: await ensureBrowser() }
  await buildIfNeeded()
  const names = process.argv.slice(2)
  const { code } = await run(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '-c', 'bench/playwright.config.ts', ...names],
    { echo: true, env },
  )
  if (code !== 0) throw new Failure('A benchmark did not run to its end.')
})
