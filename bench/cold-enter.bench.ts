/**
 * From a cold navigation to the first request on the wire: a message is typed and sent as soon as the field takes it. In
 * a browser that runs, and in one that is started for it; the key and all files are there from a visit before. Against
 * a bare page whose only script is a `fetch` to the same server.
 */
import type { Page } from '@playwright/test'
import type { ModelServer } from '../e2e/model-server/contract.ts'
import { test } from '../e2e/support/test.ts'
import { createProfile } from '../e2e/support/chromium.ts'
import { everythingKept } from '../e2e/support/kept-files.ts'
import { Workbench } from '../e2e/support/workbench.ts'
import { text } from '../e2e/model-server/turn.ts'
import { serveHarness } from './support/harness.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = size(5, 1)
const TARGET_MS = 1_000

test('enter to request, from a cold navigation', async ({ site, model }) => {
  model.setScript(() => ({ content: [text('Yes.')] }))
  const profile = await createProfile()
  const harness = await serveHarness()
  try {
    const first = await profile.launch()
    const workbench = new Workbench(first.page, site.url)
    await workbench.open()
    await workbench.configure(model)
    await workbench.ask('A question that is answered before')
    await everythingKept(first.page, site)
    await first.page.close()
    await first.kill()
    const [inRunning, inNew, bare]: [number[], number[], number[]] = [[], [], []]
    const runner = await profile.launch()
    await runner.page.addInitScript(sendAtOnce)
    for (let round = 0; round < ROUNDS; round++)
      inRunning.push(await enterAfterNavigation(runner.page, site.url, model))
    await runner.kill()
    for (let round = 0; round < ROUNDS; round++) {
      const started = await profile.launch()
      await started.page.addInitScript(sendAtOnce)
      inNew.push(await enterAfterNavigation(started.page, site.url, model))
      await started.kill()
      const other = await profile.launch()
      await other.page.addInitScript(fetchAtOnce, { url: model.url, key: model.apiKey })
      bare.push(await bareNavigation(other.page, harness.url, model))
      await other.kill()
    }
    report(
      'cold-enter',
      [
        { where: 'a running browser', ms: median(inRunning) },
        { where: 'a new browser process', ms: median(inNew) },
      ].map(({ where, ms }) => ({
        what: `navigation in ${where} to the first request on the wire, Enter pressed at once`,
        unit: 'ms' as const,
        ours: ms,
        peer: 'a bare page that fetches at once, in a new one',
        peers: median(bare),
        target: `${TARGET_MS} ms`,
        met: ms <= TARGET_MS,
      })),
    )
  } finally {
    harness.close()
    await profile.remove()
  }
})

/** Milliseconds from the start of the navigation to the arrival of the message's request; then its run is awaited. */
async function enterAfterNavigation(page: Page, url: string, model: ModelServer): Promise<number> {
  const before = model.messageRequests().length
  await page.goto('about:blank')
  await page.goto(url, { waitUntil: 'commit' })
  const requests = await model.waitForRequests(before + 1)
  const began = await page.evaluate(() => performance.timeOrigin)
  const workbench = new Workbench(page, url)
  await test.expect(workbench.status).toHaveText('ready')
  return (requests.at(-1)?.arrivedAt ?? NaN) - began
}

async function bareNavigation(page: Page, url: string, model: ModelServer): Promise<number> {
  const seen = model.requests.length
  const fetched = () => model.requests.slice(seen).find(({ method }) => method === 'GET')
  await page.goto(url)
  await test.expect.poll(() => fetched() !== undefined).toBe(true)
  return (fetched()?.arrivedAt ?? NaN) - (await page.evaluate(() => performance.timeOrigin))
}

/** In the page, before its own scripts: types into the composer and presses Enter as soon as there is one that takes it. */
function sendAtOnce(): void {
  if (window.top !== window || !location.protocol.startsWith('http')) return
  const look = () => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]')
    if (!field || field.disabled || field.readOnly) return void requestAnimationFrame(look)
    field.focus()
    // The one way to type as a person does.
    document.execCommand('insertText', false, 'A question')
    // The screen takes what was typed first, as it does for a person.
    requestAnimationFrame(() =>
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }),
      ),
    )
  }
  requestAnimationFrame(look)
}

function fetchAtOnce({ url, key }: { url: string; key: string }): void {
  if (window.top !== window || !location.protocol.startsWith('http')) return
  void fetch(`${url}/v1/models`, { headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' } })
}
