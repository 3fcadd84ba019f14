/** Pages of the workspace shown from the sandbox origin, by its service worker. */
import type { Browser, Frame, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { Workbench } from './support/workbench.ts'

test('a page of the workspace is shown with what it refers to', async ({ workbench }) => {
  await workbench.open()
  await write(workbench, {
    'site/index.html': `<!doctype html><link rel="stylesheet" href="style.css"><h1>Hello</h1>
      <script type="module" src="/js/main.js"></script>`,
    'site/style.css': 'h1 { color: rgb(1, 2, 3) }',
    'site/js/main.js': `import { text } from './text.js'
      const data = await (await fetch('data.json')).json()
      document.querySelector('h1').textContent = text + data.name`,
    'site/js/text.js': 'export const text = "made of modules and "',
    'site/data.json': '{"name":"data"}',
  })
  const frame = await show(workbench, 'site/index.html')
  const heading = frame.getByRole('heading')
  await expect(heading).toHaveText('made of modules and data')
  await expect(heading).toHaveCSS('color', 'rgb(1, 2, 3)')
  expect(await frame.evaluate(() => crossOriginIsolated)).toBe(true)
})

test('a change is there on reload, also after the browser has stopped the service worker', async ({
  site,
  playwright,
  launchOptions,
}) => {
  test.setTimeout(180_000)
  const launch = () => playwright.chromium.launch(launchOptions)
  await inBrowsersThatMayCrash(launch, async (page) => {
    const workbench = new Workbench(page, site.url)
    await workbench.open()
    await write(workbench, { 'a.html': '<h1>before</h1>' })
    await workbench.showPage('a.html')
    // Not one document: the preview loads a new one by itself after a change, too.
    const heading = page.frameLocator('iframe[title="Preview"]').getByRole('heading')
    await expect(heading).toHaveText('before')
    // While nothing asks for a page: one that is asked for wakes it again.
    await stopServiceWorker(page, site.sandboxOrigin)
    await write(workbench, { 'a.html': '<h1>after</h1>' })
    await page.getByRole('button', { name: 'Reload the preview' }).click()
    await expect(heading).toHaveText('after')
  })
})

test('follows edits by itself, and keeps its state behind the other tabs', async ({ workbench, page }) => {
  await workbench.open()
  await write(workbench, { 'index.html': '<h1>one</h1><input aria-label="Note">' })
  await workbench.showPage('/')
  const preview = page.frameLocator('iframe[title="Preview"]')
  await preview.getByRole('textbox', { name: 'Note' }).fill('kept')
  await page.getByRole('tab', { name: 'Editor' }).click()
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(preview.getByRole('textbox', { name: 'Note' })).toHaveValue('kept')
  await write(workbench, { 'index.html': '<h1>two</h1>' })
  await expect(preview.getByRole('heading')).toHaveText('two')
})

test('an opened page is shown at one click, and a folder lists its files', async ({ workbench, page }) => {
  await workbench.open()
  await write(workbench, { 'docs/guide.html': '<h1>Guide</h1>', 'docs/other.txt': 'text' })
  await workbench.files.getByRole('treeitem', { name: 'docs' }).click()
  await workbench.files.getByRole('treeitem', { name: 'guide.html' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByRole('heading')).toHaveText('Guide')
  await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('/docs/guide.html')
  await workbench.showPage('/docs')
  await preview.getByRole('link', { name: 'other.txt' }).click()
  await expect(preview.getByText('text')).toBeVisible()
})

test('what cannot be shown says why, under the same policy', async ({ workbench }) => {
  await workbench.open()
  await write(workbench, { 'a.html': 'a' })
  const frame = await show(workbench, 'a.html')
  const answers = await frame.evaluate(async () => {
    const ask = async (address: string, method = 'GET') => {
      const response = await fetch(address, { method })
      const names = [
        'content-security-policy',
        'cross-origin-embedder-policy',
        'cross-origin-resource-policy',
      ]
      return [response.status, ...names.map((name) => response.headers.has(name))]
    }
    return [
      await ask('missing.html'),
      await ask('a.html', 'POST'),
      await ask('/preview/00000000-0000-0000-0000-000000000000/a.html'),
    ]
  })
  expect(answers).toEqual([
    [404, true, true, true],
    [405, true, true, true],
    [503, true, true, true],
  ])
})

async function write(workbench: Workbench, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await workbench.page.evaluate(([at, text]) => window.vivarium.sandbox.writeFile(at, text), [
      path,
      content,
    ] as const)
  }
}

/**
 * Plays the story in a browser of its own; one that ends by itself does not count, up to three times. Chromium's own
 * process crashes in about one of ten runs when a service worker with clients is stopped, by whatever means.
 */
async function inBrowsersThatMayCrash(
  launch: () => Promise<Browser>,
  story: (page: Page) => Promise<void>,
): Promise<void> {
  for (let left = 2; ; left--) {
    const browser = await launch()
    try {
      const context = await browser.newContext()
      await story(await context.newPage())
      return
    } catch (error) {
      if (browser.isConnected() || left === 0) throw error
    } finally {
      await browser.close()
    }
  }
}

/** Stops the service worker of that origin, as the browser does with one that was idle. */
async function stopServiceWorker(page: Page, origin: string): Promise<void> {
  const internals = await page.context().newPage()
  await internals.goto('chrome://serviceworker-internals')
  const entry = internals.locator('.serviceworker-registration').filter({ hasText: `${origin}/` })
  await entry.getByRole('button', { name: 'Stop' }).click()
  await expect(entry).toContainText('Running Status: STOPPED')
  await internals.close()
}

/** Opens the page in the Preview tab, by hand. */
async function show(workbench: Workbench, path: string): Promise<Frame> {
  await workbench.showPage(path)
  return workbench.previewFrame()
}
