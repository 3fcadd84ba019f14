/** A Chromium for the tests, installed when there is none. */
import { existsSync } from 'node:fs'
import { Failure } from '../fail.mjs'
import { findBrowser, findHeadlessShell } from './find-browser.mjs'
import { run } from '../run.mjs'

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

/**
 * The variables that tell test runners their browsers: `CHROMIUM_PATH`, the whole one, and `HEADLESS_SHELL_PATH`, when
 * the system has its engine as a headless shell, too (`findTestBrowser` says what for). A browser that a person has chosen
 * is the only one. Throws `Failure` as `ensureBrowser`.
 */
export async function ensureTestBrowsers() {
  const wasChosen = Boolean(process.env.CHROMIUM_PATH)
  const chosenShell = process.env.HEADLESS_SHELL_PATH
  if (chosenShell && !existsSync(chosenShell))
    throw new Failure(`HEADLESS_SHELL_PATH is set to ${chosenShell}, but there is no file there.`)
  const whole = { CHROMIUM_PATH: await ensureBrowser() }
  if (chosenShell || wasChosen) return whole
  const shell = findHeadlessShell() ?? (await headlessShellPackage())
  if (shell) return { ...whole, HEADLESS_SHELL_PATH: shell }
  console.log('There is no headless shell of Chromium here: tests run in the whole browser, and take longer.')
  return whole
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
  await installPackage('chromium')
  return findBrowser()
}

/** It has the version of the package that the whole browser is from. */
async function headlessShellPackage() {
  await installPackage('chromium-headless-shell')
  return findHeadlessShell()
}

/** Debian's, where it may be installed; whether it was is for the caller to find out. */
async function installPackage(name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env })
}
