/**
 * A session of 10,000 messages: from the click on it in the list to its end on the screen, frames while it is
 * scrolled up, and what each further opening leaves in memory. Against a session of ten messages, and the idle page.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../e2e/support/test.ts'
import { slowestSecond } from './support/frames.ts'
import { heapOf, watchWorkers } from './support/heap.ts'
import { longTranscript } from './support/long-transcript.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const MESSAGES = size(10_000, 300)
const FEW = 10
const ROUNDS = size(7, 1)
const OPEN_MS = 200
/** Frames a second, of 60: one may fall between two seconds. */
const FRAMES = 58
/** Ratio of memory after opening the session again and again to memory with it open once. */
const LEFT = 1.1
/** For what a page does after it shows a session. */
const SETTLE_MS = size(2_000, 500)

test('a session of 10,000 messages', async ({ workbench, page, context }) => {
  await workbench.open()
  await expect(workbench.status).toHaveText('ready')
  // A session is open: what is chosen now is not replaced by it.
  await workbench.events()
  const cdp = await context.newCDPSession(page)
  const workers = await watchWorkers(cdp)
  for (const count of [FEW, MESSAGES]) {
    await page.getByLabel('Repository zip').setInputFiles({
      name: `${count}.jsonl`,
      mimeType: 'application/jsonl',
      buffer: Buffer.from(longTranscript(count)),
    })
    await expect(workbench.answers.last()).toContainText(`Answer ${count / 2 - 1} `, { timeout: 30_000 })
  }
  const [few, many]: number[][] = [[], []]
  let once = NaN
  for (let round = 0; round < ROUNDS; round++) {
    few?.push(await timeToOpen(page, FEW))
    many?.push(await timeToOpen(page, MESSAGES))
    await page.waitForTimeout(SETTLE_MS)
    if (round === 0) once = await heapOf(cdp, workers)
  }
  const again = await heapOf(cdp, workers)
  const idle = await slowestSecond(page, () => page.waitForTimeout(3_000))
  const scrolled = await slowestSecond(page, () => scrollUp(page))
  const opened = median(many ?? [])
  report('long-session', [
    {
      what: `click to the end of a session of ${MESSAGES.toLocaleString('en')} messages`,
      unit: 'ms',
      ours: opened,
      peer: `one of ${FEW}`,
      peers: median(few ?? []),
      target: `${OPEN_MS} ms`,
      met: opened <= OPEN_MS,
    },
    {
      what: 'the slowest second while it is scrolled',
      unit: 'frames/s',
      ours: scrolled,
      peer: 'the same page, idle',
      peers: idle,
      target: `${FRAMES} frames/s`,
      met: scrolled >= FRAMES,
    },
    {
      what: `memory of the page and its workers, opened ${ROUNDS} times`,
      unit: 'bytes',
      ours: again,
      peer: 'opened once',
      peers: once,
      target: `${LEFT} times`,
      met: again <= LEFT * once,
    },
  ])
})

/** Milliseconds from the click to the frame that shows the session's last answer. */
async function timeToOpen(page: Page, messages: number): Promise<number> {
  await page.getByRole('button', { name: 'Sessions' }).first().click()
  const row = page
    .getByRole('dialog', { name: 'Sessions' })
    .getByRole('button', { name: new RegExp(`Question 0 of ${messages}:`) })
    .first()
  await expect(row).toBeVisible()
  return row.evaluate(
    (button, last) => {
      return new Promise<number>((resolve) => {
        const start = performance.now()
        const look = () => {
          const answers = document.querySelectorAll('[role=log] article[aria-label=Assistant]')
          if (answers[answers.length - 1]?.textContent.includes(last) !== true)
            return requestAnimationFrame(look)
          // The matches are painted with this frame: the next task is after it.
          return requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
        }
        ;(button as HTMLElement).click()
        requestAnimationFrame(look)
      })
    },
    `Answer ${messages / 2 - 1} `,
  )
}

/** Ten seconds upwards, 60 pixels a frame. */
async function scrollUp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const scroller = document.querySelector('[role=log]')?.closest('section')
    if (!scroller) throw new Error('There is no conversation.')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const end = performance.now() + 10_000
    while (performance.now() < end) {
      scroller.scrollTop -= 60
      await frame()
    }
  })
}
