import { describe, expect, it } from 'vitest'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { ToolUseBlock } from '../../protocol/messages.ts'
import { errorOutput, textOutput, type Tool, type ToolContext } from '../contract.ts'
import { CallSchedule } from './schedule.ts'
import {
  bench,
  call,
  emptySandbox,
  resultsOf,
  run,
  scheduled,
  testTool,
  textOf,
} from '../testing/test-bench.ts'

/** Runs until the test says so. */
function gates() {
  const open = new Map<number, () => void>()
  const log: string[] = []
  const wait = async (n = 0): Promise<void> => {
    log.push(`start ${n}`)
    await new Promise<void>((resolve) => open.set(n, resolve))
    log.push(`end ${n}`)
  }
  return { log, wait, release: (n: number) => open.get(n)?.(), waiting: () => open.size }
}

const safe = { isConcurrencySafe: () => true, isReadOnly: () => true }

describe('scheduling', () => {
  it('runs what is safe together, everything else alone and in order', async () => {
    const log: string[] = []
    const step = async ({ n }: { n?: number | undefined }) => {
      log.push(`start ${n}`)
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
      log.push(`end ${n}`)
      return textOutput(`${n}`)
    }
    const tools = [testTool({ name: 'Look', ...safe, run: step }), testTool({ name: 'Change', run: step })]
    const { context } = bench({ tools })
    const names = ['Look', 'Look', 'Change', 'Look', 'Look']
    const events = await run(
      names.map((name, n) => call(name, { n }, `u${n}`)),
      context,
    )
    expect(log).toEqual([
      ...['start 0', 'start 1', 'end 0', 'end 1'],
      ...['start 2', 'end 2'],
      ...['start 3', 'start 4', 'end 3', 'end 4'],
    ])
    expect(resultsOf(events).map(textOf)).toEqual(['0', '1', '2', '3', '4'])
  })

  it('gives results in call order, whatever ends first, and live output at once', async () => {
    const gate = gates()
    const tool = testTool({
      ...safe,
      run: async ({ n = 0 }, { emit }) => {
        emit({ stream: 'stdout', text: `live ${n}` })
        await gate.wait(n)
        return textOutput(`${n}`)
      },
    })
    const { context } = bench({ tools: [tool] })
    const all = run(
      [0, 1, 2].map((n) => call('Probe', { n }, `u${n}`)),
      context,
    )
    while (gate.waiting() < 3) await Promise.resolve()
    for (const n of [2, 1, 0]) gate.release(n)
    const events = await all
    expect(
      events.map((event) => ('toolUseId' in event ? `${event.type} ${event.toolUseId}` : event.type)),
    ).toEqual([
      ...[0, 1, 2].flatMap((n) => [`permission_decided u${n}`]),
      ...[0, 1, 2].flatMap((n) => [`tool_started u${n}`, `tool_output u${n}`]),
      ...[0, 1, 2].map((n) => `tool_result u${n}`),
    ])
  })

  it.each([
    [undefined, 10],
    [3, 3],
    [1, 1],
    [50, 10],
  ])('runs at most so many at once as was said (%j): %i', async (parallelCalls, most) => {
    let running = 0
    let peak = 0
    const tool = testTool({
      ...safe,
      run: async () => {
        peak = Math.max(peak, ++running)
        for (let turn = 0; turn < 20; turn++) await Promise.resolve()
        running -= 1
        return textOutput('')
      },
    })
    const events = await run(
      Array.from({ length: 50 }, (_, n) => call('Probe', { n }, `u${n}`)),
      bench({ tools: [tool], context: parallelCalls === undefined ? {} : { parallelCalls } }).context,
    )
    expect({ peak, results: resultsOf(events).length }).toEqual({ peak: most, results: 50 })
  })

  it('takes a classifier that throws, an unknown tool and broken input for unsafe', async () => {
    const gate = gates()
    const throws = () => {
      throw new Error('broken')
    }
    const tool = testTool({
      isConcurrencySafe: throws,
      run: async ({ n = 0 }) => {
        await gate.wait(n)
        return textOutput('')
      },
    })
    const all = run(
      [call('Probe', { n: 0 }, 'u0'), call('Probe', { n: 1 }, 'u1')],
      bench({ tools: [tool] }).context,
    )
    while (gate.waiting() < 1) await Promise.resolve()
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    expect(gate.log).toEqual(['start 0'])
    gate.release(0)
    await expect.poll(() => gate.waiting()).toBe(2)
    gate.release(1)
    expect(resultsOf(await all)).toHaveLength(2)
  })

  it('a failing shell call cancels its siblings of the shell, not the searches', async () => {
    const hang = () => new Promise<never>(() => {})
    const gate = gates()
    const shell = testTool({
      name: 'Bash',
      kind: 'shell',
      ...safe,
      title: ({ n }) => `cmd ${n}`,
      run: async ({ n }) => (n === 0 ? errorOutput('exit 2') : hang()),
    })
    const search = testTool({
      name: 'Grep',
      ...safe,
      run: async () => {
        await gate.wait()
        return textOutput('found')
      },
    })
    const { context } = bench({ tools: [shell, search] })
    const all = run(
      [call('Bash', { n: 1 }, 'a'), call('Bash', { n: 0 }, 'b'), call('Grep', {}, 'c')],
      context,
    )
    while (gate.waiting() < 1) await Promise.resolve()
    gate.release(0)
    expect(resultsOf(await all).map((result) => [result.outcome, textOf(result)])).toEqual([
      [
        'cancelled',
        'Cancelled: parallel tool call Bash(cmd 0) errored. It may have taken effect in part: check before you repeat it.',
      ],
      ['failed', 'exit 2'],
      ['done', 'found'],
    ])
    expect(context.signal.aborted).toBe(false)
  })

  it('gives cancelled results at once when a tool ignores its signal, and starts nothing more', async () => {
    const stop = new AbortController()
    let started = 0
    const tool = testTool({
      run: () => {
        started += 1
        stop.abort('stop')
        return new Promise(() => {})
      },
    })
    const { context } = bench({ tools: [tool], signal: stop.signal })
    const events = await run([call('Probe', {}, 'a'), call('Probe', {}, 'b'), call('Nope', {}, 'c')], context)
    expect(resultsOf(events)).toEqual([
      {
        ...cancelled('a', 'It may have taken effect in part: check before you repeat it.'),
      },
      { ...cancelled('b', 'It had not started.') },
      {
        ...cancelled('c', ''),
        tool: 'Nope',
        outcome: 'failed',
        synthetic: false,
        content: content('c', 'Error: there is no tool named "Nope". The tools are: Probe.'),
      },
    ])
    expect(started).toBe(1)
  })

  it('stores the workspace once more after a stopped call has ended', async () => {
    const stop = new AbortController()
    const tool = testTool({
      run: (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(textOutput('too late')))
          stop.abort('stop')
        }),
    })
    const sandbox = emptySandbox({
      checkpoint: () => Promise.resolve(ok({ root: 'r1', changed: true, files: 1, bytes: 1 })),
    })
    const events = await run([call('Probe')], bench({ tools: [tool], signal: stop.signal, sandbox }).context)
    expect(events.slice(-2).map((event) => event.type)).toEqual(['tool_result', 'checkpoint'])
    expect(events.at(-1)).toEqual({ type: 'checkpoint', root: 'r1', cause: 'tool' })
  })

  it('applies what concurrent calls change after their batch, of serial calls at once', async () => {
    const seen: string[] = []
    const change = async ({ n }: { n?: number | undefined }, { state }: ToolContext) => {
      seen.push(state.cwd)
      return textOutput('', {
        changes: (next) => {
          next.cwd = `/${n}`
        },
      })
    }
    const tools = [
      testTool({ name: 'Together', ...safe, run: change }),
      testTool({ name: 'Alone', run: change }),
    ]
    const { context } = bench({ tools })
    const names = ['Together', 'Together', 'Alone', 'Alone']
    await run(
      names.map((name, n) => call(name, { n }, `u${n}`)),
      context,
    )
    expect([...seen, context.state.cwd]).toEqual(['/workspace', '/workspace', '/1', '/2', '/3'])
  })

  it('stops the running calls when nobody takes the events any more', async () => {
    let stopped = false
    const tool = testTool({
      run: (_, { signal, emit }) => {
        emit({ stream: 'stdout', text: 'x' })
        return new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            stopped = true
            resolve(textOutput(''))
          }),
        )
      },
    })
    for await (const event of scheduled([call('Probe')], bench({ tools: [tool] }).context).finish()) {
      if (event.type === 'tool_output') break
    }
    expect(stopped).toBe(true)
  })

  it('does nothing for no calls', async () => {
    expect(await run([], bench({ tools: [] }).context)).toEqual([])
  })
})

