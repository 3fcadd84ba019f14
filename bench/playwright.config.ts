/** Benchmarks run in the same browser and on the same served build as the end-to-end tests, one at a time. */
import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

export default defineConfig<object, { cachesFiles: boolean }>({
  ...base,
  testDir: '.',
  testMatch: '**/*.bench.ts',
  outputDir: '../e2e/.artifacts/bench',
  globalSetup: '../e2e/global-setup.ts',
  workers: 1,
  timeout: 600_000,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] === undefined ? [['list']] : [['list'], ['json']],
  // As users have it: the service workers cache the app's files.
  use: { ...base.use, trace: 'off', cachesFiles: true },
})
