import type { places as english } from '../en/places.ts'
import type { Translation } from '../language.svelte.ts'

export const places: Translation<typeof english> = {
  // mention-things.ts
  terminalOutput: 'Terminal',
  outputOf: (name) => `Ausgabe von ${name}`,
  step: (number) => `Schritt ${number}`,
  symbolAt: (name, line) => `${name}, Zeile ${line}`,
  symbols: 'Deklarationen',
  // FindBar.svelte
  find: 'In der Konversation suchen',
  found: 'Gefunden',
  nothingFound: 'Nichts gefunden',
  atOf: (at, all) => `${at} von ${all}`,
  atOfMore: (at, all) => `${at} von ${all} und mehr`,
  earlierMatch: 'Frühere Stelle',
  earlierKeys: 'Früher (Enter)',
  laterMatch: 'Spätere Stelle',
  laterKeys: 'Später (Umschalt+Enter)',
  closeFind: 'Suche schließen',
  closeKeys: 'Schließen (Esc)',
  // Transcript.svelte
  later: (messages) => `${messages} spätere Nachrichten`,
  // ItemActions.svelte, ToolDetails.svelte
  link: 'Link',
  copyLink: 'Link hierher kopieren',
  copyLinkTitle: 'Link zu dieser Stelle kopieren, für diesen Browser',
  timeline: 'Zeitleiste',
  showStep: 'Auf der Zeitleiste zeigen',
  showStepTitle: 'Diesen Schritt auf der Zeitleiste zeigen',
  summarise: 'Zusammenfassen …',
  upToHere: 'Zusammenfassen bis hier',
  upToHereTitle: 'Die Konversation vor dieser Nachricht zusammenfassen',
}
