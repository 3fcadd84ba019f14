/** Cost of the loop between an answer with one call of an idle tool and the next request's body. */
import { test } from '@playwright/test'
import { serveHarness } from './support/harness.ts'
import type { LoopTimes } from './support/loop-harness.worker.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const TARGET_MS = 5
const TURNS = size(1_020, 30)
/** Turns around the one that is named, of which the median is taken. */
const AROUND = 20

test('loop overhead', async ({ page }) => {
  const harness = await serveHarness('loop-harness.worker.ts')
  try {
    await page.goto(harness.url)
    const times = await page.evaluate(
      (turns) =>
        new Promise<LoopTimes | string>((resolve) => {
          const worker = new Worker('/loop-harness.worker.js', { type: 'module' })
          worker.onmessage = ({ data }: MessageEvent<LoopTimes | string>) => resolve(data)
          worker.onerror = ({ message }) => resolve(message)
          worker.postMessage(turns)
        }),
      TURNS,
    )
    if (typeof times === 'string') throw new Error(times)
    const peers = median(times.puts)
    report(
      'loop-overhead',
      [10, 1_000]
        .filter((turn) => turn < TURNS)
        .map((turn) => {
          const around = times.gaps.slice(Math.max(0, turn - AROUND / 2), turn + AROUND / 2)
          const ours = median(around.filter((gap) => gap !== undefined))
          return {
            what: `loop overhead of a turn with one no-op tool, at turn ${turn.toLocaleString('en')}`,
            unit: 'ms' as const,
            ours,
            peer: 'one strict IndexedDB write of one record',
            peers,
            target: `${TARGET_MS} ms`,
            met: ours <= TARGET_MS,
          }
        }),
    )
  } finally {
    harness.close()
  }
})
