/** Gives the page its language: the one that was chosen, or the first of the browser's that there is. */
import type { Settings } from '../../agent/protocol/settings.ts'
import { readLanguage } from '../tab-storage.ts'
import { setLanguage, type Catalogue, type LanguageCode } from './language.svelte.ts'
import { languageOf, loadCatalogue } from './languages.ts'

let chosen: Settings['language'] | undefined
let asked = 0

/** At start the choice of the last time; a browser that keeps nothing has none. At once for English; never rejects. */
export async function chooseLanguage(choice: Settings['language'] = readLanguage()): Promise<void> {
  chosen = choice
  const turn = ++asked
  const code = languageOf(choice, navigator.languages)
  const loading = loadCatalogue(code)
  if (!loading) return show(code, undefined)
  try {
    const catalogue = await loading
    // Another one may have been chosen while this one was on its way.
    if (turn === asked) show(code, catalogue)
  } catch (error) {
    console.info('A language did not load; the texts stay as they are:', error)
  }
}

/** From now on also when the browser's languages change. */
export function followBrowserLanguages(): void {
  addEventListener('languagechange', () => void chooseLanguage(chosen))
}

function show(code: LanguageCode, catalogue: Catalogue | undefined): void {
  setLanguage(code, catalogue)
  document.documentElement.lang = code
}
