/** JavaScript on the critical path: what the page loads until the composer can be typed in, gzipped. */
import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, test } from '../e2e/support/test.ts'
import { report } from './support/result.ts'

const BUDGET_BYTES = 150 * 1024
/** First route of a bolt.diy build, gzip -9 (yardsticks.md): the peer cannot be built offline in the same run. */
const PEER_BYTES = 1.31 * 1024 * 1024

// It fetches everything else once the page is there.
test.use({ serviceWorkers: 'block' })

test('start size', async ({ page, site }) => {
  // Requests before the document has a composer are on the critical path; those of workers are not the
  // page's.
  const scripts = new Map<string, Response>()
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script'
    if (isScript && response.frame() === page.mainFrame()) scripts.set(response.url(), response)
  })
  await page.goto(site.url)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeEditable()
  // The page itself tells what it had asked for by the time the composer was there.
  const critical = await page.evaluate(() => {
    const ready = performance.getEntriesByName('composer-ready')[0]?.startTime ?? Infinity
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry.startTime <= ready && /\.js(\?|$)/.test(entry.name))
      .map((entry) => entry.name)
  })
  await expect.poll(() => critical.every((url) => scripts.has(url) || url.includes('worker'))).toBe(true)
  const sizes = critical.map(async (url) => {
    const body = await scripts.get(url)?.body()
    return body === undefined ? 0 : gzipSync(body, { level: 9 }).length
  })
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  report('start-size', [
    {
      what: 'JavaScript until the composer can be typed in',
      unit: 'bytes',
      ours: bytes,
      peer: 'bolt.diy, first route (published measurement)',
      peers: PEER_BYTES,
      target: '150 KB',
      met: bytes <= BUDGET_BYTES,
    },
  ])
})
