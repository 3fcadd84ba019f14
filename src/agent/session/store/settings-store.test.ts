import { describe, expect, it } from 'vitest'
import { MAX_CONCURRENT_TOOLS } from '../../limits.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { readSettings } from './settings-store.ts'

describe('stored settings', () => {
  it('keep each field that is still valid and take the default for the others', () => {
    expect(readSettings({ model: 'm', maxTurns: 'many', permissionMode: 'plan', unknown: 1 })).toEqual({
      ...DEFAULT_SETTINGS,
      model: 'm',
      permissionMode: 'plan',
    })
    const older = { limits: { run: 1, session: 2 } }
    expect(readSettings(older).limits).toEqual({ run: 1, session: 2, day: 0 })
    const { parallelCalls: most, ...before } = DEFAULT_SETTINGS
    for (const stored of [before, { ...before, parallelCalls: 0 }, { ...before, parallelCalls: most + 1 }])
      expect(readSettings(stored).parallelCalls).toBe(most)
    expect(most).toBe(MAX_CONCURRENT_TOOLS)
    for (const broken of [undefined, null, 7, 'x', []]) expect(readSettings(broken)).toEqual(DEFAULT_SETTINGS)
  })

  it('are read with fields of a later version within them', () => {
    const rules = { allow: ['Bash(ls:*)'], ask: [], deny: ['Bash(rm:*)'] }
    const stored = {
      rules: { ...rules, rank: 'user' },
      limits: { run: 1, session: 2, day: 3, week: 4 },
      models: { m: { vision: true, voice: true, price: { input: 1, output: 2, batch: 3 } } },
    }
    const read = readSettings(stored)
    expect([read.rules, read.limits, read.models]).toEqual([
      rules,
      { run: 1, session: 2, day: 3 },
      { m: { vision: true, price: { input: 1, output: 2 } } },
    ])
  })

  it('never have fewer rules that ask or deny than could be read', () => {
    for (const rules of [
      null,
      'x',
      { allow: ['Bash'] },
      { allow: ['Bash'], ask: [], deny: [{ tool: 'Bash' }] },
    ])
      expect(readSettings({ rules }).rules.ask).toEqual(expect.arrayContaining(['Bash', 'Read', 'Write']))
  })
})
