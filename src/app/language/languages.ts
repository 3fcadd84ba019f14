/** The languages there are, and which of them a browser wants. Small, as the page's first script asks for it. */
import type { Settings } from '../../agent/protocol/settings.ts'
import type { Catalogue, LanguageCode } from './language.svelte.ts'

/** In their own words, whatever language the page has. */
export const LANGUAGE_NAMES: Readonly<Record<LanguageCode, string>> = { en: 'English', de: 'Deutsch' }

/** English is at hand; another one is a chunk of its own. */
const CATALOGUES: Readonly<Record<Exclude<LanguageCode, 'en'>, () => Promise<Catalogue>>> = {
  de: async () => (await import('./de/catalogue.ts')).german,
}

/** Undefined for English, which needs none. */
export function loadCatalogue(code: LanguageCode): Promise<Catalogue> | undefined {
  return code === 'en' ? undefined : CATALOGUES[code]()
}

/** The language by the user's choice and the browser's languages, e.g. `de-AT`. */
export function languageOf(choice: Settings['language'], wanted: readonly string[]): LanguageCode {
  if (choice !== 'auto') return choice
  const codes = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '')
  return codes.find((code): code is LanguageCode => Object.hasOwn(LANGUAGE_NAMES, code)) ?? 'en'
}
