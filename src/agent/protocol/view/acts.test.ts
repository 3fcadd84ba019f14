import { describe, expect, it } from 'vitest'
import type { EventBody, EventOf } from '../events.ts'
import { actsOf } from './acts.ts'
import { evidenceOf } from './evidence-of.ts'
import { EMPTY_SCREEN, type ScreenState } from './screen-state.ts'
import { applyEvents } from './view.ts'

const log = (bodies: readonly EventBody[]) => bodies.map((body, at) => ({ ...body, seq: at + 1, at }))
const screen = (...bodies: EventBody[]) => applyEvents(EMPTY_SCREEN, log(bodies))

const bash = (turnId: string, id: string, command: string): EventBody => ({
  ...{ type: 'assistant_block', turnId, block: 1 },
  content: { type: 'tool_use', id, name: 'Bash', input: { command } },
})
const edit = (turnId: string, id: string): EventBody => ({
  ...{ type: 'assistant_block', turnId, block: 1 },
  content: { type: 'tool_use', id, name: 'Edit', input: { file_path: '/workspace/a.js' } },
})

function result(
  turnId: string,
  toolUseId: string,
  text: string,
  rest: Partial<EventOf<'tool_result'>> = {},
): EventBody {
  return {
    ...{
      type: 'tool_result',
      turnId,
      toolUseId,
      tool: 'Bash',
      outcome: 'done',
      durationMs: 1,
      synthetic: false,
    },
    content: {
      ...{ type: 'tool_result', tool_use_id: toolUseId, is_error: false },
      content: [{ type: 'text', text }],
    },
    ...rest,
  }
}

const ended = (exitCode: number, timedOut = false): Partial<EventOf<'tool_result'>> => ({
  outcome: exitCode === 0 ? 'done' : 'failed',
  display: { kind: 'process', exitCode, durationMs: 1, timedOut },
})
const jobEnded = (turnId: string, toolUseId: string, exitCode: number): EventBody => ({
  ...{ type: 'job_ended', jobId: 'bash_1', turnId, toolUseId, how: 'exited', exitCode },
  ...{ timedOut: false, durationMs: 1 },
})
const says = (turnId: string, text: string, block = 0): EventBody => ({
  ...{ type: 'assistant_block', turnId, block },
  content: { type: 'text', text },
})
const IN_BACKGROUND: Partial<EventOf<'tool_result'>> = { display: { kind: 'job', jobId: 'bash_1' } }

/** Verdicts of all texts that have any. */
const verdicts = ({ items }: ScreenState) =>
  items.flatMap((item) =>
    (item.kind === 'assistant' ? item.blocks : [])
      .flatMap((block) => (block.kind === 'tool' ? [] : [evidenceOf(items, item.id, block)]))
      .filter((evidence) => evidence.length > 0)
      .map((evidence) => evidence.map(({ verdict, reason }) => `${verdict}: ${reason.type}`).join(', ')),
  )

describe('acts', () => {
  it('are the calls that have ended, the oldest first, with exit code and changes', () => {
    const { items } = screen(
      bash('t1', 'c1', 'npm test'),
      result('t1', 'c1', '1 failing', ended(1)),
      edit('t2', 'c2'),
      result('t2', 'c2', 'Edited.', { tool: 'Edit', root: 'r2' }),
      bash('t3', 'c3', 'sleep 999'),
      result('t3', 'c3', 'Stopped.', ended(124, true)),
      bash('t4', 'c4', 'rm -rf /'),
      result('t4', 'c4', 'No.', { outcome: 'denied' }),
      bash('t5', 'c5', 'npm test'),
    )
    expect(actsOf(items, Infinity)).toEqual([
      {
        ...{ id: 'c1', tool: 'Bash', input: { command: 'npm test' }, outcome: 'failed' },
        ...{ result: '1 failing', exitCode: 1, timedOut: false, changed: false },
      },
      {
        ...{ id: 'c2', tool: 'Edit', input: { file_path: '/workspace/a.js' }, outcome: 'done' },
        ...{ result: 'Edited.', exitCode: undefined, timedOut: false, changed: true },
      },
      expect.objectContaining({ id: 'c3', exitCode: 124, timedOut: true }),
      expect.objectContaining({ id: 'c4', outcome: 'denied', exitCode: undefined }),
    ])
  })

  it('have the exit code of a job in the background once that has ended', () => {
    const started = [bash('t1', 'c1', 'npm test'), result('t1', 'c1', 'Started.', IN_BACKGROUND)]
    const act = { outcome: 'done', result: 'Started.', exitCode: undefined }
    expect(actsOf(screen(...started).items, 9)).toMatchObject([act])
    const { items } = screen(...started, jobEnded('t1', 'c1', 2))
    expect(actsOf(items, 2)).toEqual([])
    expect(actsOf(items, 3)).toMatchObject([act])
    const after = actsOf(items, 4)
    expect(after).toMatchObject([{ ...act, outcome: 'failed', exitCode: 2 }])
  })

  it('are the last 500 of more', () => {
    const { items } = screen(
      ...Array.from({ length: 600 }, (_, n) => [
        bash(`t${n}`, `c${n}`, 'ls'),
        result(`t${n}`, `c${n}`, 'a.js', ended(0)),
      ]).flat(),
    )
    const acts = actsOf(items, Infinity)
    expect([acts.length, acts[0]?.id, acts.at(-1)?.id]).toEqual([500, 'c100', 'c599'])
  })
})

