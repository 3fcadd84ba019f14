/** Hooks of an event run side by side, each within its time, and none harms another or the run. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Happening, HookInput } from './events.ts'
import type { Hook, HookReply } from './hook.ts'
import { HookRunner } from './runner.ts'
import type { HookRan } from './runner.ts'
import { testHook } from './testing/test-hook.ts'
import { NO_VERDICT } from './verdict.ts'

const BEFORE: Happening = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 'c1',
}
const STOP: Happening = { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Done.' }

/** A project's hook, which is a process. */
const hook = (run: Hook['run'] | HookReply, more: Partial<Hook> = {}) =>
  testHook(['PreToolUse', 'Stop'], run, {
    name: 'guard.sh',
    source: 'project',
    rank: 'project',
    isProcess: true,
    ...more,
  })

function runner(...hooks: readonly Hook[]) {
  const logged: HookRan[] = []
  const made = new HookRunner({
    hooks,
    facts: () => ({ session_id: 's', cwd: '/workspace', permission_mode: 'default' }),
    log: (ran) => logged.push(ran),
    now: () => Date.now(),
  })
  const run = (happening = BEFORE, signal = new AbortController().signal) => made.run(happening, signal)
  return { made, run, logged }
}

const decides = (permissionDecision: string, more: object = {}): HookReply => ({
  output: { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, ...more } },
})

describe('a hook', () => {
  it('is given the facts of the run and of the event', async () => {
    const seen: HookInput[] = []
    const { run, logged } = runner(
      hook(async (input) => {
        seen.push(input)
        return {}
      }),
    )
    expect(await run()).toEqual(NO_VERDICT)
    expect(seen).toEqual([{ session_id: 's', cwd: '/workspace', permission_mode: 'default', ...BEFORE }])
    expect(logged).toEqual([
      {
        type: 'hook_ran',
        event: 'PreToolUse',
        hook: 'guard.sh',
        source: 'project',
        toolUseId: 'c1',
        outcome: 'success',
        durationMs: expect.any(Number),
      },
    ])
  })

  it('is not started where it does not listen, or does not match', async () => {
    const run = vi.fn(async () => ({}))
    const {
      made,
      run: happen,
      logged,
    } = runner(
      hook(run, { events: ['PostCompact'] }),
      hook(run, { matches: (input) => 'tool_name' in input && input.tool_name === 'Write' }),
    )
    expect(await happen()).toEqual(NO_VERDICT)
    expect([made.listensTo('PostCompact'), made.listensTo('Stop'), made.listensTo('StopFailure')]).toEqual([
      true,
      true,
      false,
    ])
    expect([run.mock.calls.length, logged]).toEqual([0, []])
  })

  it.each([
    ['throws', async () => Promise.reject(new Error('no such file')), 'no such file'],
    [
      'throws at once',
      () => {
        throw new TypeError('not a function')
      },
      'not a function',
    ],
    [
      'answers in a wrong type',
      { output: 'yes' },
      'Its answer does not fit: Invalid input: expected object, received string.',
    ],
    [
      'has a field of a wrong type',
      { output: { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'maybe' } } },
      'Its answer does not fit: `hookSpecificOutput.permissionDecision`: Invalid option: expected one of "allow"|"deny"|"ask"|"defer".',
    ],
    [
      'answers for another event',
      { output: { hookSpecificOutput: { hookEventName: 'Stop' } } },
      'Its answer is for "Stop", not for PreToolUse.',
    ],
  ] satisfies [string, Hook['run'] | HookReply, string][])(
    'that %s has said nothing',
    async (_, run, problem) => {
      const { run: happen, logged } = runner(hook(run), hook(decides('ask')))
      expect((await happen()).decision).toMatchObject({ behavior: 'ask' })
      expect(logged).toContainEqual(expect.objectContaining({ outcome: 'non_blocking_error', problem }))
      const guard = runner(hook(run, { onFailure: 'block' }))
      expect((await guard.run()).decision).toEqual({
        behavior: 'deny',
        rank: 'project',
        reason: `The hook “guard.sh” has failed, and blocks then: ${problem}`,
      })
      expect(guard.logged[0]).toMatchObject({ outcome: 'blocking', problem })
    },
  )

  it('that failed does not keep an agent at work that would end', async () => {
    const { run } = runner(hook(async () => Promise.reject(new Error('crash')), { onFailure: 'block' }))
    expect((await run(STOP)).blocks).toEqual([])
  })

  it('that blocks is heard, whatever its JSON says, also where that does not fit', async () => {
    const allowing = runner(hook({ ...decides('allow'), blocks: 'Not on Fridays.' }))
    expect((await allowing.run()).decision).toEqual({
      behavior: 'deny',
      rank: 'project',
      reason: 'Not on Fridays.',
    })
    const broken = runner(hook({ output: { decision: 7 }, blocks: 'Not on Fridays.' }))
    expect((await broken.run()).decision).toMatchObject({ behavior: 'deny' })
    expect(broken.logged[0]).toMatchObject({
      outcome: 'blocking',
      behavior: 'deny',
      reason: 'Not on Fridays.',
      problem: expect.stringContaining('`decision`'),
    })
  })

  it('of the program itself is not logged', async () => {
    const { run, logged } = runner(hook({ ...decides('deny'), context: ['a', 'b'] }, { isOwn: true }))
    expect(await run()).toMatchObject({ decision: { behavior: 'deny' }, context: ['a', 'b'] })
    expect(logged).toEqual([])
  })
})

