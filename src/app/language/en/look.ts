import { area } from '../language.svelte.ts'

export const look = area('look', {
  // AppearanceFields.svelte
  appearance: 'Appearance',
  colours: 'Colours',
  usual: 'Usual',
  colourBlind: 'Without red and green',
  textSize: 'Text size',
  small: 'Small',
  normal: 'Normal',
  large: 'Large',
  larger: 'Larger',
  density: 'Density',
  comfortable: 'Comfortable',
  compact: 'Compact',
})
