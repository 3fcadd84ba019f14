/** Output of commands in the background that have opened a file with secrets: each tool that shows it asks. */
import { expect, it } from 'vitest'
import type { ExecResult } from '../../../sandbox/contract/contract.ts'
import { ok, type Result } from '../../../sandbox/contract/errors.ts'
import { BUILT_IN_TOOLS } from '../profiles/built-in.ts'
import { realPaths } from './real-path.ts'
import { bench, call, emptySandbox, resultText } from '../testing/test-bench.ts'

const SECRET = 'PIN=4711\n'

/** A command that says the secret at once and when it is told to, and goes on until it is ended. */
function backgroundCommand() {
  const ended = Promise.withResolvers<Result<ExecResult>>()
  const end = async () => {
    const none = new Uint8Array()
    const result = {
      exitCode: 143,
      stdout: none,
      stderr: none,
      droppedBytes: 0,
      durationMs: 1,
      timedOut: false,
    }
    ended.resolve(ok({ ...result, cwd: '/workspace' }))
    return ok(undefined)
  }
  let say = (): void => undefined
  const sandbox = emptySandbox({
    describe: async () => {
      const description = await emptySandbox().describe()
      return { ...description, reportsOpened: true }
    },
    exec: async (_, onOutput) => {
      say = () =>
        void onOutput?.({ stream: 'stdout', data: new TextEncoder().encode(SECRET), opened: 'program' })
      say()
      return ended.promise
    },
    openedFiles: async () => ok([{ path: '/workspace/.env', byServer: false }]),
    signal: end,
  })
  const made = bench({
    tools: BUILT_IN_TOOLS,
    sandbox,
    permission: { mode: 'default', sandboxAutoAllow: true },
    answer: { behavior: 'deny' },
    context: {
      withheld: {
        isAllowed: () => false,
        allow: () => undefined,
        mask: () => undefined,
        maskAll: () => (text) => text,
      },
    },
  })
  return { ...made, say: () => say() }
}

const START = call('Bash', { command: 'node a.js', run_in_background: true })

it.each(['TaskOutput', 'TaskStop'])('%s asks before it shows what such a command has said', async (tool) => {
  const { context, asked, logged, say } = backgroundCommand()
  expect(await resultText(START, context)).toContain('is withheld')
  say()
  const text = await resultText(call(tool, { task_id: 'bash_1' }, 'u2'), context)
  expect(text).toContain('is withheld: the command has opened .env')
  expect(text + JSON.stringify(logged)).not.toContain('4711')
  expect(asked).toMatchObject([{ about: 'output' }, { about: 'output' }])
})

it('is not asked where it has said nothing since', async () => {
  const { context, asked } = backgroundCommand()
  await resultText(START, context)
  expect(await resultText(call('TaskOutput', { task_id: 'bash_1' }, 'u2'), context)).toContain(
    '(no new output)',
  )
  expect(asked).toHaveLength(1)
})

it('a file that was written from a withheld one is judged as that one', async () => {
  const stat = { kind: 'file', size: 1, mode: 0o644, mtimeMs: 0 } as const
  const sandbox = emptySandbox({
    stat: async (path) => ok(path.endsWith('/out') ? { ...stat, withheld: '/workspace/.env' } : stat),
  })
  const [use] = await realPaths(sandbox, { reads: ['/workspace/out'] })
  expect(use).toEqual({ access: 'read', path: '/workspace/out', real: '/workspace/.env' })
})
