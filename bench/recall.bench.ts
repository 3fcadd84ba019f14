/** Questions to the recall over 6,000 turns of the project's sessions. */
import { test } from '@playwright/test'
import { serveHarness } from './support/harness.ts'
import type { RecallTimes } from './support/recall-harness.worker.ts'
import { median, report } from './support/result.ts'

const TARGET_MS = 50
/** One question in twenty takes longer. */
const SLOW = 0.95

test('recall', async ({ page }) => {
  const harness = await serveHarness('recall-harness.worker.ts')
  try {
    await page.goto(harness.url)
    const times = await page.evaluate(run)
    if (typeof times === 'string') throw new Error(times)
    const { turns, megabytes, warmMs, scanMs, coldMs } = times
    const of = `${turns} turns, ${megabytes.toFixed(1)} MB`
    console.log(`words of ${of}, read once from the logs: ${Math.round(coldMs)} ms`)
    const slow = warmMs.toSorted((a, b) => a - b)[Math.floor(warmMs.length * SLOW)] ?? NaN
    report(
      'recall',
      [
        { what: `recall in ${of}: median question`, ours: median(warmMs) },
        { what: `recall in ${of}: one question in twenty is slower`, ours: slow },
      ].map(({ what, ours }) => ({
        ...{ what, ours, unit: 'ms' as const },
        peer: 'looking for each word in every text',
        peers: median(scanMs),
        target: `${TARGET_MS} ms`,
        met: ours <= TARGET_MS,
      })),
    )
  } finally {
    harness.close()
  }
})

function run(): Promise<RecallTimes | string> {
  return new Promise((resolve) => {
    const worker = new Worker('/recall-harness.worker.js', { type: 'module' })
    worker.onerror = ({ message }) => resolve(message)
    worker.onmessage = ({ data }: MessageEvent<RecallTimes | string>) => resolve(data)
    worker.postMessage('start')
  })
}
