/** Lost databases of large sessions and long work: killed while they come back, they come back later; and they replay. */
import { writeFile } from 'node:fs/promises'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { createProfile } from '../support/chromium.ts'
import { opened } from '../support/kills.ts'
import { linkOf, replay, work } from '../support/shared-session.ts'
import { storedLogs } from '../support/stored-logs.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

const MESSAGES = 8_000
const MESSAGE_CHARS = 2_000
/** Kills in the middle of one return. */
const KILLS = 3

test('killed again and again while a large session comes back, it is whole in the end', async ({
  site,
}, info) => {
  test.setTimeout(patience(600_000))
  const profile = await createProfile()
  try {
    const [first, before] = await opened(profile, site)
    await before.events()
    const path = info.outputPath('large.jsonl')
    await writeFile(path, largeTranscript())
    await first.page.getByLabel('Repository zip').setInputFiles(path)
    await expect(before.answers.last()).toContainText(`Answer ${MESSAGES / 2 - 1} `, {
      timeout: patience(60_000),
    })
    const logs = await storedLogs(first.page)
    await first.kill()
    await profile.loseDatabases()

    let broken = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const { page, kill: end } = await profile.launch()
      await page.goto(site.url)
      if (await page.evaluate(hasGoneOn)) broken += 1
      await end()
    }
    // On a fast machine it may be over before; never at first.
    expect(broken).toBeGreaterThan(0)

    const [last, after] = await opened(profile, site)
    await after.events()
    expect(await storedLogs(last.page)).toEqual(logs)
    await last.kill()
  } finally {
    await profile.remove()
  }
})

test('a session that came back replays with every result as recorded', async ({ site, model, workbench }) => {
  test.setTimeout(patience(180_000))
  const profile = await createProfile()
  try {
    const [first, before] = await opened(profile, site)
    await work(before, model)
    const events = await before.events()
    await first.kill()
    await profile.loseDatabases()

    const [second, after] = await opened(profile, site)
    expect(await after.events()).toEqual(events)
    const link = await linkOf(second.page)
    await second.kill()

    const other = new Workbench(workbench.page, site.url)
    await other.page.goto(link)
    await expect(other.answers.last()).toContainText('now the test passes')
    await replay(other, 'Replay')
    await expect(other.page.getByText('All 4 results are as recorded.')).toBeVisible()
  } finally {
    await profile.remove()
  }
})

function largeTranscript(): string {
  const timestamp = new Date(Date.UTC(2026, 0, 1)).toISOString()
  const lines = Array.from({ length: MESSAGES }, (_, at) => {
    const role = at % 2 === 0 ? 'user' : 'assistant'
    const text = `${role === 'user' ? 'Question' : 'Answer'} ${Math.floor(at / 2)} \n\n${`${at} words `.repeat(MESSAGE_CHARS / 10)}`
    return JSON.stringify({
      type: role,
      timestamp,
      message: { role, model: 'm', content: [{ type: 'text', text }] },
    })
  })
  return lines.join('\n')
}

/** In the page: resolves when more events are there than at first and not all, with true; with false when all are. */
async function hasGoneOn(): Promise<boolean> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  // Opened before the app has made it, it would be another.
  const isMade = async () =>
    (await indexedDB.databases()).some(({ name, version = 0 }) => name === 'vivarium' && version > 1)
  while (!(await isMade())) await new Promise((resolve) => setTimeout(resolve))
  const database = await settled(indexedDB.open('vivarium'))
  for (let first: number | undefined; ;) {
    const stores = database.transaction(['events', 'marks'])
    const [rows, mark] = await Promise.all([
      settled(stores.objectStore('events').count()),
      settled(stores.objectStore('marks').get('compared') as IDBRequest<boolean | undefined>),
    ])
    if (mark) return false
    first ??= rows
    if (rows > first) return true
  }
}
