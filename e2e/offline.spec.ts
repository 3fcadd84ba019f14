/** Once loaded, the server may be gone: the page opens, the sandbox runs, the agent works with a model it can reach. */
import { readFileSync } from 'node:fs'
import type { Frame, Page } from '@playwright/test'
import { text, toolUse } from './model-server/turn.ts'
import { startSite, type Site } from './support/site.ts'
import { expect, test } from './support/test.ts'
import { Workbench } from './support/workbench.ts'

let own: Site

test.beforeEach(async () => {
  own = await startSite()
})
test.afterEach(() => own.close())

test('without the server the page opens again, runs programs, shows previews and lets the agent work', async ({
  page,
  model,
}) => {
  model.setScript([
    { content: [toolUse('Bash', { command: 'node -p 6*7', description: 'Compute' })] },
    { content: [text('It is 42.')] },
  ])
  const workbench = new Workbench(page, own.url)
  await workbench.open()
  await workbench.configure(model)
  await workbench.exec('echo "<h1>Kept</h1>" > index.html')
  await everythingKept(page, own)
  await own.close()
  await page.reload()
  await expect(workbench.composer).toBeEditable()
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  await expect(workbench.status).toHaveText('ready')
  await workbench.ask('What is six times seven?')
  await expect(workbench.answers.last()).toContainText('It is 42.')
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).toContain('42\\n')
  await workbench.showPage('/')
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByRole('heading')).toHaveText('Kept')
  const policy = await (
    await workbench.previewFrame()
  ).evaluate(async () => {
    const { headers } = await fetch(location.href)
    return headers.get('content-security-policy')
  })
  expect(policy).toContain("connect-src 'self'")
})

test('what other code of the sandbox’s origin has put into the cache is not run', async ({ page }) => {
  const workbench = new Workbench(page, own.url)
  await workbench.open()
  await everythingKept(page, own)
  await workbench.exec('echo "<h1>Evil</h1>" > index.html')
  await workbench.showPage('/')
  const poisoned = await (
    await workbench.previewFrame()
  ).evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (!request.url.endsWith('/host.html')) continue
        await cache.put(
          request,
          new Response('<h1>poisoned</h1>', { headers: { 'content-type': 'text/html' } }),
        )
      }
    }
    return (await (await caches.match('/host.html'))?.text()) ?? ''
  })
  expect(poisoned).toContain('poisoned')
  await own.close()
  await page.reload()
  await expect(workbench.composer).toBeEditable()
  await expect(page.getByRole('alert').filter({ hasText: 'did not answer' })).toBeVisible({ timeout: 30_000 })
  for (const frame of page.frames()) expect(await frame.content()).not.toContain('poisoned')
})

/** Resolves when the service workers of both origins have kept all that the build wrote down. */
async function everythingKept(page: Page, site: Site): Promise<void> {
  await expect.poll(() => keptIn(page.mainFrame()), { timeout: 60_000 }).toBe(filesOf('app', '/opaque/'))
  const host = page.frames().find((frame) => frame.url().startsWith(site.sandboxOrigin))
  if (!host) throw new Error('There is no frame of the sandbox origin.')
  await expect.poll(() => keptIn(host), { timeout: 60_000 }).toBe(filesOf('sandbox'))
}

function keptIn(frame: Frame): Promise<number> {
  return frame.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const kept = await Promise.all(caches_.map((cache) => cache.keys()))
    return kept.flat().length
  })
}

/** How many files the build has written down, but those in `without`, which only a host with one origin needs. */
function filesOf(folder: 'app' | 'sandbox', without?: string): number {
  const script = readFileSync(`dist/${folder}/service-worker.js`, 'utf8')
  const all = script.split('\\"path\\":').length - 1
  return without === undefined ? all : all - (script.split(`\\"path\\":\\"${without}`).length - 1)
}
