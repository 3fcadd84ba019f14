import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const settingsDialog = area('settingsDialog', {
  // SettingsFile.svelte, settings-file.ts
  theseSettings: 'These settings',
  staysHere: 'Keys, tokens and hidden values stay in this browser: they are in no file.',
  exportFile: 'Export settings',
  importFile: 'Import settings',
  file: 'Settings file',
  isSame: 'The file has the settings that are set.',
  wouldChange: 'Changes to the settings',
  lookAtMarked: 'Marked settings decide what the agent may do, or which servers get data.',
  take: 'Take these',
  leave: 'Leave them',
  noJson: 'This file is no JSON.',
  noSettings: 'This file has no settings of Vivarium.',
  tooLarge: 'This file is too large to be settings of Vivarium.',
  chooseOther: 'Choose a file that “Export settings” has written.',
  taken: (settings: number) => `${count(settings, 'setting', 'settings')} taken.`,
  otherForm: (form: Value, own: Value) => `These settings have the form ${form}; this version reads ${own}.`,
  unknown: (names: Value) => `There is no setting ${names}.`,
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
