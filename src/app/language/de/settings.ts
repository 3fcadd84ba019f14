import type { settings as english } from '../en/settings.ts'
import type { Translation } from '../language.svelte.ts'

export const settings: Translation<typeof english> = {
  // AppearanceFields.svelte
  theme: 'Farbschema',
  asSystem: 'Wie das System',
  light: 'Hell',
  dark: 'Dunkel',
  contrast: 'Kontrast',
  more: 'Stärker',
  language: 'Sprache',
  asBrowser: 'Automatisch, nach den Sprachen des Browsers',
}
