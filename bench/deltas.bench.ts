/**
 * 10,000 pieces of text a second, for some seconds: whether they are taken as fast as they come, what becomes of the
 * page's frames, and what stays in memory. Against a bare reader of the same stream, the page when nothing happens, and
 * the same session opened anew.
 */
import type { CDPSession, Page } from '@playwright/test'
import { text } from '../e2e/model-server/turn.ts'
import { expect, test } from '../e2e/support/test.ts'
import { slowestSecond } from './support/frames.ts'
import { heapOf, watchWorkers } from './support/heap.ts'
import { report } from './support/result.ts'
import { size } from './support/size.ts'

const PER_SECOND = 10_000
const SECONDS = size(5, 1)
const DELTAS = PER_SECOND * SECONDS
/** Characters of a piece: a token of English. */
const SIZE = 5
const ROUNDS = size(3, 1)
/** For what a run leaves to be done, and for a session to show. */
const SETTLE_MS = size(3_000, 500)
const LEAST_FRAMES = 30
/** Share of the rate: the last pieces need a frame to show. */
const TAKEN = 0.95
/** Ratio of memory after streaming to memory for showing the same session. */
const LEFT = 1.1

test('10,000 deltas a second', async ({ workbench, page, context, model }) => {
  const answer = words(DELTAS * SIZE)
  model.setScript(() => ({
    content: [text(answer)],
    splitText: { size: SIZE },
    pace: { perSecond: PER_SECOND },
  }))
  await workbench.open()
  await workbench.configure(model)
  const cdp = await context.newCDPSession(page)
  const workers = await watchWorkers(cdp)
  const idle = await slowestSecond(page, () => page.waitForTimeout(3_000))
  const rates: number[] = []
  const frames: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    frames.push(
      await slowestSecond(page, async () => {
        await workbench.send(`Speak ${round}`)
        await expect.poll(() => workbench.runsEnded(), { timeout: 120_000 }).toBe(round + 1)
      }),
    )
    const record = model.messageRequests()[round]
    const ended = (await workbench.events()).findLast(({ type }) => type === 'run_ended')?.at ?? NaN
    rates.push((1000 * DELTAS) / (ended - (record?.sent[0]?.at ?? NaN)))
  }
  await page.waitForTimeout(SETTLE_MS)
  const streamed = await heapOf(cdp, workers)
  await page.reload()
  await expect(workbench.answers.last()).toContainText('wood again')
  await page.waitForTimeout(SETTLE_MS)
  const opened = await heapOf(cdp, workers)
  const bare = await bareRate(page, cdp, model)
  const rate = Math.min(...rates)
  const slowest = Math.min(...frames)
  report('deltas', [
    {
      what: `deltas taken of ${PER_SECOND.toLocaleString('en')} a second`,
      unit: 'deltas/s',
      ours: rate,
      peer: 'a bare reader on the page',
      peers: bare,
      target: `${TAKEN * 100} % of them`,
      met: rate >= TAKEN * PER_SECOND,
    },
    {
      what: 'the slowest second meanwhile',
      unit: 'frames/s',
      ours: slowest,
      peer: 'the same page, idle',
      peers: idle,
      target: `${LEAST_FRAMES} frames/s`,
      met: slowest >= LEAST_FRAMES,
    },
    {
      what: `memory of the page and its workers after ${ROUNDS} such answers`,
      unit: 'bytes',
      ours: streamed,
      peer: 'the same session opened anew',
      peers: opened,
      target: `${LEFT} times`,
      met: streamed <= LEFT * opened,
    },
  ])
})

/** Prose as a model writes it: lines, and paragraphs. */
function words(length: number): string {
  const line = 'the quick brown fox jumps over the lazy dog and runs into the wood again\n'
  return `${line.repeat(6)}\n`.repeat(Math.ceil(length / (line.length * 6))).slice(0, length)
}

async function bareRate(
  page: Page,
  cdp: CDPSession,
  model: { url: string; apiKey: string },
): Promise<number> {
  const ms = await page.evaluate(
    async ({ url, key }) => {
      const response = await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': key,
          'anthropic-version': '2023-06-01',
          'anthropic-dangerous-direct-browser-access': 'true',
        },
        body: JSON.stringify({
          model: 'm',
          max_tokens: 1000,
          stream: true,
          messages: [{ role: 'user', content: 'Speak' }],
        }),
      })
      const reader = response.body?.getReader()
      const start = performance.now()
      for (let chunk = await reader?.read(); chunk && !chunk.done;) chunk = await reader?.read()
      return performance.now() - start
    },
    { url: model.url, key: model.apiKey },
  )
  await cdp.detach()
  return (1000 * DELTAS) / ms
}
