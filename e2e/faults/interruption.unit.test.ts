/**
 * A run is interrupted wherever it waits: by the person who stops it, by a message that is to be read at once, by a tab
 * that is gone. Whatever the moment, history stays one that the API takes, nothing runs twice, nothing seen is lost.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import type { Provider } from '../../src/agent/protocol/settings.ts'
import { soak } from '../../src/testing/soak.ts'
import type { ModelServer } from '../model-server/contract.ts'
import { startModelServer } from '../model-server/server.ts'
import { text } from '../model-server/turn.ts'
import { Engine } from './engine.ts'
import { brokenInvariants } from './invariants.ts'
import { DONE, jobBrain, RESULT, startJob } from './job.ts'
import type { PlannedFaults } from './job.ts'

/** Moments of each way to interrupt, in each of the wire formats: over 2,000 in a round. They are spread over the whole run. */
const SOAK = soak('interruption', { gate: 9, round: 340 })
/** Milliseconds for one way, on a machine that has other work, too. */
const PATIENCE_MS = patience(600_000)
const WAYS = ['stop', 'message', 'lost tab'] as const
type Way = (typeof WAYS)[number]

/** Also in a wait, in an answer that is thrown away while its early calls run, and in one that comes a second time. */
const FAULTS: readonly PlannedFaults[] = [
  { results: 0, faults: [{ kind: 'error-event', after: { inside: 'tool_use' } }] },
  { results: 3, faults: [{ kind: 'status', status: 529, headers: { 'retry-after': '2' } }] },
  { results: 5, faults: [{ kind: 'truncate', after: { bytes: 900 } }] },
]

/** It remembers each request: one for each way, so that they do not pile up. */
let server: ModelServer
beforeEach(async () => {
  server = await startModelServer()
})
afterEach(() => server.close())

interface Attempt {
  readonly way: Way
  readonly provider: Provider
  readonly point: number
  /** Characters of a delta; the pieces of the stream follow it. */
  readonly size?: number
}

interface Attempted {
  readonly engine: Engine
  readonly job: Awaited<ReturnType<typeof startJob>>
  readonly terminal: string | undefined
  readonly waits: number
  readonly notesAtStop: number
  /** The run had not ended before. */
  readonly wasReached: boolean
}

async function attempt({ way, provider, point, size = 20 }: Attempt): Promise<Attempted> {
  server.setScript(jobBrain({ faults: FAULTS, split: { size }, chunkBytes: 10 * size }))
  let waits = 0
  let notesAtStop: number | undefined
  let isOver = false
  const job = await startJob()
  const engine: Engine = new Engine({
    provider,
    server,
    sandbox: job.sandbox,
    onWait: () => {
      if (isOver || ++waits !== point) return
      notesAtStop = job.notes.length
      if (way === 'stop') engine.stop()
      if (way === 'message') engine.inbox.add('Also this', true)
    },
  })
  const { terminal } = await engine.send('Please', way === 'lost tab' ? point : Infinity)
  isOver = true
  return {
    engine,
    job,
    terminal,
    waits,
    notesAtStop: notesAtStop ?? job.notes.length,
    wasReached: notesAtStop !== undefined,
  }
}

describe.each(['anthropic', 'openai'] satisfies Provider[])('a run over %s, interrupted', (provider) => {
  it.each(WAYS)(
    SOAK.title('by: %s'),
    async (way) => {
      const whole = await attempt({ way: 'stop', provider, point: -1 })
      expect(whole.terminal).toBe('completed')
      expect(await whole.job.files()).toEqual(RESULT)
      expect(whole.job.notes).toEqual(['one', 'two', 'three', 'four'])
      const moments = way === 'lost tab' ? whole.engine.log.length : whole.waits
      const terminals = new Map<string, number>()
      await SOAK.each(async ({ seed, random }) => {
        const size = 18 + Math.floor(random() * 5)
        const point = 1 + Math.floor((seed / 2 ** 32) * moments)
        const { engine, job, terminal, notesAtStop, wasReached } = await attempt({
          way,
          provider,
          point,
          size,
        })
        const at = `${way} at ${point} of ${moments}, deltas of ${size}`
        if (way === 'lost tab') engine.reopen()
        expect(brokenInvariants({ engine, job, server }), at).toEqual([])
        const said = way === 'lost tab' ? engine.log.at(-1) : undefined
        const name = said?.type === 'run_ended' ? said.terminal : (terminal ?? 'completed')
        terminals.set(name, (terminals.get(name) ?? 0) + 1)
        if (way === 'message') {
          // A message sent as the run was ending waits; it begins the next one.
          const waiting = engine.inbox.take().length
          expect([terminal, times(engine, 'Also this') + waiting], at).toEqual([
            'completed',
            wasReached ? 1 : 0,
          ])
        }
        // Nothing begins after a stop, and whoever goes on gets an answer.
        if (way === 'stop') expect(job.notes.length, at).toBe(notesAtStop)
        server.setScript(() => ({ content: [text(DONE)] }))
        expect(await engine.send('Go on'), at).toEqual({ terminal: 'completed' })
        expect(brokenInvariants({ engine, job, server }), at).toEqual([])
        expect(times(engine, DONE), at).toBeGreaterThan(0)
      })
      console.log(
        `${provider}, ${way}: ${SOAK.count} of ${moments} moments: ${[...terminals].map(([name, count]) => `${name} ${count}`).join(', ')}`,
      )
      const ends = [...terminals.keys()].toSorted()
      if (SOAK.isRound) expect(ends).toEqual(ENDS[way])
      else expect(ENDS[way]).toEqual(expect.arrayContaining(ends))
    },
    PATIENCE_MS,
  )
})

/** How runs end. A tab may also be lost, and a run stopped, when nothing is left to be done. */
const ENDS: Readonly<Record<Way, readonly string[]>> = {
  stop: ['aborted_streaming', 'aborted_tools', 'completed'],
  message: ['completed'],
  'lost tab': ['aborted_streaming', 'aborted_tools', 'completed'],
}

function times({ messages }: Engine, text: string): number {
  const said = messages.map(({ content }) =>
    content.filter((block) => block.type === 'text' && block.text === text),
  )
  return said.flat().length
}
