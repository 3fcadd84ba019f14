/** Calls that are held, so that the model reads a note first. */
import { expect, it } from 'vitest'
import { textOutput } from '../contract.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { BeforeAct } from '../deps.ts'
import { bench, call, emptySandbox, resultsOf, run, testTool, textOf } from '../testing/test-bench.ts'

const EVENT: Extract<EventBody, { type: 'memory_at_act' }> = {
  type: 'memory_at_act',
  turnId: 't1',
  toolUseId: 'u1',
  notes: [],
  others: [{ path: 'a.md', hash: 'h' }],
}
const NOTE = '<system-reminder>\nA note.\n</system-reminder>'

/** Holds the calls with these numbers, each once. */
function holding(...numbers: readonly number[]) {
  const asked: string[] = []
  const left = new Set(numbers)
  const beforeAct: BeforeAct = async (judged, { toolUseId }) => {
    asked.push(`${toolUseId} ${judged.title}`)
    const number = Number(judged.title.split(' ')[1])
    return left.delete(number) ? { text: NOTE, event: { ...EVENT, toolUseId } } : undefined
  }
  return { beforeAct, asked }
}

const calls = (name: string, ...numbers: readonly number[]) =>
  numbers.map((n, at) => call(name, { n }, `u${at + 1}`))
const outcomes = (events: Awaited<ReturnType<typeof run>>) => resultsOf(events).map(({ outcome }) => outcome)

it('a held call has no effect, asks nobody, runs no hook after it, and says why', async () => {
  const ran: string[] = []
  const tool = testTool({ run: async () => (ran.push('run'), textOutput('done')) })
  const { beforeAct } = holding(1)
  const hooks = {
    permissionDenied: async () => (ran.push('denied'), []),
    postToolUse: async () => (ran.push('after'), { notes: [] }),
  }
  const sandbox = emptySandbox({
    checkpoint: () => {
      throw new Error('Nothing has changed.')
    },
  })
  const { context } = bench({
    tools: [tool],
    sandbox,
    permission: { mode: 'default' },
    context: {
      beforeAct,
      hooks,
      ask: () => {
        throw new Error('Nobody is asked.')
      },
    },
  })
  const events = await run(calls('Probe', 1), context)
  expect(ran).toEqual([])
  expect(events.map(({ type }) => type)).toEqual(['memory_at_act', 'tool_result'])
  expect(outcomes(events)).toEqual(['held'])
  const [result] = resultsOf(events)
  expect(result?.content.is_error).toBe(true)
  expect(result?.content.content.at(-1)).toEqual({ type: 'text', text: NOTE })
  expect(textOf(result)).toContain('it is not held again')
})

it('made again, it goes its usual way', async () => {
  const { beforeAct } = holding(1)
  const { context } = bench({ tools: [testTool()], context: { beforeAct } })
  expect(outcomes(await run(calls('Probe', 1), context))).toEqual(['held'])
  expect(outcomes(await run(calls('Probe', 1), context))).toEqual(['done'])
})

it('behind a held call none runs but those that only read', async () => {
  const ran: (number | undefined)[] = []
  const tool = testTool({ run: async ({ n }) => (ran.push(n), textOutput('done')) })
  const look = testTool({
    name: 'Look',
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    run: async ({ n }) => (ran.push(n), textOutput('done')),
  })
  const { beforeAct, asked } = holding(2)
  const { context } = bench({ tools: [tool, look], context: { beforeAct } })
  const events = await run(
    [
      call('Probe', { n: 1 }, 'u1'),
      call('Probe', { n: 2 }, 'u2'),
      call('Look', { n: 3 }, 'u3'),
      call('Probe', { n: 4 }, 'u4'),
    ],
    context,
  )
  expect(outcomes(events)).toEqual(['done', 'held', 'done', 'held'])
  expect(ran).toEqual([1, 3])
  expect(asked).toEqual(['u1 probe 1', 'u2 probe 2', 'u3 probe 3'])
  expect(textOf(resultsOf(events)[3])).toContain('stands behind Probe(probe 2)')
})

it('a call that a rule denies is denied: there is nothing to read for it', async () => {
  const { beforeAct, asked } = holding(1)
  const { context } = bench({
    tools: [testTool()],
    permission: { rules: { deny: ['Probe'] } },
    context: { beforeAct },
  })
  expect(outcomes(await run(calls('Probe', 1), context))).toEqual(['denied'])
  expect(asked).toEqual([])
})

it('what a hook makes of the input is what is held', async () => {
  const { beforeAct, asked } = holding(7)
  const { context } = bench({
    tools: [testTool()],
    context: { beforeAct, hooks: { preToolUse: async () => ({ input: { n: 7 } }) } },
  })
  expect(outcomes(await run(calls('Probe', 1), context))).toEqual(['held'])
  expect(asked).toEqual(['u1 probe 7'])
})

it('without a text of its own it says where the notes stand', async () => {
  const { context } = bench({ tools: [testTool()], context: { beforeAct: async () => ({}) } })
  const events = await run(calls('Probe', 1), context)
  expect(events.map(({ type }) => type)).toEqual(['tool_result'])
  expect(textOf(resultsOf(events)[0])).toContain('stand with another call of this response')
})

it('a run that is stopped meanwhile waits for nothing', async () => {
  const stop = new AbortController()
  const { context } = bench({
    tools: [testTool()],
    context: {
      signal: stop.signal,
      beforeAct: () => {
        stop.abort()
        return new Promise(() => undefined)
      },
    },
  })
  expect(outcomes(await run(calls('Probe', 1), context))).toEqual(['cancelled'])
})
