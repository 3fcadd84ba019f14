import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, findTestBrowser } from './scripts/lib/browser/find-browser.mjs'
import { patience } from './scripts/lib/testing/patience.mjs'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // They run with `npm run test:all`, and by hand.
  testIgnore: process.env.TEST_SCOPE === 'gate' ? [`${import.meta.dirname}/e2e/long/**`] : [],
  outputDir: 'e2e/.artifacts',
  globalSetup: './e2e/global-setup.ts',
  // The machines that run this have two cores, and each test has a browser, a kernel and its processes.
  workers: 2,
  retries: 0,
  // When a test counts as hung, and what it waits for as missing: no measure of speed, as a machine may be several times as slow.
  timeout: patience(180_000),
  expect: { timeout: patience(30_000) },
  reporter: [['list'], ['json']],
  use: {
    launchOptions: { executablePath: findTestBrowser(), args: BROWSER_ARGS },
    // A trace of each test, thrown away when it passes, is more than a third of the whole run's time. `TRACE=1` records it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
  },
})
