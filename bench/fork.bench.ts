/**
 * Forks of a workspace: the time until the first listing of one, and what it holds until it is entered, against a copy of the
 * tree and its contents in the same worker.
 */
import { test, type Page } from '@playwright/test'
import { serveHarness } from './support/harness.ts'
import { heapOf, watchWorkers } from './support/heap.ts'
import { median, report, type Measurement } from './support/result.ts'
import { size } from './support/size.ts'
import type { ForkCommand } from './support/fork-harness.worker.ts'

const MIB = 1024 * 1024
const ROUNDS = size(15, 2)
const FORKS = size(100, 5)
const FORKS_MIB = 150
const COPY = 'a copy of the tree and its contents'
const WORKSPACES = [
  { what: '2,000 files, 20 MB', files: size(2_000, 80), bytes: 20 * MIB, ms: 20, mib: 1.5 },
  { what: '30,000 files, 60 MB', files: size(30_000, 400), bytes: 60 * MIB, ms: 50, mib: 3 },
] as const

interface Costs {
  readonly ms: number
  /** Bytes held by each. */
  readonly bytes: number
}

test('forks', async ({ page, context }) => {
  const harness = await serveHarness('fork-harness.worker.ts')
  const cdp = await context.newCDPSession(page)
  const workers = await watchWorkers(cdp)
  const heap = () => heapOf(cdp, workers, { buffers: true })
  try {
    await page.goto(harness.url)
    await page.evaluate(startWorker)
    const costsOf = async (command: ForkCommand & { count: number }, rounds: number): Promise<Costs> => {
      const before = await heap()
      const ms = await ask(page, command)
      const bytes = ((await heap()) - before) / command.count
      await ask(page, { type: 'drop' })
      const more: number[] = [ms]
      for (let round = 1; round < rounds; round++) {
        more.push(await ask(page, command))
        await ask(page, { type: 'drop' })
      }
      return { ms: median(more) / command.count, bytes }
    }
    const rows: Measurement[] = []
    for (const { what, files, bytes, ms, mib } of WORKSPACES) {
      await ask(page, { type: 'fill', files, bytes })
      const fork = await costsOf({ type: 'fork', count: 1 }, ROUNDS)
      const copy = await costsOf({ type: 'copy', count: 1 }, Math.min(ROUNDS, 5))
      rows.push(
        row(`fork of ${what}, to its first listing`, 'ms', [fork.ms, copy.ms], ms),
        row(`the same, memory until it is entered`, 'kB', [fork.bytes / 1000, copy.bytes / 1000], mib * 1000),
      )
      const many = await costsOf({ type: 'fork', count: FORKS }, 1)
      const all = (each: Costs) => (each.bytes * FORKS) / 1000
      rows.push(row(`100 forks of ${what}, memory`, 'kB', [all(many), all(copy)], FORKS_MIB * 1000))
      const [entered, before] = [await enteredFork(page), await heap()]
      await ask(page, { type: 'drop' })
      console.log(
        `     one that is read whole: ${Math.round(entered)} ms, ${Math.round((before - (await heap())) / 1000)} kB`,
      )
    }
    report('fork', rows)
  } finally {
    harness.close()
  }
})

function row(
  what: string,
  unit: Measurement['unit'],
  [ours, peers]: readonly [number, number],
  limit: number,
): Measurement {
  return { what, unit, ours, peer: COPY, peers, target: `${limit} ${unit}`, met: ours <= limit }
}

async function enteredFork(page: Page): Promise<number> {
  await ask(page, { type: 'fork', count: 1 })
  return ask(page, { type: 'enter' })
}

async function ask(page: Page, command: ForkCommand): Promise<number> {
  const answer = await page.evaluate(askWorker, command)
  if (typeof answer === 'string') throw new Error(answer)
  return answer
}

declare global {
  interface Window {
    /** Set by `startWorker`. */
    forkWorker?: Worker
  }
}

/** In the page. */
function startWorker(): void {
  window.forkWorker = new Worker('/fork-harness.worker.js', { type: 'module' })
}

/** In the page. */
function askWorker(command: ForkCommand): Promise<number | string> {
  return new Promise((resolve) => {
    const worker = window.forkWorker
    if (!worker) return resolve('The worker was not started.')
    worker.onmessage = ({ data }: MessageEvent<number | string>) => resolve(data)
    worker.onerror = ({ message }) => resolve(message)
    worker.postMessage(command)
  })
}
