/** Finds a Chromium on this machine, and says with which flags it is started. */
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const HEADLESS_SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']
const DESKTOP_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The whole of a Chromium: `CHROMIUM_PATH`, then what the system has. Undefined when there is none. */
export function findBrowser(env = process.env) {
  return chosen('CHROMIUM_PATH', env) ?? [...onPath(NAMES, env), ...DESKTOP_PATHS].find(isBrowser)
}

/**
 * Browser for tests that need no profile's settings: the same engine as a headless shell, without the windows
 * of a whole browser, which take about half of a short test's time. `HEADLESS_SHELL_PATH`, then the system's
 * own; without one, or when `CHROMIUM_PATH` chooses a browser, the answer of `findBrowser`.
 */
export function findTestBrowser(env = process.env) {
  return (
    chosen('HEADLESS_SHELL_PATH', env) ??
    (env.CHROMIUM_PATH ? undefined : findHeadlessShell(env)) ??
    findBrowser(env)
  )
}

/** A headless shell that the system has. */
export function findHeadlessShell(env = process.env) {
  return onPath(HEADLESS_SHELL_NAMES, env).find(isBrowser)
}

function chosen(variable, env) {
  const path = env[variable]
  if (!path) return undefined
  if (existsSync(path)) return path
  throw new Error(`${variable} is set to ${path}, but there is no file there.`)
}

function onPath(names, env) {
  return (env.PATH ?? '').split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)))
}

const isBrowser = (path) => existsSync(path) && !isSnapStub(path)

/** Ubuntu's `chromium-browser` may be a script that only asks for a snap. */
function isSnapStub(path) {
  try {
    const head = readFileSync(path, { encoding: 'utf8', flag: 'r' }).slice(0, 2000)
    return head.startsWith('#!') && /snap install chromium/.test(head)
  } catch {
    return false
  }
}

/** Flags under which Chromium runs headless in a container, as root, without asking the network for anything. */
export const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
