/** Files that a page of the preview wants to be saved: the person is asked, and nothing is saved without a yes. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import type { Workbench } from '../support/workbench.ts'

const SERVER = `
const http = require('http')
http.createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://x')
  if (pathname === '/report') {
    response.setHeader('Content-Type', 'text/csv')
    response.setHeader('Content-Disposition', 'attachment; filename="may.csv"')
    return response.end('a,b\\n1,ü\\n')
  }
  if (pathname === '/gone') { response.statusCode = 404; return response.end('no') }
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(\`<!doctype html><title>App</title><h1>App</h1>
    <a id=link href=/report download=link.csv>By link</a> <a id=plain href=/report>Plain</a> <a id=gone href=/gone download>Gone</a>
    <button id=blob onclick="const a = document.createElement('a'); a.href = window.URL.createObjectURL(new Blob(['made here'])); a.download = 'made.txt'; a.click(); window.URL.revokeObjectURL(a.href)">Made</button>
    <button id=event onclick="const a = document.createElement('a'); a.href = 'data:text/plain,from%20data'; a.download = 'fdp.\\u202Eexe.pdf'; a.dispatchEvent(new MouseEvent('click'))">Event</button>
    <button id=many onclick="for (let i = 0; i < 100; i += 1) { const a = document.createElement('a'); a.href = 'data:text/plain,' + i; a.download = '../' + i; document.body.append(a); a.click() }">Many</button>
    <button id=own onclick="const a = document.createElement('a'); a.href = '/x'; a.download = ''; a.onclick = (e) => { e.preventDefault(); document.title = 'own' }; a.click()">Own</button>\`)
}).listen(3000, () => console.log('listening'))`

async function openApp(workbench: Workbench) {
  await workbench.open()
  const { page } = workbench
  await page.evaluate((text) => window.vivarium.sandbox.writeFile('server.js', text), SERVER)
  await workbench.exec('node server.js > log 2>&1 & until [ -s log ]; do sleep 0.1; done')
  await page.getByRole('tab', { name: 'Preview' }).click()
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByRole('heading')).toHaveText('App')
  return preview
}

const offers = (page: Page) => page.getByRole('alert').filter({ hasText: 'wants to save' })

/** Says yes, and reads what is saved then. */
async function save(page: Page): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    offers(page).getByRole('button', { name: 'Save' }).click(),
  ])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

test('what a link of the page leads to is saved when the person says so', async ({ workbench, page }) => {
  const preview = await openApp(workbench)
  await preview.locator('#link').click()
  await expect(offers(page)).toHaveText(/The page wants to save may\.csv \(9\sB\)/)
  expect(await save(page)).toEqual({ name: 'may.csv', text: 'a,b\n1,ü\n' })
  await expect(offers(page)).toHaveCount(0)

  await preview.locator('#blob').click()
  expect(await save(page)).toEqual({ name: 'made.txt', text: 'made here' })

  await preview.locator('#event').click()
  await expect(offers(page)).toContainText('fdp._exe.pdf')
  expect(await save(page)).toEqual({ name: 'fdp._exe.pdf', text: 'from data' })

  // A link that the page itself has an answer to is none of ours.
  await preview.locator('#own').click()
  await expect.poll(async () => (await workbench.previewFrame()).title()).toBe('own')
  await expect(offers(page)).toHaveCount(0)

  await preview.locator('#gone').click()
  const console = page.getByRole('region', { name: 'Console of the preview' })
  await console.getByRole('button', { name: 'Console' }).click()
  await expect(console.getByText(/could not be loaded for saving: .*404/)).toBeAttached()

  // A document that is to be saved, and no page.
  await preview.locator('#plain').click()
  await expect(preview.getByText('The program sends this as a file to be saved.')).toBeVisible()
  expect(await save(page)).toEqual({ name: 'may.csv', text: 'a,b\n1,ü\n' })
  await preview.getByRole('link', { name: 'Back' }).click()
  await expect(preview.getByRole('heading')).toHaveText('App')
})

test('a page saves nothing by itself, and cannot flood the panel', async ({ workbench, page }) => {
  const saved: string[] = []
  page.on('download', (download) => saved.push(download.suggestedFilename()))
  const preview = await openApp(workbench)
  await preview.locator('#many').click()
  await expect(offers(page)).toHaveCount(3)
  await expect(offers(page).first()).toContainText('_0')
  for (let left = 3; left > 0; left -= 1) {
    await expect(offers(page)).toHaveCount(left)
    await offers(page).first().getByRole('button', { name: 'No' }).click()
  }
  await expect(offers(page)).toHaveCount(0)
  // A file saved with a yes comes after all that could have been saved without one.
  await preview.locator('#blob').click()
  await save(page)
  expect(saved).toEqual(['made.txt'])
})
