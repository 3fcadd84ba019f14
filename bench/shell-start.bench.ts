/**
 * From the start of the navigation to the first answer of a shell: of a first visit, and of one with everything kept.
 * Against a bare worker's start.
 */
import type { Page } from '@playwright/test'
import { everythingKept } from '../e2e/support/kept-files.ts'
import { test } from '../e2e/support/test.ts'
import { openBareWorkers } from './support/bare-worker.ts'
import { median, report } from './support/result.ts'
import type { Measurement } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = size(9, 1)
/** Visits of browsers that have never been there. */
const FIRST_VISITS = size(7, 1)
/** Loads after which the browser keeps the compiled form of what it has loaded, too. */
const LOADS_UNTIL_COMPILED = 3
const TARGET_MS = 500

interface Answer {
  /** Milliseconds since the navigation began. */
  readonly answeredAt: number
  readonly stdout: string
}

declare global {
  interface Window {
    benchAnswer: Promise<Answer>
  }
}

test('shell start', async ({ browser, page, context, site }) => {
  const visit = async (visited: Page): Promise<number> => {
    await visited.goto('about:blank')
    await visited.goto(site.url)
    const { answeredAt, stdout } = await visited.evaluate(() => window.benchAnswer)
    test.expect(stdout).toBe('ready\n')
    return answeredAt
  }
  const cold: number[] = []
  for (let round = 0; round < FIRST_VISITS; round++) {
    const fresh = await browser.newContext()
    const visited = await fresh.newPage()
    await visited.addInitScript(askAtOnce)
    cold.push(await visit(visited))
    await fresh.close()
  }
  await page.addInitScript(askAtOnce)
  const start = (): Promise<number> => visit(page)
  await start()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await everythingKept(page, site)
  for (let load = 0; load < LOADS_UNTIL_COMPILED; load++) await start()
  const bare = await openBareWorkers(context)
  const warm: number[] = []
  const starts: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    warm.push(await start())
    starts.push(await bare.start())
  }
  await bare.close()
  const row = (what: string, ours: number): Measurement => ({
    what,
    unit: 'ms',
    ours,
    peer: 'a bare worker on a bare page, from its making to its first message',
    peers: median(starts),
    target: `${TARGET_MS} ms`,
    met: ours <= TARGET_MS,
  })
  report('shell-start', [
    row('page to a shell that answers, from the start of the navigation; a later visit', median(warm)),
    row('page to a shell that answers, from the start of the navigation; a first visit', median(cold)),
  ])
})

/** In the page, before its own scripts: asks the shell as soon as there is somebody to ask. */
function askAtOnce(): void {
  const ask = async (api: Window['vivarium']): Promise<Answer> => {
    const { stdout } = await api.sandbox.exec('echo ready')
    return { answeredAt: performance.now(), stdout }
  }
  if (window.top !== window) return
  window.benchAnswer = new Promise((resolve, reject) => {
    Object.defineProperty(window, 'vivarium', {
      configurable: true,
      set: (api: Window['vivarium']) => {
        Object.defineProperty(window, 'vivarium', { value: api, writable: true })
        ask(api).then(resolve, reject)
      },
    })
  })
}