describe('a text', () => {
  const FAIL = [bash('t1', 'c1', 'npm test'), result('t1', 'c1', '1 failing', ended(1))]
  const PASS = [bash('t2', 'c2', 'npm test'), result('t2', 'c2', 'pass', ended(0))]

  it('is judged by the calls before it when it is whole', () => {
    expect(verdicts(screen(says('t0', 'All tests pass.')))).toEqual(['unverified: none'])
    expect(verdicts(screen(...FAIL, says('t2', 'All tests pass.')))).toEqual(['contradicted: failed'])
    expect(verdicts(screen(...FAIL, ...PASS, says('t3', 'All tests pass.')))).toEqual(['verified: passed'])
    const part: EventBody = { type: 'text_delta', turnId: 't3', block: 0, text: 'All tests pass.' }
    expect(verdicts(screen(...PASS, part))).toEqual([])
  })

  it('keeps its verdict whatever is done later', () => {
    const events = [...FAIL, says('t2', 'All tests pass.'), ...PASS, says('t3', 'All tests pass.')]
    expect(verdicts(screen(...events))).toEqual(['contradicted: failed', 'verified: passed'])
  })

  it('has no evidence where it says nothing of the kind, and as thinking', () => {
    const thinks: EventBody = {
      ...{ type: 'assistant_block', turnId: 't3', block: 0 },
      content: { type: 'thinking', thinking: 'All tests pass.', signature: 's' },
    }
    expect(verdicts(screen(...PASS, thinks, says('t3', 'I will look for the file.', 1)))).toEqual([])
  })

  it('does not see the calls behind it in its own turn', () => {
    const said = says('t1', 'All tests pass.')
    const run = [bash('t1', 'c1', 'npm test'), result('t1', 'c1', 'pass', ended(0))]
    expect(verdicts(screen(said, ...run))).toEqual(['unverified: none'])
  })

  it('is the same event by event as all at once', () => {
    const events = log([
      ...FAIL,
      says('t2', 'All tests pass.'),
      bash('t2', 'c3', 'npm test'),
      result('t2', 'c3', 'Started.', IN_BACKGROUND),
      says('t3', 'All tests pass.'),
      jobEnded('t2', 'c3', 0),
      says('t4', 'All tests pass.'),
    ])
    const steps = events.reduce((state, event) => applyEvents(state, [event]), EMPTY_SCREEN)
    expect(steps.items).toEqual(applyEvents(EMPTY_SCREEN, events).items)
    expect(verdicts(steps)).toEqual(['contradicted: failed', 'unverified: unfinished', 'verified: passed'])
  })

  it('counts only the calls that a restore has left, and keeps what was judged', () => {
    const restored: EventBody = { type: 'conversation_restored', toSeq: 3, events: 1, isUntold: false }
    const events = [...FAIL, says('t0', 'All tests pass.'), ...PASS, restored, says('t4', 'All tests pass.')]
    expect(verdicts(screen(...events))).toEqual(['contradicted: failed', 'contradicted: failed'])
  })
})
