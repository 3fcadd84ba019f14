/** Thousands of addresses that were made to harm who opens them: each is refused in words or opened as what it says, and no tab is lost. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { RandomChoice } from '../../src/testing/random-choice.ts'
import { seededRandom } from '../../src/testing/seeded-random.ts'
import { hostileLinks } from '../support/hostile-links.ts'
import { work } from '../support/shared-session.ts'
import { expect, test } from '../support/test.ts'

const LINKS = 5_000
const EMBEDDED = 200
/** Links that are handed to the page at once. */
const BATCH = 100
/** Milliseconds that one link may take. */
const LINK_MS = patience(20_000)
const SEED = Number(process.env.TEST_SEED ?? 7)

/** `asked`: whether to fetch it from this device, which nobody allows here. */
type Outcome = 'opened' | 'asked' | `refused: ${string}`

test('no tab is lost to 5,000 hostile links, and an own session opens after them', async ({
  workbench,
  model,
  page,
}) => {
  test.setTimeout(patience(600_000))
  await work(workbench, model)
  const own = new URL(page.url()).hash
  const before = await workbench.transcript()
  const links = await hostileLinks(new RandomChoice(seededRandom(SEED)), LINKS)
  const counts = new Map<string, number>()
  for (let from = 0; from < links.length; from += BATCH)
    for (const outcome of await openLinks(page, links.slice(from, from + BATCH)))
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  console.log([...counts].map(([outcome, count]) => `${count} ${outcome}`).join('\n'))
  // Otherwise they are too mild, or too wild, to show anything.
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(LINKS)
  expect(Math.min(counts.get('opened') ?? 0, counts.get('asked') ?? 0)).toBeGreaterThan(LINKS / 100)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  await openLinks(page, ['s=9x'])
  await expect(page.getByRole('alert').filter({ hasText: 'made by a newer Vivarium' })).toBeVisible()
  await page.evaluate((fragment) => (location.hash = fragment), own)
  await expect.poll(() => workbench.transcript()).toBe(before)
  await page.reload()
  await expect.poll(() => workbench.transcript()).toBe(before)
})

/** Opens one after the other, each when the one before is over. */
function openLinks(page: Page, links: readonly string[]): Promise<Outcome[]> {
  return page.evaluate(
    async ([fragments, limit]) => {
      const frame = () => new Promise((resolve) => setTimeout(resolve))
      const outcomes: Outcome[] = []
      const alert = () => document.querySelector('[role=alert]:has(button)')
      const decline = () =>
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === 'Not now')
      for (const fragment of fragments) {
        alert()?.querySelector('button')?.click()
        decline()?.click()
        while (alert() ?? decline()) await frame()
        const start = performance.now()
        history.replaceState(null, '', '/#')
        location.hash = fragment
        let outcome: Outcome | undefined
        while (outcome === undefined) {
          await frame()
          const text = alert()?.querySelector('p')?.textContent
          if (text) outcome = `refused: ${text.slice(0, 80)}`
          else if (fragment.startsWith('share=') && decline()) outcome = 'asked'
          else if (location.hash.startsWith('#session=')) outcome = 'opened'
          else if (performance.now() - start > limit)
            throw new Error(`Nothing came of #${fragment.slice(0, 200)}`)
        }
        outcomes.push(outcome)
      }
      return outcomes
    },
    [links, LINK_MS] as const,
  )
}

test('the element for other pages shows or refuses 200 hostile links, and the page goes on', async ({
  page,
  site,
}) => {
  const html = `<!doctype html><html lang="en"><title>A post</title><h1>A post</h1>
<script type="module" src="${site.origin}/embed/vivarium-replay.js"></script>`
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const links = await hostileLinks(new RandomChoice(seededRandom(SEED)), EMBEDDED)
    const outcomes = await page.evaluate(async (fragments) => {
      const seen: string[] = []
      for (const fragment of fragments) {
        const element = document.createElement('vivarium-replay')
        element.setAttribute('src', `#${fragment}`)
        const outcome = new Promise<string>((resolve) => {
          element.addEventListener('vivarium-ready', () => resolve('shown'))
          element.addEventListener('vivarium-error', (event) => {
            const { message, hint } = (event as CustomEvent<{ message: string; hint: string }>).detail
            resolve(message !== '' && hint !== '' ? 'refused' : 'refused without words')
          })
        })
        document.body.append(element)
        seen.push(await outcome)
        element.remove()
      }
      return seen
    }, links)
    expect(new Set(outcomes)).toEqual(new Set(['shown', 'refused']))
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    await expect(page.getByRole('heading')).toHaveText('A post')
  } finally {
    server.close()
  }
})
