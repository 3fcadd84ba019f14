/** The user's settings, outside the log: read field by field, and changed as a whole or not at all. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { z } from 'zod'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { DEFAULT_SETTINGS, settings as settingsSchema } from '../../protocol/settings.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { ValueCopies } from './value-store/value-copies.ts'
import { lenient } from '../shapes/lenient-schema.ts'
import { readRules } from './stored-rules.ts'
import { ValueStore } from './value-store/value-store.ts'
import { withChanges } from '../shapes/with-changes.ts'

const SETTINGS = 'settings'

const lenientFields: Readonly<Record<string, z.ZodType | undefined>> = Object.fromEntries(
  Object.entries(settingsSchema.shape).map(([name, field]) => [name, lenient(field)] as const),
)

export class SettingsStore {
  readonly #values: ValueStore
  /** Settings were changed in this tab; the change resolves after it. */
  onChanged: () => Promise<void> = () => Promise.resolve()

  /** Without `copies` they are in the database alone. */
  constructor(copies?: ValueCopies) {
    this.#values = new ValueStore({ database: 'vivarium-settings', store: 'values', copies })
  }

  /** The stored settings, with defaults for fields that are missing or no longer valid. */
  async read(): Promise<Settings> {
    const stored: unknown = await this.#values.get(SETTINGS)
    return readSettings(stored)
  }

  /** Refuses the whole change when a field is unknown or wrong, naming it. */
  async update(change: unknown): Promise<Result<Settings>> {
    const stored: unknown = await this.#values.get(SETTINGS)
    const current = readSettings(stored)
    const known = settingsSchema.partial().safeParse(change)
    if (!known.success) {
      const issue = known.error.issues[0]
      const field = issue?.path.join('.') || 'settings'
      return fail(
        'invalid',
        `The setting "${field}" was not changed: ${issue?.message ?? 'it is not valid'}.`,
      )
    }
    const next = { ...current, ...known.data }
    if (next.permissionMode === 'bypassPermissions' && !next.allowBypass) {
      return fail('invalid', 'The mode "bypassPermissions" needs its switch in the settings.', {
        hint: 'Turn on "Allow bypassing permissions" first.',
      })
    }
    // Fields and values that only a later version knows stay.
    await this.#values.set(SETTINGS, stored === undefined ? next : withChanges(stored, current, next))
    await this.onChanged()
    return ok(next)
  }
}

/**
 * Field by field, so that one value of an older or newer version does not cost the others. Rules that cannot be read are
 * read as asking about every tool.
 */
export function readSettings(stored: unknown): Settings {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_SETTINGS
  const valid = Object.entries(stored).flatMap(([name, value]) => {
    if (name === 'rules') return [[name, readRules(value)] as const]
    const read = lenientFields[name]?.safeParse(value)
    return read?.success ? [[name, read.data] as const] : []
  })
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(valid) }
}
