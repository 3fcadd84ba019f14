/** Pages of the workspace shown from the sandbox origin, by its service worker. */
import { expect, test } from '../support/test.ts'
import { write, show } from '../support/preview-pages.ts'

test('a page of the workspace is shown with what it refers to @smoke', async ({ workbench }) => {
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

const SHOP = {
  'index.html': `<!doctype html><h1>Shop</h1><a href="about.html">About</a> <button onclick="buy()">Buy</button>
    <img src="missing.png"><script type="module" src="main.js"></script>`,
  'about.html': '<!doctype html><h1>About</h1>',
  'main.js': `import { price } from './price.js'
console.log('prices', { apples: 3 })
console.warn('old')
for (let i = 0; i < 3; i++) console.info('again')
fetch('/api/cart', { method: 'HEAD' })
fetch('https://example.com/').catch(() => {})
Promise.reject(new Error('late'))
window.buy = () => price(undefined)`,
  'price.js': `export function price(item) {
  return item.cost * 2
}`,
}

test('says what the page says, brings its errors to the message box, and goes back and forth', async ({
  workbench,
  page,
}) => {
  await workbench.open()
  await write(workbench, SHOP)
  const preview = page.frameLocator('iframe[title="Preview"]')
  await workbench.showPage('/')
  await preview.getByRole('button', { name: 'Buy' }).click()
  const region = page.getByRole('region', { name: 'Console of the preview' })
  await region.getByRole('button', { name: 'Console' }).click()
  const lines = region.getByRole('listitem')
  const line = (text: string | RegExp) => lines.filter({ hasText: text })
  await expect(line('prices { apples: 3 }')).toContainText('/main.js:2:9')
  await expect(line('Warning: old')).toHaveCount(1)
  await expect(line('again')).toHaveText(/^3\s*again/)
  await expect(line('/missing.png was answered with 404.')).toHaveCount(1)
  await expect(line('HEAD /api/cart was answered with 404.')).toHaveCount(1)
  await expect(line('Refused to load https://example.com/')).toHaveCount(1)
  await expect(line('Uncaught (in promise) Error: late')).toContainText('/main.js:7')
  await expect(line("Cannot read properties of undefined (reading 'cost')")).toContainText(
    'at price (/price.js:2:',
  )
  await expect(region.getByText('5 errors')).toBeVisible()
  // The end is in sight as long as nobody has gone up to read.
  const say = (from: number) =>
    preview.getByRole('button', { name: 'Buy' }).evaluate((_, first) => {
      for (let at = first; at < first + 40; at++) console.info(`line ${at}`)
    }, from)
  await expect(lines.last()).toBeInViewport()
  await say(0)
  await expect(line('line 39')).toBeInViewport()
  await lines.first().scrollIntoViewIfNeeded()
  await say(40)
  await expect(line('line 79')).toHaveCount(1)
  await expect(lines.first()).toBeInViewport()

  await region.getByRole('button', { name: 'Ask to fix' }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect(message).toBeFocused()
  await expect(message).toHaveValue(
    /^The preview at \/ reports errors\..*```.*reading 'cost'.*\/price\.js:2.*```$/s,
  )

  const address = page.getByRole('textbox', { name: 'Page' })
  await preview.getByRole('link', { name: 'About' }).click()
  await expect(address).toHaveValue('/about.html')
  await expect(lines).toHaveText('The page has said nothing.')
  await page.getByRole('button', { name: 'Back in the preview' }).click()
  await expect(preview.getByRole('heading')).toHaveText('Shop')
  await expect(address).toHaveValue('/')
  await expect(page.getByRole('button', { name: 'Back in the preview' })).toBeDisabled()
  await page.getByRole('button', { name: 'Forward in the preview' }).click()
  await expect(preview.getByRole('heading')).toHaveText('About')
  await page.getByRole('button', { name: 'Reload the preview' }).click()
  await expect(address).toHaveValue('/about.html')
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
