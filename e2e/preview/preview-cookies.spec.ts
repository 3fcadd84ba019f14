/** Cookies know no port: one that a page of the preview sets in the browser would go to the app's server, too. */
import type { Page } from '@playwright/test'
import { attackCookies, setCookieUnseen } from '../support/cookie-attacks.ts'
import { COOKIE_SERVER } from '../support/cookie-server.ts'
import { everythingKept } from '../support/kept-files.ts'
import { show, write } from '../support/preview-pages.ts'
import { serve } from '../support/served-page.ts'
import { startSite } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

/** Pages before whose first script ours does not come, where their bytes are taken for other text than the browser takes them for. */
const MISREAD_SERVER = `
const set = (name) => '<script>document.cookie = "' + name + '=1; path=/"</script><h1>' + name + '</h1>'
const wide = (text, shift) => Buffer.concat([Buffer.alloc(shift, 32), Buffer.from(text, 'utf16le')])
const PAGES = {
  '/empty-comment': ['text/html', '<!-->' + set('empty-comment') + '-->'],
  '/dash-comment': ['text/html', '<!--->' + set('dash-comment') + '-->'],
  '/bang-comment': ['text/html', '<!-- --!>' + set('bang-comment') + '-->'],
  '/even': ['text/html; charset=utf-16le', wide(set('even'), 0)],
  '/odd': ['text/html; charset=utf-16le', wide(set('odd'), 1)],
  '/escape': ['text/html; charset=iso-2022-jp', '<!-- \\x1b$B-->--> \\x1b(B-->' + set('escape')],
}
require('http').createServer((request, response) => {
  const [type, body] = PAGES[new URL(request.url, 'http://x').pathname] ?? ['text/html', '<h1>start</h1>']
  response.setHeader('Content-Type', type)
  response.end(body)
}).listen(3000, () => console.log('listening'))`

/** More than this no browser keeps of one host, and more than 16 KB few servers take. */
const FLOOD = Array.from(
  { length: 40 },
  (_, count) => `c${count}=${'x'.repeat(3900)}; path=/; max-age=1000000`,
)

async function attacked(workbench: Workbench) {
  await serve(workbench, COOKIE_SERVER)
  await workbench.showPage('localhost:3000/')
  const frame = await workbench.previewFrame()
  await expect(frame.getByRole('heading')).toHaveText('Attack')
  return frame
}

const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name)

test('a page that sets more cookies than the server takes locks nobody out, and they are deleted', async ({
  page,
}) => {
  const site = await startSite({ cachesFiles: true, headerBytes: 16_384 })
  try {
    const workbench = new Workbench(page, site.url)
    await workbench.open()
    await workbench.exec('echo precious > keep')
    const session = page.url()
    await everythingKept(page, site)
    const frame = await attacked(workbench)
    expect(await frame.evaluate(setCookieUnseen, [...FLOOD, 'small=1; path=/'])).toContain('=')
    // The page's cookies may be deleted by now: a request of the sandbox was refused. The app's own meets all of them.
    const cookie = { value: 'x'.repeat(3900), domain: 'localhost', path: '/' }
    await page.context().addCookies(FLOOD.map((_, count) => ({ ...cookie, name: `c${count}` })))
    await page.reload()
    await expect(workbench.composer).toBeEditable()
    expect((await workbench.exec('cat keep')).stdout).toBe('precious\n')
    expect(page.url()).toBe(session)
    await expect.poll(() => cookieNames(page)).toContain('small')
    await expect.poll(async () => (await cookieNames(page)).length).toBeLessThanOrEqual(2)
    await page.reload()
    await expect(workbench.composer).toBeEditable()
    expect((await workbench.exec('cat keep')).stdout).toBe('precious\n')
  } finally {
    await site.close()
  }
})

test('a page sets no cookie of the browser’s own', async ({ workbench, page }) => {
  await workbench.open()
  const frame = await attacked(workbench)
  await frame.evaluate(attackCookies)
  expect(await cookieNames(page)).toEqual([])
  // The same holds for files, whatever their type.
  await write(workbench, {
    'index.html': '<h1>Files</h1><script>document.cookie = "early=1"</script>',
    'a.svg':
      '<svg xmlns="http://www.w3.org/2000/svg"><script>document.cookie = "svg=1"</script><text>Drawn</text></svg>',
  })
  await page.getByRole('combobox', { name: 'Source' }).selectOption('Files')
  await (await show(workbench, '/')).evaluate(attackCookies)
  const drawing = await show(workbench, '/a.svg')
  await expect(drawing.getByText('Drawn')).toBeVisible()
  expect(await cookieNames(page)).toEqual([])
})

test('a page whose beginning is misread sets no cookie of the browser’s own', async ({ workbench, page }) => {
  await workbench.open()
  await serve(workbench, MISREAD_SERVER)
  for (const name of ['empty-comment', 'dash-comment', 'bang-comment', 'even', 'odd', 'escape']) {
    await workbench.showPage(`localhost:3000/${name}`)
    await expect.poll(async () => (await workbench.previewFrame()).url()).toContain(name)
    const frame = await workbench.previewFrame()
    await frame.waitForFunction(() => document.readyState === 'complete')
    expect({ name, cookies: await cookieNames(page) }).toEqual({ name, cookies: [] })
  }
})

test('a page of files reads the cookies that it has set when it is loaded again, and the app has none', async ({
  workbench,
  page,
}) => {
  await workbench.open()
  // Only a page that sees no cookie sets the first one. The preview may load it again by itself, as its file is new.
  await write(workbench, {
    'index.html':
      '<p id="seen"></p><script>seen.textContent = document.cookie; document.cookie = document.cookie ? "again=yes" : "theme=dark"</script>',
  })
  const frame = await show(workbench, '/')
  await expect.poll(() => frame.evaluate(() => document.cookie)).toContain('theme=dark')
  await frame.evaluate(() => location.reload())
  await expect(frame.locator('#seen')).toContainText('theme=dark')
  await expect.poll(() => frame.evaluate(() => document.cookie)).toBe('theme=dark; again=yes')
  expect(await page.evaluate(() => document.cookie)).toBe('')
})
