/**
 * What a browser that is killed keeps of acknowledged IndexedDB transactions: the physical limit of our log. No part of
 * Vivarium takes part, but the page's origin. `ROUNDS=200 npm run bench durability` looks harder.
 */
import { createProfile } from '../e2e/support/chromium.ts'
import { test } from '../e2e/support/test.ts'
import { seededRandom } from '../src/testing/seeded-random.ts'
import { report } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? size(20, 1))
/** Milliseconds of writing before a kill, at most. */
const SPREAD_MS = 1_500

type Durability = 'relaxed' | 'strict'

for (const durability of ['relaxed', 'strict'] as const) {
  test(`durability: ${durability}`, async ({ site }) => {
    test.setTimeout(ROUNDS * 30_000)
    const profile = await createProfile()
    const random = seededRandom(ROUNDS)
    let acknowledged = 0
    let lost = 0
    let roundsWithLoss = 0
    let emptyOrigins = 0
    try {
      for (let round = 0; round <= ROUNDS; round++) {
        const { page, kill } = await profile.launch()
        await page.goto(`${site.url}LICENSES.txt`)
        const kept = await page.evaluate(lastKept)
        if (round > 0 && kept < acknowledged) {
          lost += acknowledged - kept
          roundsWithLoss++
          if (kept === 0) emptyOrigins++
          console.log(`round ${round}: ${acknowledged} acknowledged, ${kept} kept`)
        }
        if (round === ROUNDS) {
          await kill()
          break
        }
        await page.evaluate(write, { from: kept + 1, durability })
        const end = Date.now() + random() * SPREAD_MS
        do acknowledged = await page.evaluate(() => Number(document.title))
        while (Date.now() < end)
        await kill()
      }
    } finally {
      await profile.remove()
    }
    report(`durability-${durability}`, [
      {
        what: `${durability}: rounds of ${ROUNDS} in which acknowledged transactions were gone (${lost} transactions, the whole origin ${emptyOrigins} times)`,
        unit: 'rounds',
        ours: roundsWithLoss,
        peer: 'all rounds',
        peers: ROUNDS,
        target: '0',
        met: roundsWithLoss === 0,
      },
    ])
  })
}

/** In the page: the highest number that is stored, 0 where there is none. */
function lastKept(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('bench-durability', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('values')
    opening.onerror = () => reject(opening.error ?? new Error('The database did not open.'))
    opening.onsuccess = () => {
      const reading = opening.result.transaction('values').objectStore('values').getAllKeys()
      reading.onsuccess = () => resolve(Math.max(0, ...reading.result.map(Number)))
      reading.onerror = () => reject(reading.error ?? new Error('The keys could not be read.'))
    }
  })
}

/** In the page: one small record a transaction, without an end; the title tells the last that was acknowledged. */
function write({ from, durability }: { from: number; durability: Durability }): void {
  const opening = indexedDB.open('bench-durability', 1)
  opening.onsuccess = () => {
    const next = (number: number) => {
      const transaction = opening.result.transaction('values', 'readwrite', { durability })
      transaction.objectStore('values').put({ text: 'x'.repeat(1_000) }, number)
      transaction.oncomplete = () => {
        document.title = String(number)
        next(number + 1)
      }
    }
    document.title = String(from - 1)
    next(from)
  }
}
