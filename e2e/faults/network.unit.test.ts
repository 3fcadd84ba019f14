/** The network between the engine and the model: no name, no network, a machine that sleeps, a cut at any byte. */
import { afterAll, describe, expect, it } from 'vitest'
import type { Provider } from '../../src/agent/protocol/settings.ts'
import { slice } from '../../src/testing/slice.ts'
import { startModelServer } from '../model-server/server.ts'
import { Engine } from './engine.ts'
import type { EngineOptions } from './engine.ts'
import { brokenInvariants } from './invariants.ts'
import { jobBrain, RESULT, startJob } from './job.ts'
import type { Job, PlannedFaults } from './job.ts'

const PROVIDERS: readonly Provider[] = ['anthropic', 'openai']
/** The job's answers, by the results that their requests bring. */
const ANSWERS = [0, 3, 5, 8]
/** Bytes at which each of them is cut: through its head, its deltas, its calls and its end. */
const CUTS = Array.from({ length: 64 }, (_, index) => 1 + index * 47)
/** Every other one by each way to end; a slice of them in the gate. */
const WAYS = {
  truncate: slice(
    CUTS.filter((_, index) => index % 2 === 0),
    3,
  ),
  reset: slice(
    CUTS.filter((_, index) => index % 2 === 1),
    3,
  ),
}

const server = await startModelServer()
afterAll(() => server.close())

interface Started {
  readonly engine: Engine
  readonly job: Job
}

async function start(
  options: Partial<EngineOptions>,
  faults: readonly PlannedFaults[] = [],
): Promise<Started> {
  server.setScript(jobBrain({ faults, split: { size: 8 } }))
  const job = await startJob()
  return { job, engine: new Engine({ provider: 'anthropic', server, sandbox: job.sandbox, ...options }) }
}

async function expectDone({ engine, job }: Started, at?: string) {
  expect(brokenInvariants({ engine, job, server }), at).toEqual([])
  expect(await job.files(), at).toEqual(RESULT)
  expect(job.notes, at).toEqual(['one', 'two', 'three', 'four'])
}

/** Sends these requests, by number, somewhere else. */
function astray(numbers: readonly number[], address: string): typeof fetch {
  let number = 0
  return (input, init) => fetch(numbers.includes(number++) ? address : input, init)
}

describe.each(PROVIDERS)('over %s', (provider) => {
  it('a name that is not found for a while', async () => {
    // The first one is tried at once without the header of our own, as it may be what the server does not allow.
    const started = await start({ provider, fetch: astray([3, 4, 5], 'http://nowhere.invalid/') })
    expect(await started.engine.send('Please')).toEqual({ terminal: 'completed' })
    await expectDone(started)
  })

  it('no network, and then there is one again', async () => {
    let offline = true
    const unplugged: typeof fetch = (input, init) =>
      offline ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init)
    const started = await start({ provider, fetch: unplugged, probe: async () => 'offline' })
    expect(await started.engine.send('Please')).toEqual({ terminal: 'model_error' })
    expect(started.engine.log.filter(({ type }) => type === 'error')).toMatchObject([{ kind: 'offline' }])
    offline = false
    expect(await started.engine.send('Please')).toEqual({ terminal: 'completed' })
    await expectDone(started)
  })

  it('a machine that sleeps for two hours while it waits', async () => {
    const busy = {
      results: 3,
      faults: [{ kind: 'status', status: 429, headers: { 'retry-after': '90' } } as const],
    }
    let hasSlept = false
    const started: Started = await start(
      {
        provider,
        onWait: () => {
          if (hasSlept || started.engine.waits.length !== 1) return
          hasSlept = true
          started.engine.sleepOfMachine(7_200_000)
        },
      },
      [busy],
    )
    expect(await started.engine.send('Please')).toEqual({ terminal: 'completed' })
    expect([hasSlept, ...started.engine.waits]).toEqual([true, 30_000, 30_000, 30_000])
    await expectDone(started)
  })

  it.each(['truncate', 'reset'] as const)('a connection that ends at any byte: %s', async (kind) => {
    const all = ANSWERS.length * WAYS[kind].length
    let cuts = 0
    for (const results of ANSWERS) {
      for (const bytes of WAYS[kind]) {
        const started = await start({ provider }, [{ results, faults: [{ kind, after: { bytes } }] }])
        const at = `after ${bytes} bytes of the answer to ${results} results`
        expect(await started.engine.send('Please'), at).toEqual({ terminal: 'completed' })
        await expectDone(started, at)
        cuts += started.engine.waits.length
      }
    }
    console.log(`${provider}, ${kind}: ${all} cuts, ${cuts} of them seen and made good`)
    expect(cuts).toBeGreaterThan(all / 2)
  })
})
