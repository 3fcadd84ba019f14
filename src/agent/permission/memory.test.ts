/** Calls on notes: read unasked, written as the user's setting says, and forbidden by whatever forbids other writes. */
import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'
import type { PermissionState } from './contract.ts'
import { fileCall, shellCall, stateWith } from './test-support.ts'

const NOTE = '/memory/a.md'
const behaviours = (state: PermissionState) =>
  [fileCall('Read', NOTE), fileCall('Grep', '/memory'), fileCall('Write', NOTE), fileCall('Edit', NOTE)].map(
    (call) => decide(call, state).behavior,
  )

describe('a note', () => {
  it.each([
    ['default', ['allow', 'allow', 'allow', 'allow']],
    ['acceptEdits', ['allow', 'allow', 'allow', 'allow']],
    ['dontAsk', ['allow', 'allow', 'allow', 'allow']],
    ['bypassPermissions', ['allow', 'allow', 'allow', 'allow']],
    ['plan', ['allow', 'allow', 'deny', 'deny']],
  ] as const)('in the mode %s', (mode, expected) => {
    expect(behaviours(stateWith({ mode, allowBypass: true, memory: 'allow' }))).toEqual(expected)
  })

  it('is asked about in each mode, where the user wants to be asked', () => {
    for (const mode of ['default', 'acceptEdits', 'auto', 'bypassPermissions'] as const)
      expect(behaviours(stateWith({ mode, allowBypass: true, memory: 'ask' })), mode).toEqual([
        'allow',
        'allow',
        'ask',
        'ask',
      ])
    expect(behaviours(stateWith({ mode: 'dontAsk', memory: 'ask' }))).toEqual([
      'allow',
      'allow',
      'deny',
      'deny',
    ])
    expect(behaviours(stateWith({ memory: 'ask', canAsk: false })).slice(2)).toEqual(['deny', 'deny'])
  })

  it('is not written against a rule that denies it', () => {
    const rules = { deny: ['Edit(//memory/**)'] }
    expect(behaviours(stateWith({ memory: 'allow', rules })).slice(2)).toEqual(['deny', 'deny'])
  })

  it('is a file like others where there is no memory', () => {
    expect(decide(fileCall('Write', NOTE), stateWith({ sandboxAutoAllow: true }))).toMatchObject({
      behavior: 'ask',
      reason: '/memory/a.md is outside the workspace, so it is not covered by checkpoints.',
    })
  })
})

describe('no note', () => {
  it.each(['/memoryx/a.md', '/Memory/a.md', '/workspace/memory', '/etc/a.md'])('is %s', (path) => {
    const state = stateWith({ memory: 'allow' })
    expect(decide(fileCall('Write', path), state).behavior).toBe('ask')
  })

  it('is what a link leads to, or a call with other files in it', () => {
    const state = stateWith({ memory: 'allow' })
    expect(decide(fileCall('Write', NOTE, { real: '/etc/passwd' }), state).behavior).toBe('ask')
    expect(decide(fileCall('Write', '/workspace/a.md', { real: NOTE }), state).behavior).toBe('ask')
    const paths = [NOTE, '/etc/a.md'].map((path) => ({ access: 'write', path, real: path }) as const)
    expect(decide(fileCall('Write', NOTE, { paths }), state).behavior).toBe('ask')
  })

  it('is written by a command', () => {
    const state = stateWith({ memory: 'allow', sandboxAutoAllow: true })
    expect(decide(shellCall('echo x > /memory/a.md'), state).behavior).toBe('ask')
  })
})
