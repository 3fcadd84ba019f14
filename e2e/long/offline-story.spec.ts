/**
 * A story without a network, in one go: a demo is opened and watched, taken over at step 5, rewound, forked and
 * shared as a link; a fresh profile opens the link and comes to the same results.
 */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import type { Locator, Page } from '@playwright/test'
import { everythingKept } from '../support/kept-files.ts'
import { startSite } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

const DEMO = 'build-a-web-app'
const TAKEN_OVER_AT = 5
const FORKED_AT = 4
/**
 * Calls up to the fork, and one of the same answer that it cut off: that one ends without a result, then as
 * now.
 */
const CALLS = FORKED_AT + 1

test('without a network: a demo, taken over at step 5, rewound, forked, shared, and replayed in a fresh profile', async ({
  page,
  browser,
}) => {
  test.setTimeout(patience(420_000))
  const first = await startSite({ cachesFiles: true })
  const workbench = new Workbench(page, first.url)
  await workbench.open()
  await everythingKept(page, first)
  await first.close()
  await page.context().setOffline(true)
  const outside = requestsBeyond(page, first.origin, first.sandboxOrigin)

  await page.goto(`${first.url}#demo=${DEMO}`)
  await page.reload()
  const bar = page.getByRole('region', { name: 'Replay' })
  await expect(bar).toContainText('A recording')
  await expect(workbench.status).toHaveText('ready')
  await bar.getByRole('combobox', { name: 'Speed' }).selectOption('100 ×')
  await bar.getByRole('button', { name: 'Step by step' }).click()
  for (let done = 0; done < TAKEN_OVER_AT; done++) {
    await expect(bar.getByRole('status')).toContainText(`paused: ${done} of`, { timeout: patience(60_000) })
    await bar.getByRole('button', { name: 'Step', exact: true }).click()
  }
  await expect(bar.getByRole('status')).toContainText(`paused: ${TAKEN_OVER_AT} of`, {
    timeout: patience(60_000),
  })
  await expect(bar.getByRole('status')).toContainText('all as recorded')
  await bar.getByRole('button', { name: 'Take over from here' }).click()
  await expect(bar.getByRole('status')).toHaveText('It is yours now: say below how to go on.')
  const rootThen = await page.evaluate(() => window.vivarium.sandbox.checkpoint())

  // Something of one's own, and back: byte for byte what it was, with the detour kept as a step.
  await workbench.exec('echo "mine" > mine.txt')
  await expect.poll(async () => (await stepTitles(page, workbench)).at(-1)).toContain('Your own change')
  await callSteps(page).last().getByRole('button', { name: 'Restore' }).click()
  // The files are there before the conversation is; the timeline closes when both are.
  await expect(page.getByRole('list', { name: 'Steps' })).toBeHidden()
  expect(await page.evaluate(() => window.vivarium.sandbox.checkpoint())).toBe(rootThen)
  expect((await stepTitles(page, workbench)).join('\n')).toContain('Your own change')
  const parent = await page.evaluate(() => window.vivarium.session.id())
  await callSteps(page)
    .nth(FORKED_AT - 1)
    .getByRole('button', { name: 'Fork from here' })
    .click()
  await expect.poll(() => page.evaluate(() => window.vivarium.session.id())).not.toBe(parent)
  await expect(workbench.status).toHaveText('ready')

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Link' })
  await expect(field).toHaveValue(/#s=/)
  const link = await field.inputValue()
  expect(link.length).toBeLessThan(32 * 1024)
  expect(outside).toEqual([])

  // A profile that has never been here has to fetch the program once; then its network is gone, too.
  const second = await startSite({ inPlaceOf: first, cachesFiles: true })
  const context = await browser.newContext()
  const otherPage = await context.newPage()
  const other = new Workbench(otherPage, second.url)
  await otherPage.goto(link)
  await expect(otherPage).toHaveURL(/#session=/)
  await expect(other.status).toHaveText('ready')
  await everythingKept(otherPage, second)
  await second.close()
  await context.setOffline(true)
  for (const button of ['Replay', 'Replay again']) {
    const replay = otherPage.getByRole('region', { name: 'Replay' })
    await replay.getByRole('combobox', { name: 'Speed' }).selectOption('100 ×')
    const before = otherPage.url()
    await replay.getByRole('button', { name: button, exact: true }).click()
    await expect(otherPage).not.toHaveURL(before)
    await expect(replay.getByRole('status')).toHaveText(`All ${CALLS} results are as recorded.`, {
      timeout: patience(100_000),
    })
    const compared = (await other.events()).filter((event) => event.type === 'replay_compared')
    expect(compared.map(({ files }) => files)).toEqual(Array.from({ length: CALLS }, () => 'same'))
  }
  await context.close()
})

/** Opens the timeline where it is not open. */
async function stepTitles(page: Page, workbench: Workbench): Promise<readonly string[]> {
  const steps = page.getByRole('list', { name: 'Steps' })
  if (await steps.isHidden()) await workbench.send('/rewind')
  await expect(steps).toBeVisible()
  return steps.getByRole('listitem').allTextContents()
}

/** Steps of tool calls that were not taken back. */
function callSteps(page: Page): Locator {
  return page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ hasText: /^\s*(Write|Edit|Bash|Read|Glob|Grep|TodoWrite|Browser)\b/ })
}

/** Addresses that were asked for elsewhere. */
function requestsBeyond(page: Page, ...origins: readonly string[]): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (/^http/.test(protocol) && !origins.includes(origin)) asked.push(request.url())
  })
  return asked
}
