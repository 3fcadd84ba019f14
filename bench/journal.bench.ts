/** The second copy of a log: the time it adds to a commit, and that of a lost database. */
import { test } from '@playwright/test'
import { createProfile } from '../e2e/support/chromium.ts'
import { serveHarness } from './support/harness.ts'
import type { JournalTimes } from './support/journal-harness.worker.ts'
import { median, report } from './support/result.ts'

const ADDED_MS = 1
const REBUILD_MS = 5_000

test('journal', async () => {
  test.setTimeout(300_000)
  const harness = await serveHarness('journal-harness.worker.ts')
  // In a private window, as tests have, each call on a file goes to another process.
  const profile = await createProfile()
  const { page, kill } = await profile.launch()
  try {
    await page.goto(harness.url)
    const times = await page.evaluate(run)
    if (typeof times === 'string') throw new Error(times)
    const [bare, both] = [median(times.bare), median(times.both)]
    report('journal', [
      {
        what: 'commit of an event, in the database and in the journal',
        unit: 'ms',
        ours: both,
        peer: 'in the database alone',
        peers: bare,
        target: `${ADDED_MS} ms more`,
        met: both <= bare + ADDED_MS,
      },
      {
        what: `a lost database of ${Math.round(times.megabytes)} MB of events, from the journal`,
        unit: 'ms',
        ours: times.rebuildMs,
        peer: 'the same rows written into an empty one',
        peers: times.writeMs,
        target: `${REBUILD_MS} ms`,
        met: times.rebuildMs <= REBUILD_MS,
      },
      {
        what: 'the journal on the disk',
        unit: 'kB',
        ours: times.journalBytes / 1000,
        peer: 'the rows as JSON',
        peers: times.rowBytes / 1000,
        target: 'no more than the rows',
        met: times.journalBytes <= times.rowBytes,
      },
    ])
  } finally {
    await kill()
    await profile.remove()
    harness.close()
  }
})

/** In the page. */
function run(): Promise<JournalTimes | string> {
  const worker = new Worker('/journal-harness.worker.js', { type: 'module' })
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<JournalTimes | string>) => resolve(data))
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  })
}
