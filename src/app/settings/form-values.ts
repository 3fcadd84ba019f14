/** The settings as form fields hold them: rules are lines of text, models are JSON. */
import type { Settings } from '../../agent/protocol/settings.ts'

export type SettingsFormValues = Omit<Settings, 'rules' | 'models'> & {
  rules: Record<keyof Settings['rules'], string>
  models: string
}

export function toForm(settings: Settings): SettingsFormValues {
  const { allow, ask, deny } = settings.rules
  const models = Object.keys(settings.models).length > 0 ? JSON.stringify(settings.models, null, 2) : ''
  return {
    ...settings,
    models,
    rules: { allow: allow.join('\n'), ask: ask.join('\n'), deny: deny.join('\n') },
  }
}

/** The change that sets one setting to what its field holds. */
export function fromForm(form: SettingsFormValues, name: keyof Settings): Partial<Settings> {
  if (name === 'rules') {
    const { allow, ask, deny } = form.rules
    return { rules: { allow: lines(allow), ask: lines(ask), deny: lines(deny) } }
  }
  if (name === 'models') return { models: parsed(form.models) }
  const value = form[name]
  return { [name]: typeof value === 'string' ? value.trim() : value }
}

/** Passes text that is no JSON on as it is: the agent refuses it and says what it should be. */
function parsed(text: string): Settings['models'] {
  try {
    return (text.trim() === '' ? {} : JSON.parse(text)) as Settings['models'] // checked by the agent
  } catch {
    return text as unknown as Settings['models']
  }
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
