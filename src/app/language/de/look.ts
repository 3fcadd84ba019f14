import type { look as english } from '../en/look.ts'
import type { Translation } from '../language.svelte.ts'

export const look: Translation<typeof english> = {
  // AppearanceFields.svelte
  appearance: 'Aussehen',
  colours: 'Farben',
  usual: 'Üblich',
  colourBlind: 'Ohne Rot und Grün',
  textSize: 'Textgröße',
  small: 'Klein',
  normal: 'Normal',
  large: 'Groß',
  larger: 'Größer',
  density: 'Dichte',
  comfortable: 'Luftig',
  compact: 'Dicht',
}
