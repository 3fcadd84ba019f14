/** Search over 100 MB of sessions, and what 500 steps of edits take on the disk. */
import { test } from '@playwright/test'
import { serveHarness } from './support/harness.ts'
import { median, report } from './support/result.ts'
import type { SessionsTimes } from './support/sessions-harness.worker.ts'

const SEARCH_MS = 100
const STORED_FACTOR = 3

test('sessions', async ({ page }) => {
  const harness = await serveHarness('sessions-harness.worker.ts')
  try {
    await page.goto(harness.url)
    const times = await page.evaluate(run)
    if (typeof times === 'string') throw new Error(times)
    console.log(`index of ${times.megabytes} MB, made once: ${Math.round(times.indexMs)} ms`)
    const searches = Object.entries(times.searches).map(([kind, values]) => ({
      what: `search of ${times.megabytes} MB: ${kind}`,
      unit: 'ms' as const,
      ours: median(values),
      peer: 'reading every log',
      peers: times.scanMs,
      target: `${SEARCH_MS} ms`,
      met: median(values) <= SEARCH_MS,
    }))
    const stored = (peer: string, bytes: number) => ({
      what: 'content stored for 500 edits in 2,000 files',
      unit: 'kB' as const,
      ours: times.storedBytes / 1000,
      peer,
      peers: bytes / 1000,
      target: `${STORED_FACTOR} times`,
      met: times.storedBytes <= STORED_FACTOR * bytes,
    })
    report('sessions', [
      ...searches,
      stored('the lines that they wrote', times.changedBytes),
      stored('the edited files as wholes', times.fileBytes),
    ])
  } finally {
    harness.close()
  }
})

function run(): Promise<SessionsTimes | string> {
  return new Promise((resolve) => {
    const worker = new Worker('/sessions-harness.worker.js', { type: 'module' })
    worker.onerror = ({ message }) => resolve(message)
    worker.onmessage = ({ data }: MessageEvent<SessionsTimes | string>) => resolve(data)
    worker.postMessage('start')
  })
}
