import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExecRequest, ExecResult } from '../../../sandbox/contract/contract.ts'
import { fail, ok, type Result } from '../../../sandbox/contract/errors.ts'
import { BACKGROUND_AFTER_MS, JOB_START_MS, LIVE_OUTPUT_CHARS } from '../../limits.ts'
import { bashTool } from './bash.ts'
import { taskOutputTool } from './task-output.ts'
import { taskStopTool } from './task-stop.ts'
import { bench, call, emptySandbox, resultsOf, run, textOf } from '../testing/test-bench.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const bytes = (text: string) => new TextEncoder().encode(text)

/** A sandbox whose commands run until the test ends them. */
function shell() {
  const running = new Map<string, (result: Result<ExecResult>) => void>()
  const say = new Map<string, (text: string) => void>()
  const asked: string[] = []
  let obeys = true
  const end = (id: string, change: Partial<ExecResult> = {}) =>
    running.get(id)?.(
      ok({
        exitCode: 0,
        stdout: bytes('all of it'),
        stderr: bytes(''),
        droppedBytes: 0,
        durationMs: 20_000,
        timedOut: false,
        cwd: '/workspace/sub',
        ...change,
      }),
    )
  const sandbox = emptySandbox({
    exec: (request: ExecRequest, onOutput) => {
      asked.push(`exec ${request.command}`)
      say.set(request.id, (text) => void onOutput?.({ stream: 'stdout', data: bytes(text) }))
      return new Promise((resolve) => running.set(request.id, resolve))
    },
    signal: async (target, signal) => {
      asked.push(`${signal} ${'execId' in target ? target.execId : ''}`)
      if (obeys && 'execId' in target) end(target.execId, { exitCode: 143, signal: 'SIGTERM' })
      return ok(undefined)
    },
    cancel: async (id) => {
      asked.push(`cancel ${id}`)
      end(id, { exitCode: 137, signal: 'SIGKILL' })
    },
    checkpoint: async () => ok({ root: 'r1', changed: true, files: 1, bytes: 1 }),
  })
  const made = bench({ tools: [bashTool, taskOutputTool, taskStopTool], sandbox })
  const use = async (tool: string, input: Record<string, unknown>, id = 'u1') =>
    resultsOf(await run([call(tool, input, id)], made.context))[0]
  return { ...made, use, end, say, asked, disobey: () => (obeys = false), running }
}

/** A server in the background, as `bash_1`. */
async function server() {
  const parts = shell()
  const started = parts.use('Bash', { command: 'serve', run_in_background: true })
  await vi.advanceTimersByTimeAsync(JOB_START_MS)
  return { ...parts, started: await started }
}

describe('a command that blocks', () => {
  it('goes on in the background after a while, and gives its id with what it has said', async () => {
    const { use, say, asked, context } = shell()
    const started = use('Bash', { command: 'npm test' })
    await vi.advanceTimersByTimeAsync(1_000)
    say.get('t1/u1')?.('first line\n')
    await vi.advanceTimersByTimeAsync(BACKGROUND_AFTER_MS)
    const result = await started
    expect(textOf(result)).toBe(
      'first line\n[It still runs after 15 s and goes on in the background as bash_1. You are told when it ends. TaskOutput shows what it says (with "block" it waits for the end), TaskStop stops it.]',
    )
    expect(result).toMatchObject({ outcome: 'done', display: { kind: 'job', jobId: 'bash_1' } })
    expect(asked).toEqual(['exec npm test'])
    expect(context.state.cwd).toBe('/workspace')
  })

  it('is an ordinary call when it ends before', async () => {
    const { use, end, context } = shell()
    const started = use('Bash', { command: 'npm test' })
    await vi.advanceTimersByTimeAsync(BACKGROUND_AFTER_MS - 1)
    end('t1/u1')
    expect(textOf(await started)).toBe('all of it\n[exit code 0, 20.0 s]')
    expect(context.jobs.ids()).toEqual([])
  })

  it('is killed when the run is stopped before, and not after', async () => {
    const stop = new AbortController()
    const { context, asked } = shell()
    const stopped = { ...context, signal: stop.signal }
    const first = run([call('Bash', { command: 'a' }, 'u1')], stopped)
    await vi.advanceTimersByTimeAsync(BACKGROUND_AFTER_MS)
    await first
    const second = run([call('Bash', { command: 'b' }, 'u2')], stopped)
    await vi.advanceTimersByTimeAsync(1_000)
    stop.abort('stop')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(resultsOf(await second)[0]?.outcome).toBe('cancelled')
    expect(asked).toEqual(['exec a', 'exec b', 'cancel t1/u2'])
  })
})

