/** A host with one origin: the main job, previews, the cache, and frames that must not run. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { storyBrain } from '../model-server/story.ts'
import { text } from '../model-server/turn.ts'
import { firstJob } from '../support/main-job.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'
import { write, heading } from '../support/preview-pages.ts'

let site: Site

test.beforeEach(async () => {
  site = await startSite({ origins: 1, cachesFiles: true })
})

test.afterEach(() => site.close())

test('the main job: import, let the agent run and mend the tests, preview, reload, go on', async ({
  page,
  model,
}) => {
  const { story, zip } = await firstJob()
  model.setScript(
    storyBrain([story], () => ({ content: [text('Nothing more to do.')] }), { splitText: { size: 12 } }),
  )
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  await workbench.configure(model)
  await workbench.importZip(zip)
  await expect(page.getByText('Sandbox ready, one origin')).toBeVisible()

  await workbench.ask(story.prompt)
  expect(model.rejections).toEqual([])
  for (const tool of ['Bash', 'Read', 'Edit']) await expect(workbench.tool(tool).last()).toContainText('done')
  await write(workbench, { 'demo.html': '<h1>Shown</h1>' })
  await workbench.showPage('demo.html')
  await expect(heading(page)).toHaveText('Shown')

  const before = await workbench.transcript()
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  await expect.poll(() => workbench.transcript()).toBe(before)
  await workbench.ask('Thank you. Anything else?')
  await expect(workbench.answers.last()).toContainText('Nothing more to do.')
  expect((await workbench.exec('git status --short; node -p "process.version"; ls | head -3')).exitCode).toBe(
    0,
  )
})

test('a preview follows edits, lists folders and shows what is no page', async ({ page }) => {
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  await write(workbench, {
    'docs/a.html': '<h1>one</h1>',
    'docs/b.txt': 'plain <b>text</b>',
    'docs/c.bin': '\0',
  })
  await workbench.showPage('docs/a.html')
  await expect(heading(page)).toHaveText('one')
  await write(workbench, { 'docs/a.html': '<h1>two</h1>' })
  await expect(heading(page)).toHaveText('two')
  await workbench.showPage('docs')
  const preview = page.frameLocator('iframe[title="Preview"]')
  await preview.getByRole('link', { name: 'b.txt' }).click()
  await expect(preview.getByText('plain <b>text</b>')).toBeVisible()
  await workbench.showPage('docs/c.bin')
  await expect(preview.getByText('cannot be shown on a host with one origin')).toBeVisible()
  await workbench.showPage('nowhere.html')
  await expect(preview.getByText('There is no /nowhere.html in the workspace.')).toBeVisible()
})

test('without the server it opens again, runs programs and shows pages', async ({ page }) => {
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  await write(workbench, { 'index.html': '<h1>Kept</h1>' })
  await expect.poll(() => kept(page), { timeout: patience(60_000) }).toEqual(builtFiles())
  await site.close()
  await page.reload()
  await expect(page.getByText('Sandbox ready, one origin')).toBeVisible()
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  expect((await workbench.exec('node -p 6*7')).stdout).toBe('42\n')
  await workbench.showPage('/')
  await expect(heading(page)).toHaveText('Kept')
})

test('a page whose frame is served without its policy is not run', async ({ page }) => {
  await page.route('**/opaque/*.html', async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.goto(site.url)
  const alert = page.getByRole('alert').filter({ hasText: 'sends its headers' })
  await expect(alert).toBeVisible()
  // The frame is there no more, and no kernel was ever made.
  expect(page.frames()).toHaveLength(1)
})

test('scripts of another version than the page are not run, and what to do is said', async ({ page }) => {
  await page.route('**/opaque/scripts.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), build: 'another' } })
  })
  await page.goto(site.url)
  const alert = page.getByRole('alert').filter({ hasText: 'of another version than this page' })
  await expect(alert).toContainText('Take the new version with “Reload”')
  expect(page.frames()).toHaveLength(1)
})

test('a sandbox origin where nothing answers as one gives way, and says so', async ({ page }) => {
  const two = await startSite()
  try {
    await page.route(`${two.sandboxOrigin}/**`, (route) => route.fulfill({ status: 404, body: 'nothing' }))
    const workbench = new Workbench(page, two.url)
    await workbench.open()
    await expect(page.getByText('Sandbox ready, one origin')).toBeVisible()
    expect((await workbench.exec('echo here')).stdout).toBe('here\n')
    await page.getByRole('button', { name: 'Settings' }).first().click()
    await expect(page.getByText(`The sandbox at ${two.sandboxOrigin} did not answer.`)).toBeVisible()
  } finally {
    await two.close()
  }
})

/** Paths that the service worker has kept, sorted. */
async function kept(page: Page): Promise<string[]> {
  const urls = await page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    return (await Promise.all(opened.map((cache) => cache.keys()))).flat().map(({ url }) => url)
  })
  return urls.map((url) => new URL(url).pathname).sort()
}

/** All that the build has written down. */
function builtFiles(): string[] {
  const script = readFileSync('dist/app/service-worker.js', 'utf8')
  const paths = [...script.matchAll(/\\"path\\":\\"([^"\\]+)\\"/g)].map(([, path = '']) => path)
  // The runtime of models in the tab is cached on its first use.
  return paths.filter((path) => !path.startsWith('/assets/llama')).sort()
}
