import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../agent/protocol/settings.ts'
import { readSettingsFile, settingsFile } from './settings-file.ts'

const OTHER: Settings = {
  ...DEFAULT_SETTINGS,
  theme: 'dark',
  rules: { allow: ['Bash(ls:*)'], ask: [], deny: [] },
}
const file = (settings: unknown, rest: object = {}) =>
  JSON.stringify({ format: 'vivarium-settings', version: 1, settings, ...rest })

describe('settings as a file', () => {
  it('say what of them would change, and what of that to look at', () => {
    expect(readSettingsFile(settingsFile(OTHER), DEFAULT_SETTINGS)).toEqual({
      ok: true,
      settings: { theme: 'dark', rules: OTHER.rules },
      changes: [
        {
          name: 'rules',
          before: '{"allow":[],"ask":[],"deny":[]}',
          after: '{"allow":["Bash(ls:*)"],"ask":[],"deny":[]}',
          isDelicate: true,
        },
        { name: 'theme', before: '"system"', after: '"dark"', isDelicate: false },
      ],
    })
  })

  it('change nothing where they are the same', () => {
    const read = readSettingsFile(settingsFile(OTHER), OTHER)
    expect(read).toEqual({ ok: true, settings: {}, changes: [] })
  })

  it.each([
    ['no JSON', 'theme: dark', 'This file is no JSON.'],
    ['something else', '{"theme":"dark"}', 'This file has no settings of Vivarium.'],
    ['a list', '[]', 'This file has no settings of Vivarium.'],
    ['another form', file({}, { version: 2 }), 'These settings have the form 2; this version reads 1.'],
    ['a key', file({ apiKey: 'sk-1' }), 'There is no setting “apiKey”.'],
    ['a name of every object', file({ constructor: 1 }), 'There is no setting “constructor”.'],
    ['far too much', `"${'a'.repeat(2_000_000)}"`, 'This file is too large to be settings of Vivarium.'],
  ])('are refused when they are %s', (_what, text, message) => {
    const read = readSettingsFile(text, DEFAULT_SETTINGS)
    expect(read.ok ? undefined : read.problem.message).toBe(message)
  })
})
