/** Actions of the commands about the screen. */
import type { AppModel } from '../app-model.svelte.ts'
import { languageCode } from '../language/language.svelte.ts'
import { SKIP, say } from './contract.ts'
import type { LocalOutcome } from './contract.ts'
import { commands as t } from '../language/en/commands.ts'

type Open = (app: AppModel) => void

export function opens(dialog: NonNullable<AppModel['dialog']>): Open {
  return (app) => {
    app.dialog = dialog
  }
}

export const palette: Open = opens('palette')

export const summarisePart: Open = (app) => app.summarise()

export function shows(tab: AppModel['tab']): Open {
  return (app) => {
    app.tab = tab
    app.panel = 'code'
  }
}

const THEMES = ['light', 'dark', 'system'] as const

/** Without a word: the other of light and dark. */
export async function theme(app: AppModel, word: string): Promise<LocalOutcome> {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const now = app.settings.values?.theme ?? 'system'
  const other = now === 'dark' || (now === 'system' && isDark) ? 'light' : 'dark'
  const wanted = word === '' ? other : THEMES.find((name) => name === word.toLowerCase())
  if (wanted === undefined) return say(t.noTheme(word, THEMES.join(', ')))
  const problem = await app.settings.update({ theme: wanted })
  return problem ? say(problem.message) : SKIP
}

const LANGUAGES = ['en', 'de', 'auto'] as const

/** Without a word: the other one. */
export async function language(app: AppModel, word: string): Promise<LocalOutcome> {
  const other = languageCode() === 'en' ? 'de' : 'en'
  const wanted = word === '' ? other : LANGUAGES.find((name) => name === word.toLowerCase())
  if (wanted === undefined) return say(t.noLanguage(word, LANGUAGES.join(', ')))
  const problem = await app.settings.update({ language: wanted })
  return problem ? say(problem.message) : SKIP
}
