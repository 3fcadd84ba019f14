/** Finds a Chromium to test with: CHROMIUM_PATH, then what the system has. Undefined when there is none. */
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const DESKTOP_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

export function findBrowser(env = process.env) {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH is set to ${env.CHROMIUM_PATH}, but there is no file there.`)
  }
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((dir) => NAMES.map((name) => join(dir, name)))
  return [...onPath, ...DESKTOP_PATHS].find((path) => existsSync(path) && !isSnapStub(path))
}

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
