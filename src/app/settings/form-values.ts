/** The settings as form fields hold them: rules are lines of text. */
import type { Settings } from '../../agent/protocol/settings.ts'

export type SettingsFormValues = Omit<Settings, 'rules'> & { rules: Record<keyof Settings['rules'], string> }

export function toForm(settings: Settings): SettingsFormValues {
  const { allow, ask, deny } = settings.rules
  return { ...settings, rules: { allow: allow.join('\n'), ask: ask.join('\n'), deny: deny.join('\n') } }
}

/** The change that sets one setting to what its field holds. */
export function fromForm(form: SettingsFormValues, name: keyof Settings): Partial<Settings> {
  if (name === 'rules') {
    const { allow, ask, deny } = form.rules
    return { rules: { allow: lines(allow), ask: lines(ask), deny: lines(deny) } }
  }
  const value = form[name]
  return { [name]: typeof value === 'string' ? value.trim() : value }
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
