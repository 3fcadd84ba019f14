/** Effects that hooks may have on a call, and those that they may not. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { buildTool, textOutput } from '../contract.ts'
import type { HookVerdict } from '../deps.ts'
import { bench, call, resultsOf, run, textOf } from '../testing/test-bench.ts'

const writer = buildTool({
  name: 'Writer',
  description: 'For tests.',
  schema: z.strictObject({ file_path: z.string(), n: z.number().default(1) }),
  kind: 'edit',
  title: ({ file_path }) => file_path,
  subject: ({ file_path }) => ({ writes: [`/workspace/${file_path}`] }),
  validate: async ({ file_path }) => (file_path === 'bad' ? 'bad is bad.' : undefined),
  run: async ({ file_path, n }) => textOutput(`${file_path} ${n}`),
})

async function under(
  verdict: HookVerdict,
  permission: NonNullable<Parameters<typeof bench>[0]['permission']> = {},
) {
  const seen: unknown[] = []
  const { context, asked } = bench({
    tools: [writer],
    permission,
    context: {
      hooks: {
        preToolUse: async ({ input }) => {
          seen.push(input)
          return verdict
        },
      },
    },
  })
  const events = await run([call('Writer', { file_path: 'a' })], context)
  const [result] = resultsOf(events)
  return { text: textOf(result).split('\n')[0], outcome: result?.outcome, asked: asked.length, seen, events }
}

it('see absolute paths; the transcript keeps what the model wrote', async () => {
  const { seen, events } = await under({})
  expect(seen).toEqual([{ file_path: '/workspace/a', n: 1 }])
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'tool_started', input: { file_path: 'a', n: 1 } }),
  )
})

const said = (behavior: 'allow' | 'ask' | 'deny'): HookVerdict => ({
  decision: { behavior, rank: 'program' },
})
const RULES: { deny: string[] } = { deny: ['Writer'] }

it.each([
  ['deny what is allowed', said('deny'), {}, ['denied', 0]],
  ['ask for what is allowed', said('ask'), {}, ['done', 1]],
  ['allow what would be asked', said('allow'), { mode: 'default', sandboxAutoAllow: false }, ['done', 0]],
  ['not lift a deny', said('allow'), { rules: RULES }, ['denied', 0]],
  ['not turn a deny into a question', said('ask'), { rules: RULES }, ['denied', 0]],
  ['ask nobody where nobody is', said('ask'), { canAsk: false }, ['denied', 0]],
] as const)('may %s', async (_, verdict, permission, expected) => {
  const { outcome, asked } = await under(verdict, permission)
  expect([outcome, asked]).toEqual(expected)
})

it('may change the input, which is then checked and judged like the first', async () => {
  expect((await under({ input: { file_path: 'b', n: 2 } })).text).toBe('b 2')
  expect((await under({ input: { file: 'b' } })).text).toMatch(/^InputValidationError/)
  expect((await under({ input: { file_path: 'bad' } })).text).toBe('ValidationError: bad is bad.')
  expect((await under({ input: { file_path: '.git/hooks/x' } })).text).toMatch(
    /^PermissionDenied.*belongs to git/,
  )
})

it('may say something to the model, apart from the result', async () => {
  const { events } = await under({ context: ['Mind the style.'] })
  expect(textOf(resultsOf(events)[0])).toBe('a 1\n<system-reminder>Mind the style.</system-reminder>')
})
