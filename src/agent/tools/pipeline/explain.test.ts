import { describe, expect, it } from 'vitest'
import type { ExplainOptions } from '../../protocol/calls/permissions.ts'
import { explainCall } from './explain.ts'
import { workspace } from '../testing/workspace.ts'

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

  it('denies a question of wrong types, and says what to give', async () => {
    // Scripts of the page are checked by no compiler.
    const asked = async (tool: unknown, options?: unknown) =>
      (await explain(tool as string, { command: 'ls' }, options as ExplainOptions)).reason
    const advice =
      'Give a tool\'s name, its input, and options with "mode", "rules" and "sandboxAutoAllow", e.g. explain("Bash", { command: "npm test" }).'
    expect(await asked(5)).toBe(
      `The question cannot be explained (tool: Invalid input: expected string, received number). ${advice}`,
    )
    expect(await asked(undefined)).toContain('(tool: Invalid input: expected string, received undefined)')
    expect(await asked({ name: 'Bash' })).toContain('(tool: Invalid input: expected string, received object)')
    expect(await asked('Bash', 'plan')).toContain('(options: ')
    expect(await asked('Bash', { mode: 5 })).toContain('(options.mode: ')
    expect(await asked('Bash', { rules: { allow: 'Bash' } })).toContain('(options.rules.allow: ')
    expect(await asked('Bash', { rules: { deny: [5] } })).toContain('(options.rules.deny.0: ')
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
