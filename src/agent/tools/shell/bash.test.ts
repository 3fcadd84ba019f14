import { describe, expect, it } from 'vitest'
import { JOB_TIMEOUT_MS } from '../../limits.ts'
import type { ExecRequest, ExecResult } from '../../../sandbox/contract/contract.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { bashTool } from './bash.ts'
import { endingText, outputText } from './shell-text.ts'
import {
  bench,
  call,
  emptySandbox,
  keptResults,
  resultText,
  resultsOf,
  run,
  textOf,
} from '../testing/test-bench.ts'
import { workspace } from '../testing/workspace.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function ended(change: Partial<ExecResult> = {}): ExecResult {
  return {
    exitCode: 0,
    stdout: bytes(''),
    stderr: bytes(''),
    droppedBytes: 0,
    durationMs: 1_234,
    timedOut: false,
    cwd: '/workspace',
    ...change,
  }
}

describe('a command', () => {
  it('does not begin when the run was stopped just before', async () => {
    const stop = new AbortController()
    let began = 0
    const sandbox = emptySandbox({
      // The last thing that is waited for before a command.
      stat: async () => {
        stop.abort('stop')
        return ok({ kind: 'directory', size: 0, mtimeMs: 0, mode: 0o755 })
      },
      exec: async () => {
        began++
        return ok(ended())
      },
    })
    const { context } = bench({ tools: [bashTool], sandbox, signal: stop.signal })
    context.state.cwd = '/workspace/src'
    expect(await resultText(call('Bash', { command: 'serve' }), context)).toContain('Cancelled')
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(began).toBe(0)
  })

  it('that breaks off with the sandbox says so, and is not said to go on', async () => {
    const sandbox = emptySandbox({ exec: () => Promise.reject(new Error('the worker is gone')) })
    const { context } = bench({ tools: [bashTool], sandbox })
    expect(await resultText(call('Bash', { command: 'serve' }), context)).toMatch(
      /may have run in part: The sandbox failed: the worker is gone/,
    )
  })
})

describe('the text of a finished command', () => {
  it.each([
    ['no output', {}, '(no output)\n[exit code 0, 1.2 s]'],
    [
      'both streams',
      { exitCode: 2, stdout: bytes('out\n'), stderr: bytes('err\n') },
      'out\n[stderr]\nerr\n[exit code 2, 1.2 s]',
    ],
    [
      'a signal',
      { exitCode: 137, signal: 'SIGKILL' as const },
      '(no output)\n[exit code 137 (SIGKILL), 1.2 s]',
    ],
    [
      'a time-out',
      { exitCode: 124, timedOut: true, stdout: bytes('x') },
      'x\n[timed out after 120 s; the command and all it had started were killed. Run a smaller part, or leave the timeout out: what takes long then goes on in the background.]',
    ],
    [
      'output that the sandbox dropped',
      { stdout: bytes('x'), droppedBytes: 5_000 },
      'x\n[5,000 bytes from the middle of the output were dropped. Send long output to a file.]\n[exit code 0, 1.2 s]',
    ],
    [
      'a directory outside the workspace',
      { cwd: '/tmp' },
      '(no output)\n[exit code 0, 1.2 s]\n[The command ended in /tmp; the next one starts in /workspace again.]',
    ],
    [
      'colours',
      { stdout: bytes('\u001b[31mred\u001b[0m\u001b]0;title\u0007\r\n') },
      'red\n[exit code 0, 1.2 s]',
    ],
  ])('tells %s', (_, change, text) => {
    expect(`${outputText(ended(change))}\n${endingText(ended(change), 120_000)}`).toBe(text)
  })
})

/** The request of a command that only looks has these, too. */
const LOOKS = { readOnly: true, env: { GIT_OPTIONAL_LOCKS: '0' } }

