/** A host with one origin: the folder dist/app alone. Pages are shown in a frame that stands on no origin. */
import { startSite, type Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'
import { write, heading } from '../support/preview-pages.ts'

let site: Site

test.beforeEach(async () => {
  site = await startSite({ origins: 1 })
})

test.afterEach(() => site.close())

test('a page is shown with its sheets, scripts, modules, images and data in it', async ({ page }) => {
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  await write(workbench, {
    'site/index.html': `<!doctype html><link rel="stylesheet" href="css/style.css">
      <script type="importmap">{ "imports": { "words": "./js/words.js" } }</script>
      <h1>Hello</h1><img alt="Inlined" src="dot.svg"><p style="background: url(dot.svg)">Text</p>
      <script src="classic.js"></script><script type="module" src="/js/main.js"></script>
      <a href="sub/other.html?x=1#there">Other</a> <a href="#here">Here</a>`,
    'site/css/style.css': `@import "more.css"; .dot { background: url('../dot.svg') }`,
    'site/css/more.css': 'h1 { color: rgb(1, 2, 3) }',
    'site/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>',
    'site/classic.js': 'document.body.dataset.classic = typeof require',
    'site/js/main.js': `import { text } from './text.js'
      import { more } from 'words'
      const { late } = await import('./late' + '.js')
      const data = await (await fetch(new URL('../data.json', import.meta.url))).json()
      const request = new XMLHttpRequest()
      request.open('GET', 'data.json')
      request.onload = () => {
        const missing = fetch('missing.json').then(({ status }) => status)
        missing.then((status) => {
          const image = document.body.appendChild(new Image())
          image.alt = 'Late'
          image.src = 'dot.svg'
          localStorage.setItem('a', status)
          document.querySelector('h1').textContent =
            [text, more, late, data.name, JSON.parse(request.response).name, localStorage.a].join(' ')
        })
      }
      request.send()`,
    'site/js/text.js': `import { later } from './cycle.js'; export const text = 'modules'; export const own = () => later`,
    'site/js/cycle.js': `import { own } from './text.js'; export const later = () => own; export const more = 'in a cycle'`,
    'site/js/words.js': `export { more } from './cycle.js'`,
    'site/js/late.js': `import { text } from './text.js'; export const late = text.toUpperCase()`,
    'site/data.json': '{"name":"data"}',
    'site/sub/other.html': `<h1>Other</h1><script>document.querySelector('h1').append(location.search + location.hash)</script>`,
  })
  await workbench.showPage('site/')
  await expect(heading(page)).toHaveText('modules in a cycle MODULES data data 404')
  await expect(heading(page)).toHaveCSS('color', 'rgb(1, 2, 3)')
  const preview = page.frameLocator('iframe[title="Preview"]')
  for (const name of ['Inlined', 'Late']) {
    const image = preview.getByRole('img', { name })
    await expect.poll(() => image.evaluate((found: HTMLImageElement) => found.naturalWidth)).toBe(7)
  }
  await expect(preview.getByText('Text', { exact: true })).toHaveCSS('background-image', /^url\("blob:/)
  await expect(preview.locator('body')).toHaveAttribute('data-classic', 'undefined')
  await preview.getByRole('link', { name: 'Here' }).click()
  await expect(heading(page)).toHaveText(/^modules/)
  await preview.getByRole('link', { name: 'Other' }).click()
  await expect(heading(page)).toHaveText('Other?x=1#there')
  await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('/site/sub/other.html?x=1#there')
  await expect(page.getByText('one document')).toBeVisible()
})
