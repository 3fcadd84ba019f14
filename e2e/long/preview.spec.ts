/** The preview: a stopped service worker, floods, folders, refusals, and a tab of its own. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { wholeBrowser } from '../support/whole-browser.ts'
import { Workbench } from '../support/workbench.ts'
import { write, show } from '../support/preview-pages.ts'

test('a change is there on reload, also after the browser has stopped the service worker', async ({
  site,
  playwright,
}) => {
  const launch = () => playwright.chromium.launch(wholeBrowser())
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

test('a page that talks much is heard in part, and one that floods the app is closed', async ({
  workbench,
  page,
}) => {
  await workbench.open()
  const loud = `<!doctype html><h1>Loud</h1><script>
    const lines = Array.from({ length: 400 }, (_, at) => ({ level: 'error', text: at + 'x'.repeat(200) }))
    const say = () => parent.postMessage({ type: 'vivarium-page-lines', lines, dropped: 0 }, '*')
    parent.postMessage({ type: 'vivarium-page-lines', lines: 'text' }, '*')
    setInterval(say, 100)
  </script>`
  await write(workbench, { 'index.html': loud })
  await workbench.showPage('/')
  const region = page.getByRole('region', { name: 'Console of the preview' })
  await region.getByRole('button', { name: 'Console' }).click()
  await expect(region.getByText(/lines are not shown/)).toBeVisible()

  await page.getByRole('textbox', { name: 'Message' }).fill('still here')

  // Small ones: how long a browser takes for what it was sent before is not the page's to say.
  const flood =
    '<!doctype html><h1>Flood</h1><script>setInterval(() => { for (let i = 0; i < 5; i++) parent.postMessage(i, "*") }, 5)</script>'
  await write(workbench, { 'index.html': flood })
  await expect(page.getByRole('alert')).toContainText('sent messages without end')
  await expect(page.locator('iframe[title="Preview"]')).toHaveCount(0)
  await write(workbench, { 'index.html': '<h1>Quiet</h1>' })
  await page.getByRole('button', { name: 'Load it again' }).click()
  await expect(page.frameLocator('iframe[title="Preview"]').getByRole('heading')).toHaveText('Quiet')
  await expect(region.getByRole('listitem')).toHaveText('The page has said nothing.')
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
  const entry = internals.locator('.serviceworker-registration').filter({ hasText: `${origin}/` })
  // Looked at anew each time: an entry that was there before the browser had stored it stays as it was, beside the stored one.
  await expect
    .poll(async () => {
      await internals.goto('chrome://serviceworker-internals')
      await entry.first().waitFor()
      const shown = await entry.allInnerTexts()
      if (!shown.join('').includes('STOPPED'))
        await entry
          .getByRole('button', { name: 'Stop' })
          .evaluateAll((buttons: HTMLElement[]) => buttons.forEach((stop) => stop.click()))
      return shown
    })
    .toEqual([expect.stringMatching(/Running Status:\s*STOPPED/)])
  await internals.close()
}

test('opens in a tab of its own, as closed off as beside the conversation', async ({ workbench, page }) => {
  const reached: (string | undefined)[] = []
  const outside = createServer(({ url }, response) => {
    reached.push(url)
    response.end('<p>Led away</p>')
  })
  await new Promise<void>((resolve) => outside.listen(0, 'localhost', resolve))
  // A server that listens at a port has an address of numbers.
  const { port } = outside.address() as AddressInfo
  await workbench.open()
  await write(workbench, { 'index.html': '<!doctype html><h1>Alone</h1>' })
  await show(workbench, 'index.html')
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open the preview in a tab of its own' }).click()
  const tab = await opening
  await expect(tab.frameLocator('iframe').getByRole('heading')).toHaveText('Alone')
  await expect(tab).toHaveTitle('/index.html')
  const [, frame] = tab.frames()
  if (!frame) throw new Error('The tab has no frame.')
  // Neither the tab nor the frame can be led to where it could tell what it knows.
  await frame.evaluate((address) => {
    const link = document.createElement('a')
    link.href = address
    link.target = '_top'
    document.body.append(link)
    link.click()
    window.open(address)
    window.open(address, '_top')
    location.href = address
  }, `http://localhost:${port}/leak`)
  await expect.poll(() => tab.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
  // Sent after all of that, by the same browser.
  const last = await page.context().newPage()
  await last.goto(`http://localhost:${port}/last`)
  expect([tab.url(), reached, page.context().pages()]).toEqual(['about:blank', ['/last'], [page, tab, last]])
  outside.close()
})
