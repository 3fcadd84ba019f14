/**
 * From `npm run dev` to the first page of a small Vite project, and from a changed file to its update. Against the same
 * project, served by Vite on this machine's own Node, in the same browser.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Frame, Page } from '@playwright/test'
import { startRegistry } from '../e2e/support/registry-server.ts'
import { startSite } from '../e2e/support/site.ts'
import { test } from '../e2e/support/test.ts'
import { Workbench } from '../e2e/support/workbench.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = size(5, 1)
const FIRST_PAGE_MS = 3_000
const UPDATE_MS = 300
/** Milliseconds for installing and starting on a loaded machine. */
const LONG_MS = 900_000
const CREATE = 'npm create vite@7 app -- --template vanilla-ts'
const HEADING = 'Vite + TypeScript'

interface Times {
  readonly firstPage: number
  readonly update: number
}

test('dev server', async ({ page, context }) => {
  test.setTimeout(LONG_MS)
  const registry = await startRegistry()
  const site = await startSite({ registry: registry.address, cachesFiles: true })
  const folder = mkdtempSync(join(tmpdir(), 'dev-server-'))
  try {
    const workbench = new Workbench(page, site.url)
    await workbench.open()
    const { exitCode, stderr } = await workbench.exec(`${CREATE}; cd app && npm install`)
    test.expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
    await page.getByRole('tab', { name: 'Preview' }).click()
    const environment = { ...process.env, npm_config_registry: registry.address, npm_config_yes: 'true' }
    await promisify(execFile)('bash', ['-c', `${CREATE} && cd app && npm install`], {
      cwd: folder,
      env: environment,
    })
    const own: Times[] = []
    const native: Times[] = []
    // The first round of each fills caches.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ours = await inSandbox(workbench, round)
      const theirs = await natively(context, join(folder, 'app'), round)
      if (round === 0) continue
      own.push(ours)
      native.push(theirs)
    }
    const row = (what: string, key: keyof Times, target: number) => {
      const ours = median(own.map((times) => times[key]))
      return {
        what,
        unit: 'ms',
        ours,
        peer: 'Vite on this machine’s own Node',
        peers: median(native.map((times) => times[key])),
        target: `${target} ms`,
        met: ours <= target,
      } as const
    }
    report('dev-server', [
      row(
        'npm run dev to the first page in the preview, packages and caches there',
        'firstPage',
        FIRST_PAGE_MS,
      ),
      row('a changed style sheet to the page that shows it', 'update', UPDATE_MS),
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await site.close()
    await registry.close()
  }
})

async function inSandbox(workbench: Workbench, round: number): Promise<Times> {
  const { page } = workbench
  const start = performance.now()
  await workbench.exec('cd app && npm run dev > ../log 2>&1 &')
  const preview = page.frameLocator('iframe[title="Preview"]')
  await preview.getByRole('heading', { name: HEADING }).waitFor({ timeout: 120_000 })
  const firstPage = performance.now() - start
  const update = await updated(await workbench.previewFrame(), round, (sheet) =>
    page.evaluate((text) => window.vivarium.sandbox.writeFile('app/src/style.css', text), sheet),
  )
  await workbench.exec('pkill -f vite; sleep 0.5')
  await page.getByRole('combobox', { name: 'Source' }).selectOption('')
  await preview.getByRole('link', { name: 'app' }).waitFor()
  return { firstPage, update }
}

async function natively(context: BrowserContext, folder: string, round: number): Promise<Times> {
  const page = await context.newPage()
  const start = performance.now()
  const server = spawn('npm', ['run', 'dev', '--', '--port=5199', '--strictPort'], {
    cwd: folder,
    detached: true,
  })
  try {
    await opened(page, 'http://localhost:5199/')
    await page.getByRole('heading', { name: HEADING }).waitFor()
    const firstPage = performance.now() - start
    const update = await updated(page.mainFrame(), round, (sheet) =>
      writeFileSync(join(folder, 'src/style.css'), sheet),
    )
    return { firstPage, update }
  } finally {
    if (server.pid !== undefined) process.kill(-server.pid)
    await page.close()
  }
}

/** As soon as somebody listens there. */
async function opened(page: Page, address: string): Promise<void> {
  for (;;) {
    try {
      await page.goto(address)
      return
    } catch {
      // Nobody yet: the test's own time ends this.
      await page.waitForTimeout(20)
    }
  }
}

/** Milliseconds until the page shows what the sheet was changed to. Comes after the page has connected for its updates. */
async function updated(frame: Frame, round: number, write: (sheet: string) => unknown): Promise<number> {
  await frame.waitForTimeout(2_000)
  const color = `rgb(1, 2, ${round})`
  const start = performance.now()
  await write(`#counter { color: ${color} }`)
  await frame.waitForFunction(
    (wanted) => getComputedStyle(document.querySelector('#counter') ?? document.body).color === wanted,
    color,
  )
  return performance.now() - start
}
