import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { LIVE_OUTPUT_CHARS } from '../../limits.ts'
import { TOOL_DEFAULTS, buildTool, textOutput } from '../contract.ts'
import { createRegistry } from './registry.ts'
import {
  bench,
  call,
  emptySandbox,
  resultText,
  resultsOf,
  run,
  testTool,
  textOf,
} from '../testing/test-bench.ts'

const ASKS = { permission: { mode: 'default' } } as const

describe('one call', () => {
  it('goes through its thirteen steps in order', async () => {
    const order: string[] = []
    const step =
      <T>(name: string, value: T) =>
      (): T => {
        order.push(name)
        return value
      }
    const spied = testTool({
      kind: 'shell',
      maxResultChars: 3,
      validate: step('4 validation', Promise.resolve(undefined)),
      subject: step('7 permission', { command: 'x' }),
      run: step('9 execute', Promise.resolve(textOutput('done'))),
    })
    const tool = {
      ...spied,
      prepare: (input: unknown) => {
        order.push('3 schema')
        return spied.prepare(input)
      },
    }
    const registry = createRegistry([tool])
    const sandbox = emptySandbox({
      checkpoint: step('stored', Promise.resolve(ok({ root: 'r1', changed: true, files: 1, bytes: 2 }))),
    })
    const hooks = {
      preToolUse: step('6 hooks before', Promise.resolve({})),
      permissionDenied: step('8 denial', Promise.resolve([])),
      postToolUse: step('11 hooks after', Promise.resolve({ notes: ['12 said'] })),
    }
    const results = { keep: step('10 budget', Promise.resolve(undefined)) }
    const tools = {
      ...registry,
      find: (name: string) => {
        order.push('1 lookup')
        return registry.find(name)
      },
    }
    const { context } = bench({ tools: [], sandbox, context: { hooks, tools, results } })
    const events = await run([call('Probe', { n: 1 })], context)
    expect(order).toEqual([
      '1 lookup',
      '3 schema',
      '4 validation',
      '6 hooks before',
      '7 permission',
      '9 execute',
      '10 budget',
      '11 hooks after',
      'stored',
    ])
    expect(events.map(({ type }) => type)).toEqual([
      'permission_decided',
      'tool_started',
      'checkpoint',
      'tool_result',
    ])
    expect(textOf(resultsOf(events)[0])).toContain('<system-reminder>12 said</system-reminder>')

    order.length = 0
    const denied = bench({
      tools: [],
      sandbox,
      permission: { rules: { deny: ['Probe'] } },
      context: { hooks: { ...hooks, permissionDenied: async () => ['Ask for a rule.'] }, tools },
    })
    expect(await resultText(call('Probe'), denied.context)).toContain('Ask for a rule.')
    expect(order.at(-1)).toBe('7 permission')
  })

  it('tells what one call did, whole', async () => {
    const sandbox = emptySandbox({
      checkpoint: () => Promise.resolve(ok({ root: 'r1', changed: true, files: 1, bytes: 2 })),
    })
    const ids = { turnId: 't1', toolUseId: 'u1' }
    const { context } = bench({ tools: [testTool()], sandbox })
    expect(await run([call('Probe', { n: 1 })], context)).toEqual([
      {
        type: 'permission_decided',
        ...ids,
        behavior: 'allow',
        source: 'mode',
        reason: 'Permissions are bypassed in this mode.',
      },
      { type: 'tool_started', ...ids, tool: 'Probe', input: { n: 1 }, title: 'probe 1' },
      { type: 'checkpoint', root: 'r1', cause: 'tool', toolUseId: 'u1' },
      {
        type: 'tool_result',
        ...ids,
        tool: 'Probe',
        outcome: 'done',
        content: {
          type: 'tool_result',
          tool_use_id: 'u1',
          content: [{ type: 'text', text: 'done' }],
          is_error: false,
        },
        durationMs: 0,
        synthetic: false,
        root: 'r1',
      },
    ])
  })

  it.each([
    [{ n: 'x' }, '- `n`: Invalid input: expected number, received string, got "x"'],
    [{ m: 1 }, '- unknown field `m`. Known fields: n. Did you mean `n`?'],
  ])('names the field that does not fit: %j', async (input, issue) => {
    expect(await resultText(call('Probe', input), bench({ tools: [testTool()] }).context)).toBe(
      `InputValidationError: the input of this Probe call does not fit its schema:\n${issue}\nNothing was run. Fix the call and send it again.`,
    )
  })

  it('names a field that is missing', async () => {
    const tool = buildTool({
      name: 'Strict',
      description: '',
      schema: z.strictObject({ a: z.string(), b: z.array(z.strictObject({ c: z.enum(['x', 'y']) })) }),
      title: () => '',
      run: async () => textOutput(''),
    })
    expect(
      await resultText(call('Strict', { b: [{ c: 'z', d: 1 }] }), bench({ tools: [tool] }).context),
    ).toBe(
      [
        'InputValidationError: the input of this Strict call does not fit its schema:',
        '- `a` is required: expected string',
        '- `b.0.c`: Invalid option: expected one of "x"|"y", got "z"',
        '- unknown field `d` in `b.0`',
        'Nothing was run. Fix the call and send it again.',
      ].join('\n'),
    )
  })

  it('says when the input is not JSON', async () => {
    const unparsed = new Map([['u1', 'Unexpected end of JSON input']])
    expect(await resultText(call('Probe'), bench({ tools: [testTool()], unparsed }).context)).toBe(
      'InputValidationError: the input of this Probe call is not a complete JSON object (Unexpected end of JSON input). Nothing was run. Fix the call: send it again with the whole input; split it if it is very long.',
    )
  })

  it('keeps the two kinds of validation apart', async () => {
    const tool = testTool({ validate: async () => 'n must be even.' })
    expect(await resultText(call('Probe'), bench({ tools: [tool] }).context)).toBe(
      'ValidationError: n must be even.',
    )
  })

  it('turns whatever is thrown, in any phase, into a result', async () => {
    const boom = () => {
      throw new Error('boom')
    }
    const text =
      'Error: Probe failed: boom. This is a fault of the tool, not of the call; try another way to get there.'
    for (const phase of ['validate', 'subject', 'check', 'run'] as const) {
      expect(await resultText(call('Probe'), bench({ tools: [testTool({ [phase]: boom })] }).context)).toBe(
        text,
      )
    }
  })

  it('names what takes a broken tool’s place, and goes on without one that can be done without', async () => {
    const boom = () => {
      throw new Error('boom')
    }
    const broken = async (flags: Partial<Parameters<typeof testTool>[0]>) => {
      const tool = testTool({ run: boom, ...flags })
      const events = await run([call('Probe')], bench({ tools: [tool] }).context)
      const [result] = resultsOf(events)
      return {
        text: result && textOf(result),
        isError: result?.content.is_error,
        told: events.filter(({ type }) => type === 'notice').length,
      }
    }
    expect(await broken({})).toMatchObject({ isError: true, told: 0 })
    expect((await broken({ fallback: 'Bash' })).text).toMatch(
      /Probe failed: boom\..* Use Bash in its place\.$/,
    )
    const optional = await broken({ isOptional: true })
    expect(optional).toMatchObject({ isError: false, told: 1 })
    expect(optional.text).toMatch(/Go on without it\.$/)
  })

  it('gives a tool up after its time, and tells it', async () => {
    let told: unknown
    const tool = testTool({
      timeoutMs: 5,
      run: (_, { signal }) =>
        new Promise(() => signal.addEventListener('abort', () => (told = signal.reason))),
    })
    expect(await resultText(call('Probe'), bench({ tools: [tool] }).context)).toBe(
      'Error: Probe did not finish within 0.005 s and was given up. It may have taken effect in part. Try a smaller piece of work.',
    )
    expect(told).toBe('timeout')
  })

  it('cuts live output at its limit', async () => {
    const tool = testTool({
      run: async (_, { emit }) => {
        for (let chunk = 0; chunk < 20; chunk++) emit({ stream: 'stdout', text: 'x'.repeat(10_000) })
        return textOutput('')
      },
    })
    const events = await run([call('Probe')], bench({ tools: [tool] }).context)
    const live = events.filter((event) => event.type === 'tool_output').map(({ text }) => text)
    expect(live.join('')).toBe(
      'x'.repeat(LIVE_OUTPUT_CHARS) + '\n[live output is cut here; the end comes with the result]\n',
    )
    expect(textOf(resultsOf(events)[0])).toBe('(no output)')
  })

  it('tells when the workspace could not be stored, and goes on', async () => {
    const sandbox = emptySandbox({ checkpoint: () => Promise.resolve(fail('quota', 'the disk is full')) })
    const events = await run([call('Probe')], bench({ tools: [testTool()], sandbox }).context)
    expect(events.slice(-2)).toMatchObject([
      {
        type: 'notice',
        level: 'warning',
        text: 'The workspace after this call could not be stored: the disk is full',
      },
      { type: 'tool_result', outcome: 'done' },
    ])
  })

  it('stores nothing after a call that only reads', async () => {
    const sandbox = emptySandbox({ checkpoint: () => Promise.reject(new Error('not expected')) })
    const tool = testTool({ isReadOnly: () => true })
    expect(await resultText(call('Probe'), bench({ tools: [tool], sandbox }).context)).toBe('done')
  })
})

