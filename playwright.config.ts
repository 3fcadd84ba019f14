import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from './scripts/lib/find-browser.mjs'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'e2e/.artifacts',
  globalSetup: './e2e/global-setup.ts',
  // The machines that run this have two cores, and each test has a browser, a kernel and its processes.
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    launchOptions: { executablePath: findBrowser(), args: BROWSER_ARGS },
    // A trace of each test, thrown away when it passes, is more than a third of the whole run's time. `TRACE=1` records it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
  },
})
