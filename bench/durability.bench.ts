/**
 * Acknowledged entries that a browser keeps when it is killed, three ways beside one another in one page: an IndexedDB alone, a file of
 * the origin-private file system alone, and Vivarium's log in both. `ROUNDS=200 npm run bench durability` looks harder.
 */
import { createProfile } from '../e2e/support/chromium.ts'
import { test } from '../e2e/support/test.ts'
import { seededRandom } from '../src/testing/seeded-random.ts'
import type { Writer } from './support/durability-harness.worker.ts'
import { serveHarness } from './support/harness.ts'
import { report } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? size(20, 1))
/** Milliseconds of writing before a kill, at most. */
const SPREAD_MS = 1_500

type Durability = 'relaxed' | 'strict'

/** Each way, with the name that a row has for it. */
const WAYS = {
  database: 'a bare database',
  file: 'a bare file',
  log: 'our log with its second copy',
} as const
type Way = keyof typeof WAYS
/** By way: the last entry that was acknowledged, or is there. */
type Numbers = Record<Way, number>

declare global {
  interface Window {
    /** The killed page's. */
    killed?: { readonly last: Numbers; readonly workers: readonly Worker[]; failure?: string }
  }
}

for (const durability of ['relaxed', 'strict'] as const) {
  test(`durability: ${durability}`, async () => {
    test.setTimeout(ROUNDS * 30_000)
    const harness = await serveHarness('durability-harness.worker.ts')
    const profile = await createProfile()
    const random = seededRandom(ROUNDS)
    let acknowledged: Numbers = { database: 0, file: 0, log: 0 }
    const rounds: Numbers = { database: 0, file: 0, log: 0 }
    const lost: Numbers = { database: 0, file: 0, log: 0 }
    let emptied = 0
    const all: Numbers = { database: 0, file: 0, log: 0 }
    try {
      for (let round = 0; round <= ROUNDS; round++) {
        const { page, kill } = await profile.launch()
        await page.goto(harness.url)
        const kept = await page.evaluate(open)
        for (const way of ways()) {
          if (kept[way] >= acknowledged[way]) continue
          rounds[way] += 1
          lost[way] += acknowledged[way] - kept[way]
          if (way === 'database' && kept[way] === 0) emptied += 1
          console.log(`round ${round}: ${WAYS[way]}: ${acknowledged[way]} acknowledged, ${kept[way]} kept`)
        }
        if (round === ROUNDS) {
          await kill()
          break
        }
        await page.evaluate(write, durability)
        const end = Date.now() + random() * SPREAD_MS
        do acknowledged = await page.evaluate(last)
        while (Date.now() < end)
        for (const way of ways()) all[way] += acknowledged[way] - kept[way]
        await kill()
      }
    } finally {
      await profile.remove()
      harness.close()
    }
    report(
      `durability-${durability}`,
      ways().map((way) => ({
        what: `${durability}: rounds of ${ROUNDS} in which ${WAYS[way]} had lost acknowledged entries (${lost[way]} of ${all[way]}${way === 'database' ? `, all of them ${emptied} times` : ''})`,
        unit: 'rounds',
        ours: rounds[way],
        peer: 'all rounds',
        peers: ROUNDS,
        target: way === 'log' ? '0' : 'none',
        met: way !== 'log' || rounds[way] === 0,
      })),
    )
  })
}

function ways(): readonly Way[] {
  return ['log', 'file', 'database']
}

/** In the page: opens all three, and resolves to the last entry that each has. */
async function open(): Promise<Numbers> {
  const workers: Worker[] = []
  const started = (writer: Writer) =>
    new Promise<number>((resolve, reject) => {
      const worker = new Worker('/durability-harness.worker.js', { type: 'module' })
      workers.push(worker)
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.onmessage = ({ data }: MessageEvent<number | string>) => {
        if (typeof data === 'string') {
          if (window.killed) window.killed.failure = data
          reject(new Error(data))
        } else if (window.killed) window.killed.last[writer] = data
        else resolve(data)
      }
      worker.postMessage(writer)
    })
  const database = new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('bench-durability', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('values')
    opening.onerror = () => reject(opening.error ?? new Error('The database did not open.'))
    opening.onsuccess = () => {
      const reading = opening.result.transaction('values').objectStore('values').getAllKeys()
      reading.onsuccess = () =>
        resolve(reading.result.reduce<number>((most, key) => Math.max(most, Number(key)), 0))
      reading.onerror = () => reject(reading.error ?? new Error('The keys could not be read.'))
    }
  })
  const [inDatabase, file, log] = await Promise.all([database, started('file'), started('log')])
  const kept = { database: inDatabase, file, log }
  window.killed = { last: { ...kept }, workers }
  return kept
}

/** In the page: one small entry after the other in each, without an end. */
function write(durability: Durability): void {
  const { killed } = window
  if (!killed) throw new Error('Nothing is open.')
  for (const worker of killed.workers) worker.postMessage('go')
  const opening = indexedDB.open('bench-durability', 1)
  opening.onsuccess = () => {
    const next = (number: number) => {
      const transaction = opening.result.transaction('values', 'readwrite', { durability })
      transaction.objectStore('values').put({ text: 'x'.repeat(1_000) }, number)
      transaction.oncomplete = () => {
        killed.last.database = number
        next(number + 1)
      }
    }
    next(killed.last.database + 1)
  }
}

/** In the page: the last entry that each has acknowledged. */
function last(): Numbers {
  if (!window.killed) throw new Error('Nothing is open.')
  const { last: numbers, failure } = window.killed
  if (failure !== undefined) throw new Error(failure)
  return numbers
}
