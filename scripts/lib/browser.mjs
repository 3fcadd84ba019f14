/** A Chromium for the tests, installed when there is none. */
import { existsSync } from 'node:fs'
import { Failure } from './fail.mjs'
import { findBrowser } from './find-browser.mjs'
import { run } from './run.mjs'

const PLAYWRIGHT_TIMEOUT_MS = 10 * 60_000

/** The browser's path. Tries Playwright's own download, then the system's package; throws `Failure` with what to do. */
export async function ensureBrowser() {
  try {
    const path = findBrowser() ?? (await installed()) ?? (await viaPlaywright()) ?? (await viaSystemPackage())
    if (path) return path
  } catch (error) {
    throw new Failure(error.message)
  }
  throw new Failure(
    'The tests need Chromium or Chrome and none could be installed. Install one, or set CHROMIUM_PATH to its program.',
  )
}

/** Playwright's own browser, when an earlier run has installed it. */
async function installed() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

async function viaPlaywright() {
  console.log('Installing a browser for the tests …')
  await run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    timeoutMs: PLAYWRIGHT_TIMEOUT_MS,
  })
  return installed()
}

async function viaSystemPackage() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env })
  return findBrowser()
}