describe('permission', () => {
  it('asks, tells the answer, and hands the comment to the model', async () => {
    const { context, asked, granted } = bench({
      tools: [testTool()],
      ...ASKS,
      answer: { behavior: 'allow', scope: 'always', comment: ' only this time ' },
    })
    const events = await run([call('Probe')], context)
    const request = {
      turnId: 't1',
      toolUseId: 'u1',
      tool: 'Probe',
      title: 'probe',
      reason: 'No rule allows it.',
      suggestedRule: 'Probe',
      destructive: true,
    }
    expect(events.slice(0, 2)).toEqual([
      { type: 'permission_requested', ...request },
      {
        type: 'permission_decided',
        turnId: 't1',
        toolUseId: 'u1',
        behavior: 'allow',
        source: 'person',
        reason: 'The user allowed it always.',
        comment: 'only this time',
      },
    ])
    expect({ asked, granted }).toEqual({ asked: [request], granted: ['always: Probe'] })
    expect(textOf(resultsOf(events)[0])).toBe('done\nThe user allowed this call and said: only this time')
  })

  it('judges what will run: the parsed input, with its defaults', async () => {
    const judged: unknown[] = []
    const tool = buildTool({
      name: 'Defaulting',
      description: 'For tests.',
      schema: z.object({ path: z.string().default('/etc/passwd') }),
      title: () => 'x',
      check: ({ path }) => {
        judged.push(path)
        return undefined
      },
      run: ({ path }) => {
        judged.push(path)
        return Promise.resolve(textOutput(path))
      },
    })
    await resultText(call('Defaulting', {}), bench({ tools: [tool] }).context)
    expect(judged).toEqual(['/etc/passwd', '/etc/passwd'])
  })

  it('says "choose another way" when the user refuses', async () => {
    const { context } = bench({
      tools: [testTool()],
      ...ASKS,
      answer: { behavior: 'deny', comment: 'use npm' },
    })
    const [result] = resultsOf(await run([call('Probe')], context))
    expect([result?.outcome, textOf(result)]).toEqual([
      'denied',
      'PermissionDenied: this Probe call was not run. The user refused it. The user said: use npm\n' +
        'Do not send the same call again or reach the same effect by a detour. Choose another way, or explain to the user what you need and why.',
    ])
  })

  const NO = { behavior: 'deny', rank: 'program', reason: 'The hook says no.' } as const

  it('denies by rule, by hook and by plan mode without running anything', async () => {
    const tool = testTool({ run: () => Promise.reject(new Error('must not run')) })
    const texts = [
      bench({ tools: [tool], permission: { rules: { deny: ['Probe'] } } }),
      bench({
        tools: [tool],
        context: { hooks: { preToolUse: async () => ({ decision: NO }) } },
      }),
      bench({ tools: [tool], permission: { mode: 'plan' } }),
    ].map(({ context }) => resultText(call('Probe'), context))
    expect((await Promise.all(texts)).map((text) => text.split('\n')[0])).toEqual([
      'PermissionDenied: this Probe call was not run. The rule Probe (user) forbids it.',
      'PermissionDenied: this Probe call was not run. The hook says no.',
      'PermissionDenied: this Probe call was not run. In plan mode nothing is changed: present the plan first; the user leaves the mode.',
    ])
  })

  it('stops waiting for an answer when the run is stopped', async () => {
    const stop = new AbortController()
    const { context } = bench({ tools: [testTool()], ...ASKS, answer: 'never', signal: stop.signal })
    const all = run([call('Probe')], context)
    setTimeout(() => stop.abort('message'))
    expect(textOf(resultsOf(await all)[0])).toBe(
      'Skipped: the user sent a new message before this call began.',
    )
  })

  it('returns an error instead of waiting where a tool needs a person', async () => {
    const tool = testTool({ requiresUserInteraction: true })
    const { context } = bench({ tools: [tool], permission: { canAsk: false } })
    expect(await resultText(call('Probe'), context)).toBe(
      'Error: Probe needs an answer from a person, and nobody is there in this run. Go on without it and state your assumption.',
    )
  })

  it('judges a path by where its links lead', async () => {
    const sandbox = emptySandbox({
      stat: async (path) =>
        ok({ kind: path === '/workspace/a' ? 'symlink' : 'directory', size: 1, mode: 0o777, mtimeMs: 0 }),
      readLink: async () => ok('.git/config'),
    })
    const tool = testTool({ kind: 'edit', subject: () => ({ writes: ['/workspace/a'] }) })
    const [result] = resultsOf(await run([call('Probe')], bench({ tools: [tool], sandbox }).context))
    expect(textOf(result).split('\n')[0]).toBe(
      'PermissionDenied: this Probe call was not run. .git/config belongs to git, which can be made to run it: only git commands change files under .git.',
    )
  })
})

describe('the factory', () => {
  it('fails closed', () => {
    expect(TOOL_DEFAULTS).toEqual({
      aliases: [],
      kind: 'other',
      maxResultChars: 30_000,
      previewEnd: false,
      timeoutMs: 30_000,
      interruptBehavior: 'block',
      requiresUserInteraction: false,
      requiresPermission: true,
      fallback: undefined,
      isOptional: false,
      isEnabled: true,
      isConcurrencySafe: false,
      isReadOnly: false,
      isDestructive: true,
    })
    const preparation = testTool().prepare({})
    expect(preparation).toMatchObject({
      ok: true,
      call: { isConcurrencySafe: false, isReadOnly: false, isDestructive: true },
    })
  })
})
