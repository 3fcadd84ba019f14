import { describe, expect, it } from 'vitest'
import { ok } from '../../sandbox/errors.ts'
import type { AgentEvent, EventBody } from '../protocol/events.ts'
import { bench, call, emptySandbox, resultText, run } from '../tools/test-support.ts'
import { bashTool } from '../tools/bash.ts'
import { readTool } from '../tools/read.ts'
import { writeTool } from '../tools/write.ts'
import { FailureWatch } from './failure-watch.ts'

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
        hooks: watch.hooks(sandbox),
      })
  }
  return { watch, asked, runs, context: { ...context, hooks: watch.hooks(sandbox) } }
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
