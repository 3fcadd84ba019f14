import { area } from '../language.svelte.ts'

export const settings = area('settings', {
  // AppearanceFields.svelte
  theme: 'Theme',
  asSystem: 'As the system',
  light: 'Light',
  dark: 'Dark',
  contrast: 'Contrast',
  more: 'More',
  language: 'Language',
  asBrowser: 'Automatic, by the browser’s languages',
})
