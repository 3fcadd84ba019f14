/** `<vivarium-replay>` in a page of another origin whose policy allows next to nothing. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../support/test.ts'

test('a session is shown in a page of another origin, under a strict policy', async ({
  page,
  site,
}, info) => {
  const recording = await readFile('public/demos/build-a-web-app.vivarium')
  const policy = [
    "default-src 'none'",
    `script-src ${site.origin}`,
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  const html = `<!doctype html><html lang="en"><title>A post</title><h1>A post</h1>
<script type="module" src="${site.origin}/embed/vivarium-replay.js"></script>
<vivarium-replay src="session.vivarium"></vivarium-replay>`
  const server = createServer((request, response) => {
    if (request.url === '/session.vivarium') return response.end(recording)
    response.setHeader('Content-Security-Policy', policy)
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    response.setHeader('Content-Type', 'text/html').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/post.html`)
    const replay = page.getByRole('region', { name: 'Recorded session' })
    await expect(replay.getByRole('article', { name: 'User' }).first()).toBeVisible()
    await replay.getByRole('slider', { name: 'Message' }).press('Home')
    await expect(replay.getByRole('article')).toHaveCount(0)
    await replay.getByRole('combobox', { name: 'Speed' }).selectOption('20 ×')
    await replay.getByRole('button', { name: 'Play' }).click()
    await expect(replay.getByRole('button', { name: 'Next message' })).toBeDisabled()
    expect(await replay.getByRole('article').count()).toBeGreaterThan(5)
    await page.screenshot({ path: info.outputPath('wide-light.png') })
    await page.setViewportSize({ width: 390, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.screenshot({ path: info.outputPath('phone-dark.png') })
    expect(problems).toEqual([])
  } finally {
    server.close()
  }
})
