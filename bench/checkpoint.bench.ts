/** A checkpoint after a one-file change in 2,000 files, and the restore of one file, as the agent waits for them. */
import { test } from '@playwright/test'
import { BIG, generateFiles, zipRepository } from '../e2e/fixtures/big-repository.ts'
import type { CheckpointRequest, CheckpointTimes } from './support/checkpoint-harness.worker.ts'
import { serveHarness } from './support/harness.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const TARGET_MS = 5
const ROUNDS = size(60, 3)

test('checkpoint', async ({ page }) => {
  const harness = await serveHarness('checkpoint-harness.worker.ts', 'kernel-harness.worker.ts')
  const changed = generateFiles(BIG)[125]?.path ?? ''
  try {
    await page.goto(harness.url)
    const zip = Buffer.from(zipRepository(BIG)).toString('base64')
    const times = await page.evaluate(run, { zip, path: `/workspace/${changed}`, rounds: ROUNDS })
    if (typeof times === 'string') throw new Error(times)
    const peers = median(times.puts)
    const rows = [
      { what: 'checkpoint after a one-file change in 2,000 files', values: times.checkpoint },
      { what: 'restore of one file in 2,000', values: times.restore },
    ]
    report(
      'checkpoint',
      rows.map(({ what, values }) => ({
        what,
        unit: 'ms',
        ours: median(values),
        peer: 'one strict IndexedDB write of the same bytes',
        peers,
        target: `${TARGET_MS} ms`,
        met: median(values) <= TARGET_MS,
      })),
    )
  } finally {
    harness.close()
  }
})

/** In the page: starts both threads and joins them. */
function run(given: { zip: string; path: string; rounds: number }): Promise<CheckpointTimes | string> {
  return new Promise((resolve) => {
    const kernel = new Worker('/kernel-harness.worker.js', { type: 'module' })
    const agent = new Worker('/checkpoint-harness.worker.js', { type: 'module' })
    const { port1, port2 } = new MessageChannel()
    for (const worker of [kernel, agent]) worker.onerror = ({ message }) => resolve(message)
    agent.onmessage = ({ data }: MessageEvent<CheckpointTimes | string>) => resolve(data)
    kernel.postMessage('port', [port1])
    const zip = Uint8Array.from(atob(given.zip), (char) => char.charCodeAt(0))
    const request: CheckpointRequest = { ...given, zip, port: port2 }
    agent.postMessage(request, [port2])
  })
}
