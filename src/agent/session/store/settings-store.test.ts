import { describe, expect, it } from 'vitest'
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
    for (const broken of [undefined, null, 7, 'x', []]) expect(readSettings(broken)).toEqual(DEFAULT_SETTINGS)
  })
})
