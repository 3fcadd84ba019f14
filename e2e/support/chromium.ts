/** A Chromium of our own in a process group of its own, so that a test can kill it as a machine would. */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { BROWSER_ARGS, findTestBrowser } from '../../scripts/lib/browser/find-browser.mjs'

export interface KillableBrowser {
  readonly page: Page
  /** SIGKILL to the browser and all its processes; resolves when they are gone. */
  kill(): Promise<void>
}

export interface Profile {
  launch(): Promise<KillableBrowser>
  /** Removes all databases of all pages, as Chromium does at times when it was killed. No browser may run. */
  loseDatabases(): Promise<void>
  /** Makes the databases unreadable: Chromium begins with empty ones then. No browser may run. */
  damageDatabases(): Promise<void>
  /** Bytes on the disk of all databases of all pages. No browser may run. */
  databaseBytes(): Promise<number>
  remove(): Promise<void>
}

/** A profile on disk that outlives its browsers. */
export async function createProfile(): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'vivarium-profile-'))
  return {
    launch: () => launch(folder),
    async loseDatabases() {
      const databases = join(folder, 'Default', 'IndexedDB')
      // Not there: a later Chromium has them elsewhere.
      if ((await readdir(databases)).length === 0) throw new Error(`There is no database in ${databases}.`)
      await rm(databases, { recursive: true })
    },
    async damageDatabases() {
      const databases = join(folder, 'Default', 'IndexedDB')
      const files = await readdir(databases, { recursive: true })
      const named = files.filter((file) => /(^|\/)(CURRENT|MANIFEST-\d+)$/.test(file))
      if (named.length === 0) throw new Error(`There is no database in ${databases}.`)
      for (const file of named) await writeFile(join(databases, file), 'no database')
    },
    async databaseBytes() {
      const databases = join(folder, 'Default', 'IndexedDB')
      const names = await readdir(databases, { recursive: true })
      const files = await Promise.all(names.map((name) => stat(join(databases, name))))
      return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}

async function launch(folder: string): Promise<KillableBrowser> {
  const program = findTestBrowser() ?? chromium.executablePath()
  const child = spawn(
    program,
    [
      '--headless',
      '--window-size=1280,800',
      ...BROWSER_ARGS,
      `--user-data-dir=${folder}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const endpoint = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /DevTools listening on (ws:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`Chromium ended before it was ready:\n${output}`)))
  })
  const browser: Browser = await chromium.connectOverCDP(endpoint)
  const context = browser.contexts()[0] ?? (await browser.newContext())
  const page = context.pages()[0] ?? (await context.newPage())
  return {
    page,
    async kill() {
      if (child.pid === undefined) throw new Error('Chromium has no process id.')
      process.kill(-child.pid, 'SIGKILL')
      await gone
    },
  }
}