describe('a command put into the background', () => {
  it('answers at once, and shows at once when it cannot even start', async () => {
    const { started } = await server()
    expect(textOf(started)).toMatch(/^\(no new output\)\n\[It runs in the background as bash_1\./)
    const { use, end } = shell()
    const failing = use('Bash', { command: 'srve', run_in_background: true })
    await vi.advanceTimersByTimeAsync(1)
    end('t1/u1', { exitCode: 127, stdout: bytes('srve: not found'), durationMs: 5 })
    expect(await failing).toMatchObject({ outcome: 'failed', display: { kind: 'process', exitCode: 127 } })
  })

  it('logs its output under its call, up to a limit, then its end', async () => {
    const { say, end, logged } = await server()
    say.get('t1/u1')?.('listening\n')
    say.get('t1/u1')?.('x'.repeat(LIVE_OUTPUT_CHARS))
    say.get('t1/u1')?.('never logged')
    end('t1/u1', { exitCode: 2 })
    await vi.advanceTimersByTimeAsync(1)
    const ids = { turnId: 't1', toolUseId: 'u1' }
    expect(logged).toEqual([
      { type: 'tool_output', ...ids, stream: 'stdout', text: 'listening\n' },
      {
        type: 'tool_output',
        ...ids,
        stream: 'stdout',
        text: `${'x'.repeat(LIVE_OUTPUT_CHARS - 10)}\n[no more of its output is kept here]\n`,
      },
      { type: 'checkpoint', root: 'r1', cause: 'tool', toolUseId: 'u1' },
      {
        type: 'job_ended',
        jobId: 'bash_1',
        ...ids,
        how: 'exited',
        exitCode: 2,
        timedOut: false,
        durationMs: 20_000,
      },
    ])
  })

  it('shows with each TaskOutput what is new', async () => {
    const { say, use } = await server()
    say.get('t1/u1')?.('\u001b[32mone\u001b[0m\n')
    expect(textOf(await use('TaskOutput', { task_id: 'bash_1' }))).toBe('one\n[bash_1 is still running.]')
    expect(textOf(await use('TaskOutput', { task_id: 'bash_1' }))).toBe(
      '(no new output)\n[bash_1 is still running.]',
    )
    say.get('t1/u1')?.(`${'a'.repeat(50_000)}${'b'.repeat(50_000)}`)
    const long = textOf(await use('TaskOutput', { task_id: 'bash_1' }))
    expect(long).toMatch(/^\[71,000 characters before this are not kept\.\]\nb+\n/)
    expect(long.length).toBeLessThanOrEqual(30_000)
  })

  it('is waited for with "block", at most for the timeout', async () => {
    const { use, end, context } = await server()
    const early = use('TaskOutput', { task_id: 'bash_1', block: true, timeout: 5_000 })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(textOf(await early)).toContain('[bash_1 is still running.]')
    const late = use('TaskOutput', { task_id: 'bash_1', block: true })
    await vi.advanceTimersByTimeAsync(1_000)
    end('t1/u1')
    expect(textOf(await late)).toContain('[bash_1 has ended with exit code 0 after 20.0 s.]')
    expect(context.jobs.news()).toEqual([])
  })

  it('is told of once when it ends unseen', async () => {
    const { context, end } = await server()
    expect(context.jobs.news()).toEqual([])
    end('t1/u1', { exitCode: 1 })
    await vi.advanceTimersByTimeAsync(1)
    expect(context.jobs.news()).toEqual([
      '<system-reminder>The background command bash_1 (serve) has ended with exit code 1 after 20.0 s. TaskOutput with this id shows what it has said.</system-reminder>',
    ])
    expect(context.jobs.news()).toEqual([])
  })

  it.each([
    [{ timedOut: true, exitCode: 124 }, 'was killed at its timeout, after 20.0 s'],
    [{ signal: 'SIGKILL' as const }, 'was stopped after 20.0 s'],
  ])('says how it ended: %o', async (change, text) => {
    const { use, end } = await server()
    end('t1/u1', change)
    await vi.advanceTimersByTimeAsync(1)
    expect(textOf(await use('TaskOutput', { task_id: 'bash_1' }))).toContain(`[bash_1 ${text}.]`)
  })

  it('says that it was lost when the sandbox has died', async () => {
    const { use, running } = await server()
    running.get('t1/u1')?.(fail('disposed', 'The sandbox has crashed.'))
    await vi.advanceTimersByTimeAsync(1)
    expect(textOf(await use('TaskOutput', { task_id: 'bash_1' }))).toContain('was lost with the sandbox')
  })

  it('is asked to end by TaskStop, and killed when it does not', async () => {
    const { use, asked } = await server()
    expect(textOf(await use('TaskStop', { task_id: 'bash_1' }))).toContain(
      '[bash_1 was stopped after 20.0 s.]',
    )
    expect(asked).toEqual(['exec serve', 'SIGTERM t1/u1'])
    const stubborn = await server()
    stubborn.disobey()
    const stopping = stubborn.use('TaskStop', { task_id: 'bash_1' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(textOf(await stopping)).toContain('was stopped')
    expect(stubborn.asked).toEqual(['exec serve', 'SIGTERM t1/u1', 'cancel t1/u1'])
  })

  it('ends with its session, and nothing is left to tell', async () => {
    const { context, asked, logged } = await server()
    await context.jobs.endAll()
    expect(asked).toEqual(['exec serve', 'cancel t1/u1'])
    expect(logged.at(-1)).toMatchObject({ type: 'job_ended', how: 'stopped' })
    expect([context.jobs.ids(), context.jobs.news()]).toEqual([[], []])
  })

  it('has a number that the session has not used', async () => {
    const { context, use } = shell()
    context.jobs.countFrom(7)
    const started = use('Bash', { command: 'serve', run_in_background: true })
    await vi.advanceTimersByTimeAsync(JOB_START_MS)
    await started
    expect(context.jobs.ids()).toEqual(['bash_8'])
  })

  it('is found under the older names of the tools and their fields, and its absence is told', async () => {
    const { use } = await server()
    expect(textOf(await use('BashOutput', { bash_id: 'bash_1' }))).toContain('is still running')
    expect(textOf(await use('BashOutput', { bash_id: 'bash_2' }))).toBe(
      'ValidationError: There is no background command "bash_2". Known: bash_1. A command that ended in the foreground has no id.',
    )
    expect(textOf(await use('KillShell', { shell_id: 'bash_1' }))).toContain('was stopped')
  })
})
