/** The whole of Chromium, for tests of what a headless shell lacks: its own pages, settings of a profile, installed apps. */
import type { LaunchOptions } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../../scripts/lib/browser/find-browser.mjs'

/** How to launch it; without a path, Playwright takes its own. */
export function wholeBrowser(): LaunchOptions {
  const program = findBrowser()
  return { args: BROWSER_ARGS, ...(program === undefined ? {} : { executablePath: program }) }
}
