/** A command starts in the directory where the last one ended: how it is judged there, and how the log and the model learn of it. */
import { expect, it } from 'vitest'
import type { ExecResult } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { MINIMAL_TOOLS } from '../profiles/minimal.ts'
import { bashTool } from './bash.ts'
import { bench, call, emptySandbox, resultsOf, run, textOf } from '../testing/test-bench.ts'

const none = new Uint8Array(0)
const RESULT: ExecResult = {
  exitCode: 0,
  stdout: none,
  stderr: none,
  droppedBytes: 0,
  durationMs: 0,
  timedOut: false,
  cwd: '/workspace',
}
const FOLDER = { kind: 'directory', size: 0, mode: 0o755, mtimeMs: 0 } as const

/** Commands end in these directories, one after the other; of them the existing ones are there. */
function scene(ends: readonly string[], existing: readonly string[], tools = [bashTool]) {
  const started: (string | undefined)[] = []
  const sandbox = emptySandbox({
    stat: async (path) => (existing.includes(path) ? ok(FOLDER) : fail('not_found', 'It is gone.')),
    exec: async ({ cwd }) => {
      const end = ends[started.push(cwd) - 1] ?? ''
      return ok({ ...RESULT, cwd: end })
    },
  })
  const { context } = bench({ tools, sandbox })
  const calls = ends.map((_, index) => call('Bash', { command: `x ${index}` }, `u${index}`))
  return { started, results: async () => resultsOf(await run(calls, context)), context }
}

it('a result names the directory of the next command where the call has changed it, and only there', async () => {
  const { results } = scene(['/workspace/sub', '/workspace/sub', '/tmp', '/workspace'], ['/workspace/sub'])
  const named = (await results()).map((result) => ['cwd' in result, result.cwd])
  expect(named).toEqual([
    [true, '/workspace/sub'],
    [false, undefined],
    [true, '/workspace'],
    [false, undefined],
  ])
})

it.each([
  ['all tools', [bashTool]],
  ['the tools of a small model', [...MINIMAL_TOOLS]],
])('the model is told that its directory is gone, once: with %s', async (_, tools) => {
  const { started, results } = scene(['/workspace/gone', '/workspace', '/workspace'], [], tools)
  const texts = (await results()).map(textOf)
  expect(started).toEqual(['/workspace', '/workspace', '/workspace'])
  const end = '(no output)\n[exit code 0, 0.0 s]'
  expect(texts).toEqual([
    end,
    `${end}\n[/workspace/gone is no longer there, so the start directory was /workspace.]`,
    end,
  ])
})

it('a command that goes into the background says so, too', async () => {
  const { context } = scene([], [])
  context.state.cwd = '/workspace/gone'
  const [result] = resultsOf(
    await run([call('Bash', { command: 'serve', run_in_background: true })], {
      ...context,
      sandbox: { ...context.sandbox, exec: () => new Promise(() => undefined) },
    }),
  )
  expect(textOf(result)).toMatch(
    /TaskStop stops it\.\]\n\[\/workspace\/gone is no longer there, so the start directory was \/workspace\.\]$/,
  )
})

it('a command is judged where it starts: a way that was within the workspace from a folder that is gone may lead out', async () => {
  const judge = async (existing: readonly string[]) => {
    const { context } = scene([], existing)
    context.state.cwd = '/workspace/sub'
    const { context: asking, asked } = bench({
      tools: [bashTool],
      sandbox: context.sandbox,
      permission: { mode: 'default', sandboxAutoAllow: true, contained: true },
      context: { state: context.state },
    })
    await run([call('Bash', { command: 'rm -rf ../b' })], asking)
    return asked.length
  }
  expect([await judge(['/workspace/sub']), await judge([])]).toEqual([0, 1])
})
