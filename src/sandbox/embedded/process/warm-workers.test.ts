import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WARM_THREADS_MS, WORKER_MAX_RUNS } from '../../contract/limits.ts'
import type { ProcessWorker } from './program-thread.ts'
import { WarmWorkers } from './warm-workers.ts'

/** A worker that says what it is told to, and remembers that it was ended. */
class FakeWorker extends EventTarget {
  isEnded = false
  postMessage(): void {}
  terminate(): void {
    this.isEnded = true
  }
  say(type: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: { type } }))
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(ahead = {}) {
  const made: FakeWorker[] = []
  const workers = new WarmWorkers(() => {
    const worker = new FakeWorker()
    made.push(worker)
    // It is used as the part of a worker that it has.
    return worker as unknown as ProcessWorker
  }, ahead)
  const take = (): FakeWorker => workers.take('shell') as unknown as FakeWorker
  const giveBack = (worker: FakeWorker): void => workers.giveBack('shell', worker as unknown as ProcessWorker)
  return { workers, made, take, giveBack }
}

test('a worker that is ready again runs the next program, and no other is made meanwhile', () => {
  const { made, take, giveBack } = setUp()
  const worker = take()
  vi.advanceTimersByTime(1000)
  made[1]?.say('ready')
  for (let round = 0; round < 5; round += 1) {
    giveBack(worker)
    worker.say('ready')
    expect(take()).toBe(worker)
    vi.advanceTimersByTime(1000)
  }
  expect(made.map(({ isEnded }) => isEnded)).toEqual([false, false])
})

test('while the first one loads, no other is loaded beside it', async () => {
  const { workers, made, take } = setUp()
  const isLoaded = workers.warm('shell')
  const first = take()
  await vi.advanceTimersByTimeAsync(5000)
  expect(made).toEqual([first])
  first.say('ready')
  await isLoaded
  await vi.advanceTimersByTimeAsync(1000)
  expect(made).toHaveLength(2)
})

test('as many as are wanted are loaded, one after the other', async () => {
  const { workers, made } = setUp({ shell: 2 })
  void workers.warm('shell')
  void workers.warm('shell')
  await vi.advanceTimersByTimeAsync(1000)
  expect(made).toHaveLength(1)
  made[0]?.say('ready')
  await vi.advanceTimersByTimeAsync(1000)
  expect(made).toHaveLength(2)
  made[1]?.say('ready')
  await vi.advanceTimersByTimeAsync(1000)
  expect(made).toHaveLength(2)
})

test('one that is not ready in time, or has run often, is ended', () => {
  const { made, take, giveBack } = setUp()
  const silent = take()
  giveBack(silent)
  expect(take()).not.toBe(silent)
  vi.advanceTimersByTime(5000)
  expect(silent.isEnded).toBe(true)
  silent.say('ready')
  const [, , last] = made
  for (let run = 1; run <= WORKER_MAX_RUNS; run += 1) {
    expect(take()).toBe(last)
    if (last === undefined) throw new Error('There is no worker.')
    giveBack(last)
    if (run < WORKER_MAX_RUNS) last.say('ready')
  }
  expect(last?.isEnded).toBe(true)
})

test('at most two wait, and those that wait or are on their way end with all', () => {
  const { workers, made, take, giveBack } = setUp()
  const taken = [take(), take(), take(), take()]
  for (const worker of taken.slice(0, 3)) giveBack(worker)
  for (const worker of taken.slice(0, 3)) worker.say('ready')
  expect(taken.map(({ isEnded }) => isEnded)).toEqual([false, false, true, false])
  const [, , , running] = taken
  if (running !== undefined) giveBack(running)
  workers.dispose()
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, true, true, true])
})

test('threads wait loaded once a program has had one, and end when none is wanted for long', async () => {
  const { workers, made } = setUp({ 'node-thread': 2 })
  const takeThread = (): FakeWorker => workers.take('node-thread') as unknown as FakeWorker
  await vi.advanceTimersByTimeAsync(10_000)
  expect(made).toEqual([])
  takeThread()
  for (let count = 0; count < 3; count += 1) {
    await vi.advanceTimersByTimeAsync(5000)
    made.at(-1)?.say('ready')
  }
  const [, ...waiting] = made
  expect(waiting).toHaveLength(2)
  expect(waiting).toContain(takeThread())
  await vi.advanceTimersByTimeAsync(WARM_THREADS_MS - 1)
  made.at(-1)?.say('ready')
  expect(made.map(({ isEnded }) => isEnded)).toEqual([false, false, false, false])
  await vi.advanceTimersByTimeAsync(1)
  expect(made.map(({ isEnded }) => isEnded)).toEqual([false, false, true, true])
  expect(made.indexOf(takeThread())).toBe(4)
})

test('where there is no room for threads that wait, none does', async () => {
  const { workers, made } = setUp({ 'node-thread': 0 })
  workers.take('node-thread')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(made).toHaveLength(1)
})
