/** In `auto` the classifier and the person race, and the dialog is always there as the floor. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLASSIFIER_ALONE_MS } from '../../../limits.ts'
import type { EventBody } from '../../../protocol/events.ts'
import type { PermissionAnswer } from '../../../protocol/permission-requests.ts'
import type { Asking, CallContext, Classified } from '../../deps.ts'
import { bench, call, run, testTool } from '../../testing/test-bench.ts'

const usage = { inputTokens: 10, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
const says = (decision: Classified['decision']): Classified => ({
  decision,
  reason: 'Because.',
  model: 'small-1',
  used: { requestId: 'q', usage, costUsd: 0.01 },
})
const EDIT = testTool({
  name: 'Probe',
  kind: 'edit',
  subject: () => ({ writes: ['/workspace/a'] }),
  check: () => undefined,
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The classifier answers after so many milliseconds; the person when the test says so. */
function raced({ verdict, after = 0 }: { verdict: Classified | 'never'; after?: number }) {
  const person = Promise.withResolvers<PermissionAnswer>()
  const askings: Asking[] = []
  const signals: AbortSignal[] = []
  const context: Partial<CallContext> = {
    ask: (_, asking) => {
      askings.push(asking)
      return person.promise
    },
    classify: (_, signal) => {
      signals.push(signal)
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ ...says('ask'), used: undefined } as never))
        // oxlint-disable-next-line timing/no-timed-wait -- timers are fake here
        if (verdict !== 'never') setTimeout(() => resolve(verdict), after)
      })
    },
  }
  const made = bench({ tools: [EDIT], permission: { mode: 'auto' }, context })
  const events = run([call('Probe', { n: 1 })], made.context)
  return { events, person, askings, signals }
}

const told = (events: readonly EventBody[]) =>
  events.flatMap((event) => {
    if (event.type === 'permission_requested')
      return [`asked${event.isClassifying ? ' beside the classifier' : ''}`]
    if (event.type === 'permission_decided') return [`${event.behavior} by ${event.source}`]
    if (event.type === 'call_classified') return [`said ${event.decision}`]
    return event.type === 'tool_result' ? [event.outcome] : []
  })

describe('the classifier first', () => {
  it.each([
    ['allow', ['said allow', 'allow by classifier', 'done']],
    ['deny', ['said deny', 'deny by classifier', 'denied']],
  ] as const)('%s: the dialog is never shown', async (decision, expected) => {
    const { events } = raced({ verdict: says(decision), after: 300 })
    await vi.advanceTimersByTimeAsync(400)
    expect(told(await events)).toEqual(expected)
  })

  it('ask: the person is asked at once, with what it said', async () => {
    const { events, person } = raced({ verdict: says('ask'), after: 10 })
    await vi.advanceTimersByTimeAsync(20)
    person.resolve({ behavior: 'allow', scope: 'once' })
    const all = await events
    expect(told(all)).toEqual(['said ask', 'asked', 'allow by person', 'done'])
    expect(all.find(({ type }) => type === 'permission_requested')).toMatchObject({
      reason: 'No rule allows it. Because.',
    })
  })
})

describe('both at once', () => {
  it('a late answer takes the dialog away', async () => {
    const { events, askings } = raced({ verdict: says('allow'), after: CLASSIFIER_ALONE_MS + 500 })
    await vi.advanceTimersByTimeAsync(CLASSIFIER_ALONE_MS + 10)
    expect(askings).toHaveLength(1)
    expect(askings[0]?.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(600)
    expect(told(await events)).toEqual([
      'asked beside the classifier',
      'said allow',
      'allow by classifier',
      'done',
    ])
    expect(askings[0]?.signal?.aborted).toBe(true)
  })

  it('the person first: the classifier is called off', async () => {
    const { events, person, signals } = raced({ verdict: 'never' })
    await vi.advanceTimersByTimeAsync(CLASSIFIER_ALONE_MS + 10)
    person.resolve({ behavior: 'deny' })
    expect(told(await events)).toEqual(['asked beside the classifier', 'deny by person', 'denied'])
    expect(signals[0]?.aborted).toBe(true)
  })

  it('once the person has turned to it, it is theirs', async () => {
    const { events, person, askings } = raced({ verdict: says('allow'), after: CLASSIFIER_ALONE_MS + 500 })
    await vi.advanceTimersByTimeAsync(CLASSIFIER_ALONE_MS + 10)
    askings[0]?.attended?.()
    await vi.advanceTimersByTimeAsync(60_000)
    person.resolve({ behavior: 'deny' })
    expect(told(await events)).toEqual(['asked beside the classifier', 'deny by person', 'denied'])
  })
})