describe('while the response still streams', () => {
  const look = (run?: () => Promise<ReturnType<typeof textOutput>>) =>
    testTool({ name: 'Look', ...safe, ...(run ? { run } : {}) })
  const settle = async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
  }
  const started = (schedule: CallSchedule) =>
    schedule.take().flatMap((event) => (event.type === 'tool_started' ? [event.toolUseId] : []))

  it('begins calls that only read, and none from the first that does not', async () => {
    const { context } = bench({ tools: [look(), testTool({ name: 'Change' })] })
    const schedule = new CallSchedule(context)
    schedule.add(call('Look', {}, 'a'))
    await settle()
    expect(started(schedule)).toEqual(['a'])
    for (const [name, id] of [
      ['Look', 'b'],
      ['Change', 'c'],
      ['Look', 'd'],
    ] as const)
      schedule.add(call(name, {}, id))
    await settle()
    const early = schedule.take()
    expect(early.flatMap((event) => (event.type === 'tool_result' ? [event.toolUseId] : []))).toEqual(['b'])
    const rest: string[] = []
    for await (const event of schedule.finish()) if (event.type === 'tool_result') rest.push(event.toolUseId)
    expect(rest).toEqual(['c', 'd'])
  })

  it('leaves nothing of a response that is thrown away', async () => {
    let signal: AbortSignal | undefined
    const tool = testTool({
      name: 'Look',
      ...safe,
      run: (_, context) => {
        signal = context.signal
        return new Promise(() => {})
      },
    })
    const { context } = bench({ tools: [tool] })
    const schedule = new CallSchedule(context)
    schedule.add(call('Look'))
    await settle()
    expect(schedule.active).toBe(true)
    schedule.discard()
    await settle()
    expect([signal?.aborted, schedule.active]).toEqual([true, false])
  })

  it('answers what may no longer run with the reason, unless it has begun', async () => {
    const { context } = bench({ tools: [look(), testTool({ name: 'Change' })] })
    const schedule = new CallSchedule(context)
    schedule.add(call('Look', {}, 'a'))
    schedule.add(call('Change', {}, 'b'))
    await settle()
    const refused = new Map([
      ['a', 'cut'],
      ['b', 'cut'],
    ])
    const events: EventBody[] = schedule.take()
    for await (const event of schedule.finish(refused)) events.push(event)
    expect(resultsOf(events).map(({ toolUseId, outcome }) => [toolUseId, outcome])).toEqual([
      ['a', 'done'],
      ['b', 'failed'],
    ])
  })
})

