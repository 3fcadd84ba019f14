/**
 * The person works while the agent does: 200 pieces of text a second come into a session of 10,000 messages, with a file in the
 * editor and a terminal open. From each key and click to the frame that shows it; against the same page while nothing comes.
 */
import type { Page } from '@playwright/test'
import { text } from '../e2e/model-server/turn.ts'
import { expect, test } from '../e2e/support/test.ts'
import type { Workbench } from '../e2e/support/workbench.ts'
import { interactionsOf, type Interactions } from './support/interactions.ts'
import { report } from './support/result.ts'
import { longTranscript } from './support/long-transcript.ts'
import { size } from './support/size.ts'

const MESSAGES = size(10_000, 300)
const PER_SECOND = 200
const SECONDS = size(20, 3)
const SIZE = 5
const P95_MS = 100
const TASK_MS = 100

test('keys and clicks during a stream', async ({ workbench, page, model }) => {
  const answer = 'The rounding is **done** per line, and `once`.\n\n'.repeat(
    (PER_SECOND * SECONDS * SIZE) / 48,
  )
  model.setScript(() => ({
    content: [text(answer)],
    splitText: { size: SIZE },
    pace: { perSecond: PER_SECOND },
  }))
  await workbench.open()
  await workbench.configure(model)
  await expect(workbench.status).toHaveText('ready')
  await workbench.events()
  await page.getByLabel('Repository zip').setInputFiles({
    name: 'long.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(longTranscript(MESSAGES)),
  })
  await expect(workbench.answers.last()).toContainText(`Answer ${MESSAGES / 2 - 1} `, { timeout: 60_000 })
  await workbench.exec('for i in $(seq 400); do echo "export const line$i = $i"; done > lines.ts')
  await openBoth(page)
  const idle = await interactionsOf(page, () => work(page, workbench, async () => true, 1))
  await workbench.send('Explain')
  await expect(workbench.status).toHaveText('working')
  const busy = await interactionsOf(page, () =>
    work(page, workbench, async () => (await workbench.status.textContent())?.trim() === 'working', 100),
  )
  await expect(workbench.status).toHaveText('ready', { timeout: 120_000 })
  report('interactions', [
    {
      what: `${busy.count} keys and clicks: 95 of 100 are shown after`,
      unit: 'ms',
      ours: busy.p95,
      peer: `the same while nothing comes (${idle.count})`,
      peers: idle.p95,
      target: `${P95_MS} ms`,
      met: busy.p95 <= P95_MS,
    },
    {
      what: `the longest piece of work (${busy.longTasks} of more than 50 ms)`,
      unit: 'ms',
      ours: busy.longestTask,
      peer: 'the same while nothing comes',
      peers: idle.longestTask,
      target: `${TASK_MS} ms`,
      met: busy.longestTask <= TASK_MS,
    },
    worstOf(busy, idle),
  ])
})

function worstOf(busy: Interactions, idle: Interactions) {
  return {
    what: 'the slowest of them',
    unit: 'ms',
    ours: busy.worst,
    peer: 'the same while nothing comes',
    peers: idle.worst,
    target: 'none',
    met: true,
  } as const
}

/** The panels, one after the other: each stays what it was behind the other. */
async function openBoth(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open terminal' }).click()
  await expect(page.getByRole('region', { name: 'Terminal' }).locator('.xterm-rows')).toContainText(
    'workspace $',
    {
      timeout: 60_000,
    },
  )
  await page.getByRole('treeitem', { name: 'lines.ts' }).click()
  await expect(page.getByRole('textbox', { name: 'Content of lines.ts' })).toBeVisible()
}

/** Rounds of what a person does, until there have been so many or the agent is done. */
async function work(
  page: Page,
  workbench: Workbench,
  goesOn: () => Promise<boolean>,
  rounds: number,
): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Content of lines.ts' })
  for (let round = 0; round < rounds && (await goesOn()); round += 1) {
    await workbench.composer.click()
    await page.keyboard.type('next', { delay: 40 })
    for (let at = 0; at < 4; at += 1) await page.keyboard.press('Backspace')
    await page.getByRole('tab', { name: 'Editor' }).click()
    await editor.click()
    await page.keyboard.type('// a\n', { delay: 40 })
    await page.getByRole('tab', { name: 'Terminal' }).click()
    await page.getByRole('region', { name: 'Terminal' }).click()
    await page.keyboard.type('echo a\n', { delay: 40 })
    await page.getByRole('tab', { name: 'Changes' }).click()
  }
}
