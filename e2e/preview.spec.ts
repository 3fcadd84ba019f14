/** Pages of the workspace shown from the sandbox origin, by its service worker. */
import type { Frame, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import type { Workbench } from './support/workbench.ts'

test('a page of the workspace is shown with what it refers to', async ({ workbench, page, site }) => {
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
  const frame = await show(page, site.sandboxOrigin, 'site/index.html')
  const heading = frame.getByRole('heading')
  await expect(heading).toHaveText('made of modules and data')
  await expect(heading).toHaveCSS('color', 'rgb(1, 2, 3)')
  expect(await frame.evaluate(() => crossOriginIsolated)).toBe(true)
})

test('a change is there on reload, also after the browser has stopped the service worker', async ({
  workbench,
  page,
  site,
}) => {
  await workbench.open()
  await write(workbench, { 'a.html': '<h1>before</h1>' })
  const frame = await show(page, site.sandboxOrigin, 'a.html')
  await expect(frame.getByRole('heading')).toHaveText('before')
  await write(workbench, { 'a.html': '<h1>after</h1>' })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await frame.evaluate(() => location.reload())
  await expect(frame.getByRole('heading')).toHaveText('after')
})

test('what cannot be shown says why, under the same policy', async ({ workbench, page, site }) => {
  await workbench.open()
  await write(workbench, { 'a.html': 'a' })
  const frame = await show(page, site.sandboxOrigin, 'a.html')
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

/** Opens a frame as the app does, once the service worker has the sandbox origin. */
async function show(page: Page, origin: string, path: string): Promise<Frame> {
  const host = await hostFrame(page, origin)
  await host.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const session = new URL(host.url()).searchParams.get('session') ?? ''
  const address = `${origin}/preview/${session}/${path}`
  await page.evaluate((source) => {
    const frame = document.createElement('iframe')
    frame.title = 'Preview'
    frame.allow = 'cross-origin-isolated'
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
    frame.src = source
    document.body.append(frame)
  }, address)
  return frameAt(page, (url) => url === address)
}

function hostFrame(page: Page, origin: string): Promise<Frame> {
  return frameAt(page, (url) => url.startsWith(`${origin}/host.html`))
}

async function frameAt(page: Page, matches: (url: string) => boolean): Promise<Frame> {
  let found: Frame | undefined
  await expect
    .poll(() => {
      found = page.frames().find((frame) => matches(frame.url()))
      return found !== undefined
    })
    .toBe(true)
  if (!found) throw new Error('There is no such frame.')
  return found
}
