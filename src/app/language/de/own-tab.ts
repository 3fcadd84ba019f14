import type { ownTab as english } from '../en/own-tab.ts'
import type { Translation } from '../language.svelte.ts'

export const ownTab: Translation<typeof english> = {
  // Preview.svelte
  open: 'Vorschau in einem eigenen Tab öffnen',
  title: 'In einem eigenen Tab öffnen',
  refused: 'Der Browser hat keinen Tab geöffnet.',
  refusedHint: 'Erlaube Pop-ups für diese Seite.',
  flooded:
    'Die Seite wurde geschlossen: Sie sandte Nachrichten ohne Ende, mit denen die App nicht Schritt halten konnte.',
}
