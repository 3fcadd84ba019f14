/** One run of 200 turns, in which every fault that a run survives happens at least once, among tools that break. */
import { afterAll, describe, expect, it } from 'vitest'
import type { Provider } from '../../src/agent/protocol/settings.ts'
import { startModelServer } from '../model-server/server.ts'
import { BROKEN_COMMANDS, BROKEN_TOOLS } from './broken-tools.ts'
import { Engine } from './engine.ts'
import { FAULT_ROWS } from './fault-table.ts'
import { brokenInvariants } from './invariants.ts'
import { FILES, jobBrain, startJob } from './job.ts'
import type { PlannedFaults, Step } from './job.ts'

const PROVIDERS: readonly Provider[] = ['anthropic', 'openai']
const TURNS = 200
/** Milliseconds of silence after which a stream is given up here. */
const IDLE_MS = 400

/** A turn has thoughts, words and calls, so that every fault finds its place in it. */
const STEPS: readonly Step[] = Array.from({ length: TURNS - 1 }, (_, turn) => ({
  thinking: `Step ${turn} comes next, as was planned.`,
  text: `This is step ${turn} of the whole.`,
  calls: [callOf(turn), ['Bash', { command: `note ${turn}${turn % 9 === 0 ? '; false' : ''}` }]],
}))

function callOf(turn: number): Step['calls'][number] {
  const file = `/workspace/out-${Math.floor(turn / 4)}.txt`
  switch (turn % 4) {
    case 0:
      return ['Write', { file_path: file, content: `from ${turn}\n` }]
    case 1:
      return ['Edit', { file_path: file, old_string: 'from', new_string: `in ${turn}, from` }]
    case 2:
      return ['Read', { file_path: file }]
    default: {
      const broken = ['Throws', 'Hangs', 'Floods', 'Garbles', 'SaysNothing', 'NobodyHasIt'] as const
      return [broken[Math.floor(turn / 4) % broken.length] ?? 'Throws', { n: turn }]
    }
  }
}

/** Every row of the table that the same settings survive, two turns apart. */
const SURVIVED = FAULT_ROWS.filter(({ ends, settings }) => ends === 'completed' && settings === undefined)
const PLANNED: readonly PlannedFaults[] = SURVIVED.map(({ faults }, index) => ({
  results: 4 * index,
  faults,
}))

describe.each(PROVIDERS)('over %s', (provider) => {
  it(`${TURNS} turns and ${SURVIVED.length} kinds of faults end completed`, async () => {
    const server = await startModelServer()
    afterAll(() => server.close())
    server.setScript(jobBrain({ steps: STEPS, faults: PLANNED, split: { size: 5 } }))
    const job = await startJob(BROKEN_COMMANDS)
    const { sandbox } = job
    const engine = new Engine({ provider, server, sandbox, tools: BROKEN_TOOLS, idleMs: IDLE_MS })

    expect(await engine.send('Please')).toEqual({ terminal: 'completed' })
    expect(brokenInvariants({ engine, job, server })).toEqual([])
    expect(engine.log.at(-1)).toMatchObject({ type: 'run_ended', turns: TURNS })
    expect(job.notes).toEqual(STEPS.map((_, turn) => `${turn}`))
    const written = Array.from({ length: TURNS / 4 }, (_, index) => [
      `out-${index}.txt`,
      `in ${4 * index + 1}, from ${4 * index}\n`,
    ])
    expect(await job.files()).toEqual({ ...FILES, ...Object.fromEntries(written) })
    const discarded = engine.log.filter(({ type }) => type === 'request_discarded').length
    console.log(
      `${provider}: ${TURNS} turns, ${server.messageRequests().length} requests, ${discarded} of them thrown away, ` +
        `${engine.waits.length} waits, completed`,
    )
    expect(discarded).toBeGreaterThan(SURVIVED.length / 2)
  })
})
