import { describe, expect, it } from 'vitest'
import type { ExplainOptions } from '../protocol/trust.ts'
import { explainCall } from './explain.ts'
import { workspace } from './test-support-workspace.ts'

async function explain(tool: string, input: unknown, options?: ExplainOptions) {
  const { context, asked } = await workspace(
    { a: 'x' },
    { bench: { permission: { mode: 'default', sandboxAutoAllow: true, canAsk: false } } },
  )
  const permission = context.permission()
  const explanation = await explainCall({ ...context, permission }, { tool, input, options })
  expect(asked).toEqual([])
  return explanation
}

describe('explain', () => {
  it('tells what would be decided now', async () => {
    expect(await explain('Bash', { command: 'npm test' })).toEqual({
      behavior: 'allow',
      source: 'sandbox',
      reason: 'It stays inside the sandbox and can be rewound.',
    })
    expect(await explain('Read', { file_path: 'a' })).toEqual({
      behavior: 'allow',
      source: 'tool',
      reason: 'It only reads inside the workspace.',
    })
  })

  it('takes options instead of what is configured', async () => {
    const input = { command: 'npm test' }
    const off = { sandboxAutoAllow: false }
    const decided = async (options: ExplainOptions) => (await explain('Bash', input, options)).behavior
    expect(await decided(off)).toBe('ask')
    expect(await decided({ ...off, rules: { allow: ['Bash(npm test:*)'] } })).toBe('allow')
    expect(await decided({ ...off, rules: { allow: ['Bash(npm test:*)'], deny: ['Bash'] } })).toBe('deny')
    expect(await decided({ mode: 'plan' })).toBe('deny')
  })

  it('denies what could not run, and says why', async () => {
    expect(await explain('Nope', {})).toMatchObject({ behavior: 'deny', source: 'safety_check' })
    expect(await explain('Bash', { cmd: 'x' })).toMatchObject({ behavior: 'deny', source: 'safety_check' })
    expect(await explain('Bash', undefined)).toMatchObject({ behavior: 'deny', source: 'safety_check' })
    expect(await explain('Bash', { command: 'x' }, { mode: 'yolo' })).toEqual({
      behavior: 'deny',
      source: 'safety_check',
      reason: 'There is no mode "yolo". Modes: default, acceptEdits, plan, auto, dontAsk, bypassPermissions.',
    })
  })
})
