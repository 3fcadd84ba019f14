/** `npm run pictures`: the states of the screen that docs/tour.md shows, as pictures in docs/pictures. */
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'

export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.pictures.ts',
  outputDir: '../.artifacts/pictures',
  globalSetup: '../global-setup.ts',
  workers: 1,
  reporter: [['list']],
})
