import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, findTestBrowser } from './scripts/lib/find-browser.mjs'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'e2e/.artifacts',
  globalSetup: './e2e/global-setup.ts',
  // The machines that run this have two cores, and each test has a browser, a kernel and its processes.
  workers: 2,
  retries: 0,
  // What plays a story once more in a further configuration: with `npm test -- --all`.
  grepInvert: process.env.ALL_TESTS ? [] : /@further/,
  // When a test counts as hung, and what it waits for as missing: no measure of speed, as a machine may be several times as slow.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    launchOptions: { executablePath: findTestBrowser(), args: BROWSER_ARGS },
    // A trace of each test, thrown away when it passes, is more than a third of the whole run's time. `TRACE=1` records it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
  },
})
