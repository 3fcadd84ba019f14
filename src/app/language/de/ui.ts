import type { ui as english } from '../en/ui.ts'
import type { Translation } from '../language.svelte.ts'

export const ui: Translation<typeof english> = {
  // Banner.svelte
  dismiss: 'Schließen',
  // DialogFrame.svelte
  close: 'Schließen',
  // ForgetRow.svelte
  forgetNamed: (name) => `${name} vergessen`,
  forget: 'Vergessen',
  // Lazy.svelte
  didNotLoad: 'Dieser Teil von Vivarium wurde nicht geladen. Prüfe das Netz.',
  tryAgain: 'Noch einmal versuchen',
}
