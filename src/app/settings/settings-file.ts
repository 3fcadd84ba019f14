/** Settings as a file, to take them to another browser. Keys, tokens and hidden values are no settings, and never in it. */
import type { Settings } from '../../agent/protocol/settings.ts'
import { isRecord } from '../../sandbox/page/fields.ts'
import { settingsDialog as t } from '../language/en/settings-dialog.ts'
import { SETTINGS_FILE_CHARS } from '../limits.ts'
import type { Problem } from '../problem.ts'

const FORMAT = 'vivarium-settings'
const VERSION = 1

export interface SettingChange {
  readonly name: keyof Settings
  /** As JSON. */
  readonly before: string
  readonly after: string
  /** The agent may do more than before, or asks another address: to be looked at before it is taken. */
  readonly isDelicate: boolean
}

export type ReadSettings =
  | { readonly ok: true; readonly settings: Partial<Settings>; readonly changes: readonly SettingChange[] }
  | { readonly ok: false; readonly problem: Problem }

/** Settings that decide what the agent may do and which servers get data. */
export const DELICATE: readonly (keyof Settings)[] = [
  'provider',
  'baseUrl',
  'permissionMode',
  'allowBypass',
  'sandboxAutoAllow',
  'rules',
  'packageRegistry',
  'pageErrorsToAgent',
  'limits',
  'models',
]

export function settingsFile(settings: Settings): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, settings }, null, 2)}\n`
}

/** Changes in the file. The agent checks the values when they are taken. */
export function readSettingsFile(text: string, now: Settings): ReadSettings {
  if (text.length > SETTINGS_FILE_CHARS) return refused(t.tooLarge)
  const file = parsed(text)
  if (file === undefined) return refused(t.noJson)
  if (!isRecord(file) || file['format'] !== FORMAT || !isRecord(file['settings']))
    return refused(t.noSettings)
  if (file['version'] !== VERSION) return refused(t.otherForm(JSON.stringify(file['version']), VERSION))
  const { settings } = file
  const unknown = Object.keys(settings).filter((name) => !Object.hasOwn(now, name))
  if (unknown.length > 0) return refused(t.unknown(unknown.map((name) => `“${name}”`).join(', ')))
  // Their names were just compared; the agent checks the values.
  const names = Object.keys(settings) as (keyof Settings)[]
  const changes = names.flatMap((name): SettingChange[] => {
    const [before, after] = [JSON.stringify(now[name]), JSON.stringify(settings[name])]
    return before === after ? [] : [{ name, before, after, isDelicate: DELICATE.includes(name) }]
  })
  // The same.
  const taken = Object.fromEntries(changes.map(({ name }) => [name, settings[name]])) as Partial<Settings>
  return { ok: true, settings: taken, changes }
}

function refused(message: string): ReadSettings {
  return { ok: false, problem: { message, hint: t.chooseOther } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