describe('Bash', () => {
  it('runs, streams and shows how it ended', async () => {
    const { context } = await workspace()
    const events = await run([call('Bash', { command: 'echo hi' })], context)
    expect(events.map((event) => event.type)).toEqual([
      'permission_decided',
      'tool_started',
      'tool_output',
      'tool_result',
    ])
    expect(events[2]).toMatchObject({ stream: 'stdout', text: 'hi\n' })
    expect(textOf(resultsOf(events)[0])).toMatch(/^hi\n\[exit code 0, \d+\.\d s\]$/)
  })

  it('joins code points that were split between chunks', async () => {
    const [a, b] = [bytes('é').slice(0, 1), bytes('é').slice(1)]
    const sandbox = emptySandbox({
      exec: async (_, onOutput) => {
        onOutput?.({ stream: 'stdout', data: a })
        onOutput?.({ stream: 'stdout', data: b })
        return ok(ended({ stdout: bytes('é') }))
      },
    })
    const events = await run([call('Bash', { command: 'x' })], bench({ tools: [bashTool], sandbox }).context)
    expect(events.filter((event) => event.type === 'tool_output')).toEqual([
      { type: 'tool_output', turnId: 't1', toolUseId: 'u1', stream: 'stdout', text: 'é' },
    ])
  })

  it('keeps the directory within the workspace', async () => {
    const requests: ExecRequest[] = []
    const cwds = ['/workspace/sub', '/tmp', '/workspace']
    const sandbox = emptySandbox({
      stat: async () => ok({ kind: 'directory', size: 0, mode: 0o755, mtimeMs: 0 }),
      exec: async (request) => {
        requests.push(request)
        return ok(ended({ cwd: cwds.shift() ?? '' }))
      },
    })
    const { context } = bench({ tools: [bashTool], sandbox })
    const calls = ['cd sub', 'cd /tmp', 'x'].map((command, n) =>
      call('Bash', n === 2 ? { command } : { command, timeout: 5 }, `u${n}`),
    )
    await run(calls, context)
    // A replay gives the command the same.
    const moment = { seed: expect.any(Number), at: expect.any(Number) }
    expect(new Set(requests.map((request) => request.moment?.seed)).size).toBe(3)
    expect(requests).toEqual([
      {
        id: 't1/u0',
        command: 'cd sub',
        cwd: '/workspace',
        timeoutMs: 5,
        moment,
        skipsWithheld: true,
        ...LOOKS,
      },
      {
        id: 't1/u1',
        command: 'cd /tmp',
        cwd: '/workspace/sub',
        timeoutMs: 5,
        moment,
        skipsWithheld: true,
        ...LOOKS,
      },
      {
        id: 't1/u2',
        command: 'x',
        cwd: '/workspace',
        timeoutMs: JOB_TIMEOUT_MS,
        moment,
        skipsWithheld: true,
      },
    ])
  })

  it('holds a command that only looks to that, and says so where it tried more', async () => {
    const requests: ExecRequest[] = []
    const refused = new TextEncoder().encode('sort: open failed: a: Read-only file system\n')
    const sandbox = emptySandbox({
      exec: async (request) => {
        requests.push(request)
        return ok(ended({ stderr: refused, exitCode: 2 }))
      },
    })
    const { context } = bench({ tools: [bashTool], sandbox })
    const commands = ['git status', 'sort a > b', 'npm test']
    const events = await run(
      commands.map((command, n) => call('Bash', { command }, `u${n}`)),
      context,
    )
    expect(requests.map(({ command, readOnly, env }) => ({ command, readOnly, env }))).toEqual([
      { command: 'git status', ...LOOKS },
      { command: 'sort a > b', readOnly: undefined, env: undefined },
      { command: 'npm test', readOnly: undefined, env: undefined },
    ])
    const told = events.filter((event) => JSON.stringify(event).includes('judged to only read'))
    expect(told).toHaveLength(1)
  })

  it('starts at the top again when its directory is gone', async () => {
    const requests: ExecRequest[] = []
    const sandbox = emptySandbox({
      exec: async (request) => {
        requests.push(request)
        return ok(ended({ cwd: '/workspace/gone' }))
      },
    })
    const { context } = bench({ tools: [bashTool], sandbox })
    await run([call('Bash', { command: 'x' }, 'u0'), call('Bash', { command: 'y' }, 'u1')], context)
    expect(requests.map(({ cwd }) => cwd)).toEqual(['/workspace', '/workspace'])
  })

  it.each([
    ['npm test', 1, 'failed'],
    ['grep x a', 1, 'done'],
    ['grep x a', 2, 'failed'],
    ['diff a b', 1, 'done'],
    ['grep x a && npm test', 1, 'failed'],
  ])('takes exit code of "%s" %i for %s', async (command, exitCode, outcome) => {
    const sandbox = emptySandbox({ exec: async () => ok(ended({ exitCode })) })
    const [result] = resultsOf(
      await run([call('Bash', { command })], bench({ tools: [bashTool], sandbox }).context),
    )
    expect(result).toMatchObject({
      outcome,
      content: { is_error: outcome === 'failed' },
      display: { kind: 'process', exitCode, durationMs: 1_234, timedOut: false },
    })
  })

  it('stores long output and shows its end, never half a code point', async () => {
    const { kept, results } = keptResults()
    const sandbox = emptySandbox({
      exec: async () => ok(ended({ stdout: bytes('😀'.repeat(40_000) + 'end') })),
    })
    const text = await resultText(
      call('Bash', { command: 'x' }),
      bench({ tools: [bashTool], sandbox, context: { results } }).context,
    )
    expect(kept.map((one) => [one.tool, one.input['command'], one.text.length])).toEqual([
      ['Bash', 'x', 80_004],
    ])
    expect(text).toContain('All of it is in /results/bash.txt: search it with Grep')
    expect(text.length).toBeLessThan(2_500)
    expect(text.isWellFormed()).toBe(true)
    expect(text.endsWith('😀end\n[exit code 0, 1.2 s]\n</persisted-output>')).toBe(true)
  })

  it('kills the command when the run is stopped', async () => {
    const stop = new AbortController()
    const { context, sandbox } = await workspace({}, { bench: { signal: stop.signal } })
    const all = run([call('Bash', { command: 'sleep 100' })], context)
    await expect.poll(() => sandbox.processes()).toMatchObject({ ok: true, value: [{}] })
    stop.abort('stop')
    expect(resultsOf(await all)[0]?.outcome).toBe('cancelled')
    expect(await sandbox.processes()).toEqual(ok([]))
  })

  it('is classified by its command', () => {
    const classes = ['ls src', 'rm -rf src', 'npm test'].map((command) => {
      const preparation = bashTool.prepare({ command })
      if (!preparation.ok) throw new Error('not prepared')
      const { isConcurrencySafe, isReadOnly, isDestructive } = preparation.call
      return { isConcurrencySafe, isReadOnly, isDestructive }
    })
    expect(classes).toEqual([
      { isConcurrencySafe: true, isReadOnly: true, isDestructive: false },
      { isConcurrencySafe: false, isReadOnly: false, isDestructive: true },
      { isConcurrencySafe: false, isReadOnly: false, isDestructive: false },
    ])
  })

  it('says what is wrong with a blank command and a closed sandbox', async () => {
    const { use, sandbox } = await workspace()
    expect((await use('Bash', { command: ' ' })).text).toBe(
      'ValidationError: command is empty. Give the command line to run.',
    )
    await sandbox.dispose()
    expect((await use('Bash', { command: 'ls' })).text).toBe(
      'Error: the command was not run: The sandbox has been closed. Boot another one.',
    )
  })
})