describe('time', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const hangs = (more: Partial<Hook> = {}) => {
    const signals: AbortSignal[] = []
    const made = hook((_, signal) => {
      signals.push(signal)
      return new Promise(() => {})
    }, more)
    return { made, signals }
  }

  it('of each is its own: one that is late is stopped, and has said nothing', async () => {
    const { made, signals } = hangs({ timeoutMs: 5_000 })
    const { run, logged } = runner(made, hook(decides('deny')))
    const verdict = run()
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await verdict).decision).toMatchObject({ behavior: 'deny' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(logged.map(({ outcome, problem, durationMs }) => [outcome, problem, durationMs])).toEqual([
      ['success', undefined, 0],
      ['cancelled', 'It did not end within its time.', 5_000],
    ])
  })

  it('that is over blocks, where the hook guards', async () => {
    const { run } = runner(hangs({ timeoutMs: 10, onFailure: 'block' }).made)
    const verdict = run()
    await vi.advanceTimersByTimeAsync(10)
    expect((await verdict).decision).toMatchObject({ behavior: 'deny' })
  })

  it('ends for all when the run is stopped, and nothing begins after that', async () => {
    const { made, signals } = hangs({ timeoutMs: Infinity, onFailure: 'block' })
    const { run, logged } = runner(made)
    const stop = new AbortController()
    const verdict = run(BEFORE, stop.signal)
    await vi.advanceTimersByTimeAsync(3_000_000)
    stop.abort()
    expect(await verdict).toEqual(NO_VERDICT)
    expect([signals.length, logged[0]?.outcome, logged[0]?.problem]).toEqual([1, 'cancelled', undefined])
    await run(BEFORE, stop.signal)
    expect(signals.length).toBe(1)
  })

  it('runs for all at once', async () => {
    const answers = [Promise.withResolvers<HookReply>(), Promise.withResolvers<HookReply>()]
    const begun = answers.map(() => 0)
    const { run } = runner(
      ...answers.map(({ promise }, index) =>
        hook(() => {
          begun[index] = 1
          return promise
        }),
      ),
    )
    const verdict = run()
    expect(begun).toEqual([1, 1])
    answers[1]?.resolve(decides('allow'))
    answers[0]?.resolve(decides('ask'))
    expect((await verdict).decision).toMatchObject({ behavior: 'ask' })
  })
})
