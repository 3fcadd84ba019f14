/** A browser that is killed in mid-run, for tests: the app opened again, what it acknowledged, and what must be there. */
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { AgentEvent } from '../../src/agent/protocol/events.ts'
import type { KillableBrowser, Profile } from './chromium.ts'
import type { Site } from './site.ts'
import { Workbench } from './workbench.ts'

/** A browser of that profile, with the app open in it at `address`. */
export async function opened(
  profile: Profile,
  site: Site,
  address: string = '',
): Promise<[KillableBrowser, Workbench]> {
  const browser = await profile.launch()
  const workbench = new Workbench(browser.page, site.url)
  await workbench.open(address)
  return [browser, workbench]
}

export function sleep(ms: number): Promise<void> {
  // oxlint-disable-next-line timing/no-timed-wait -- the moment of a kill is random, so that any may be hit
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Requests in the sums of the days, which must not come apart from the log. */
export function countedRequests(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('vivarium')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const reading = database.transaction('usageDays').objectStore('usageDays').getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            database.close()
            const days = reading.result as readonly { totals: readonly { requests: number }[] }[]
            resolve(days.flatMap(({ totals }) => totals).reduce((sum, { requests }) => sum + requests, 0))
          }
        }
      }),
  )
}

/** Polls what the page says is stored until the time is up: the last answer is what was acknowledged. */
export async function eventsUntil(workbench: Workbench, ms: number): Promise<readonly AgentEvent[]> {
  const end = Date.now() + ms
  let known: readonly AgentEvent[] = await workbench.events()
  while (Date.now() < end) known = [...known, ...(await workbench.events((known.at(-1)?.seq ?? 0) + 1))]
  return known
}

/** No hole in the numbers, every run ended, every call answered exactly once. */
export function expectWhole(events: readonly AgentEvent[]): void {
  expectOnce(events)
  const count = (type: AgentEvent['type']) => events.filter((event) => event.type === type).length
  expect(count('run_ended')).toBe(count('run_started'))
}

/** No hole in the numbers; no call was begun or answered twice. A run may be open: its browser was killed. */
export function expectOnce(events: readonly AgentEvent[]): void {
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
  for (const type of ['tool_started', 'tool_result'] as const) {
    const calls = events.flatMap((event) => (event.type === type ? [event.toolUseId] : []))
    expect(new Set(calls).size, type).toBe(calls.length)
  }
}
