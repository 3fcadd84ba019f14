/**
 * Each fault, at the first request and after tools have run, in both wire formats, over real HTTP. After each: history
 * that the API takes, nothing run twice, nothing lost, one end with the right name, and a message that goes on from there.
 */
import { afterAll, describe, expect, it } from 'vitest'
import type { Provider } from '../../src/agent/protocol/settings.ts'
import { slice } from '../../src/testing/slice.ts'
import { startModelServer } from '../model-server/server.ts'
import { Engine } from './engine.ts'
import { FAULT_ROWS } from './fault-table.ts'
import { brokenInvariants } from './invariants.ts'
import { jobBrain, RESULT, startJob } from './job.ts'

const PROVIDERS: readonly Provider[] = ['anthropic', 'openai']
/** By the results that the request brings. */
const PLACES = { 'first request': 0, 'request after tools': 8 } as const
/** Milliseconds of silence after which a stream is given up here. */
const IDLE_MS = 400

const servers: { close(): Promise<void> }[] = []
const counts = { runs: 0, recovered: 0, told: 0 }

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  console.log(
    `faults: ${FAULT_ROWS.length} of the table, ${counts.runs} runs: ${counts.recovered} recovered by themselves, ` +
      `${counts.told} ended as they had to, and went on with the next message`,
  )
})

describe.each(PROVIDERS)('over %s', (provider) => {
  describe.each(Object.entries(PLACES))('at the %s', (_, at) => {
    it.each(slice(FAULT_ROWS, 16))('$name', async ({ faults, ends, error, waits, settings }) => {
      // A place in an answer's bytes is another one where the answer is another.
      const server = await startModelServer()
      servers.push(server)
      server.setScript(jobBrain({ faults: [{ results: at, faults }], split: { size: 5 } }))
      const job = await startJob()
      const isSilent = faults.some(({ kind }) => kind === 'stall')
      const engine = new Engine({
        provider,
        server,
        sandbox: job.sandbox,
        settings,
        ...(isSilent ? { idleMs: IDLE_MS } : {}),
      })

      const end = await engine.send('Please')
      expect(brokenInvariants({ engine, job, server })).toEqual([])
      expect(end.terminal).toBe(ends)
      const told = engine.log.flatMap((event) => (event.type === 'error' ? [event.kind] : []))
      expect(told).toEqual(error === undefined ? [] : [error])
      if (waits) expect(engine.waits).toEqual(waits)

      counts.runs++
      if (ends === 'completed') counts.recovered++
      else {
        counts.told++
        expect(await engine.send('Go on')).toEqual({ terminal: 'completed' })
        expect(brokenInvariants({ engine, job, server })).toEqual([])
      }
      expect(await job.files()).toEqual(RESULT)
      expect(job.notes).toEqual(['one', 'two', 'three', 'four'])
    })
  })
})