describe('a message that is to be read at once', () => {
  const hanging = (change: Parameters<typeof testTool>[0]) => {
    const gate = gates()
    const tool = testTool({
      ...change,
      run: async ({ n = 0 }) => {
        await gate.wait(n)
        return textOutput(`done ${n}`)
      },
    })
    return { tool, gate }
  }
  const interrupted = async (
    tools: readonly Tool[],
    calls: readonly ToolUseBlock[],
    gate: { waiting(): number },
  ) => {
    const interrupt = new AbortController()
    const schedule = new CallSchedule(bench({ tools }).context, interrupt.signal)
    for (const block of calls) schedule.add(block)
    const events: EventBody[] = []
    const all = (async () => {
      for await (const event of schedule.finish()) events.push(event)
    })()
    await expect.poll(() => gate.waiting()).toBeGreaterThan(0)
    interrupt.abort('message')
    return { all, results: () => resultsOf(events).map((result) => [result.outcome, textOf(result)]) }
  }
  const skipped = ['cancelled', 'Skipped: the user sent a new message before this call began.']

  it('stops a tool that agrees, and skips what has not begun', async () => {
    const { tool, gate } = hanging({ interruptBehavior: 'cancel' })
    const run = await interrupted([tool], [call('Probe', { n: 0 }, 'a'), call('Probe', { n: 1 }, 'b')], gate)
    await run.all
    expect(run.results()).toEqual([
      [
        'cancelled',
        'Cancelled: a new message of the user took its place. It may have taken effect in part: check before you repeat it.',
      ],
      skipped,
    ])
  })

  it('waits for a tool that does not, and skips the rest', async () => {
    const { tool, gate } = hanging({ interruptBehavior: 'block' })
    const run = await interrupted([tool], [call('Probe', { n: 0 }, 'a'), call('Probe', { n: 1 }, 'b')], gate)
    gate.release(0)
    await run.all
    expect(run.results()).toEqual([['done', 'done 0'], skipped])
  })

  it('stops none of a batch of which one does not agree', async () => {
    const willing = hanging({ name: 'Willing', ...safe, interruptBehavior: 'cancel' })
    const other = hanging({ name: 'Other', ...safe })
    const run = await interrupted(
      [willing.tool, other.tool],
      [call('Willing', { n: 0 }, 'a'), call('Other', { n: 1 }, 'b')],
      other.gate,
    )
    willing.gate.release(0)
    other.gate.release(1)
    await run.all
    expect(run.results()).toEqual([
      ['done', 'done 0'],
      ['done', 'done 1'],
    ])
  })
})

function cancelled(id: string, effect: string) {
  return {
    type: 'tool_result',
    turnId: 't1',
    toolUseId: id,
    tool: 'Probe',
    outcome: 'cancelled',
    content: content(id, `Cancelled: the user stopped the run. ${effect}`),
    durationMs: 0,
    synthetic: true,
  }
}

function content(id: string, text: string) {
  return { type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text }], is_error: true }
}
