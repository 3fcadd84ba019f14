import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ExecResult } from '../../../../sandbox/contract/contract.ts'
import { ok } from '../../../../sandbox/contract/errors.ts'
import { BACKGROUND_AFTER_MS } from '../../../limits.ts'
import type { AgentEvent, EventBody } from '../../../protocol/events.ts'
import { BackgroundJobs } from '../../../tools/shell/background-jobs.ts'
import { bench, call, emptySandbox, resultText, run } from '../../../tools/testing/test-bench.ts'
import { bashTool } from '../../../tools/shell/bash.ts'
import { taskOutputTool } from '../../../tools/shell/task-output.ts'
import { readTool } from '../../../tools/files/read.ts'
import { writeTool } from '../../../tools/files/write.ts'
import { FailureWatch } from './failure-watch.ts'
import { callHooks } from './testing/call-hooks.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const TEST = 'expect(sum(1, 2)).toBe(3)\n'

/** Tests that fail, and a workspace with one of them. */
const sandbox = emptySandbox({
  exec: async () =>
    ok({
      exitCode: 1,
      stdout: bytes('✖ adds\n'),
      stderr: bytes(''),
      droppedBytes: 0,
      durationMs: 1,
      timedOut: false,
      cwd: '/workspace',
    }),
  readFile: async () => ok(bytes(TEST)),
  stat: async () => ok({ kind: 'file', size: TEST.length, mtimeMs: 0, mode: 0o644 }),
})

const session = (...bodies: EventBody[]) => ({
  id: 's1',
  events: async (): Promise<AgentEvent[]> =>
    bodies.map((body, index) => ({ ...body, seq: index + 1, at: 0 })),
})

/** The pipeline with the watch in it, as a run has it. */
async function watched() {
  const watch = new FailureWatch()
  await watch.begin(session())
  const { context, asked } = bench({
    tools: [bashTool, readTool, writeTool],
    sandbox,
    answer: { behavior: 'deny' },
  })
  const runs = async (times: number) => {
    for (let left = times; left > 0; left--)
      await run([call('Bash', { command: 'npm test' }, `b${left}`)], {
        ...context,
        hooks: callHooks(watch.hook(sandbox)),
      })
  }
  return { watch, asked, runs, context: { ...context, hooks: callHooks(watch.hook(sandbox)) } }
}

describe('failing checks in the pipeline', () => {
  it('have a test that is written anew held against what it was, even where nobody is to be asked', async () => {
    const { context, asked, runs } = await watched()
    await runs(4)
    await resultText(call('Read', { file_path: '/workspace/sum.test.ts' }), context)
    expect(asked).toEqual([])
    const loosened = { file_path: '/workspace/sum.test.ts', content: 'expect(sum(1, 2)).toBeDefined()\n' }
    expect(await resultText(call('Write', loosened), context)).toContain('was not run')
    expect(asked).toMatchObject([{ reason: expect.stringContaining('a loose one'), suggestedRule: '' }])
  })

  it('are told to the model, and pause the run once', async () => {
    const { watch, context, runs } = await watched()
    await runs(3)
    expect(await resultText(call('Bash', { command: 'npm test' }), context)).toContain('find the cause')
    expect(watch.checkpoint()).toBeUndefined()
    await runs(1)
    expect([watch.checkpoint()?.kind, watch.checkpoint()]).toEqual(['repeated_failures', undefined])
  })

  it('are of their session and its workspace', async () => {
    const { watch, runs } = await watched()
    await runs(5)
    watch.startOver()
    expect(watch.checkpoint()).toBeUndefined()
  })
})

describe('a failing check in the background', () => {
  afterEach(() => void vi.useRealTimers())

  /** The watch, and a shell whose commands run until the test ends them. */
  async function slow() {
    vi.useFakeTimers()
    const running = new Map<string, (exitCode: number) => void>()
    const watch = new FailureWatch()
    await watch.begin(session())
    const place = emptySandbox({
      exec: ({ id }) =>
        new Promise((resolve) => {
          const result: ExecResult = {
            exitCode: 1,
            stdout: bytes(''),
            stderr: bytes(''),
            droppedBytes: 0,
            durationMs: 20_000,
            timedOut: false,
            cwd: '/workspace',
          }
          running.set(id, (exitCode) => resolve(ok({ ...result, exitCode })))
        }),
    })
    const { context } = bench({ tools: [bashTool, taskOutputTool], sandbox: place })
    const jobs = new BackgroundJobs((event) => watch.note(event))
    const inWatch = { ...context, jobs, hooks: callHooks(watch.hook(place)) }
    const started = async (id: string) => {
      const ending = run([call('Bash', { command: 'npm test' }, id)], inWatch)
      await vi.advanceTimersByTimeAsync(BACKGROUND_AFTER_MS)
      await ending
    }
    const ended = async (id: string, exitCode: number) => {
      running.get(`t1/${id}`)?.(exitCode)
      await vi.advanceTimersByTimeAsync(0)
    }
    const shown = (task_id: string) => resultText(call('TaskOutput', { task_id, block: true }), inWatch)
    return { watch, started, ended, shown }
  }

  it('counts at its end, and what the model should know of it comes with TaskOutput', async () => {
    const { watch, started, ended, shown } = await slow()
    for (let n = 1; n <= 5; n += 1) {
      await started(`b${n}`)
      expect(watch.checkpoint()).toBeUndefined()
      await ended(`b${n}`, 1)
      const text = await shown(`bash_${n}`)
      expect(text.includes('find the cause')).toBe(n > 2)
    }
    expect(watch.checkpoint()?.text).toBe('npm test has failed 5 times.')
    await started('b6')
    await ended('b6', 0)
    expect(watch.checkpoint()).toBeUndefined()
  })
})
