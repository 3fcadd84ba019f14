import { countsIn } from '../counted.ts'
import type { settingsDialog as english } from '../en/settings-dialog.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const settingsDialog: Translation<typeof english> = {
  // SettingsFile.svelte, settings-file.ts
  theseSettings: 'Diese Einstellungen',
  staysHere: 'Schlüssel, Token und verborgene Werte bleiben in diesem Browser: Sie stehen in keiner Datei.',
  exportFile: 'Einstellungen exportieren',
  importFile: 'Einstellungen importieren',
  file: 'Datei mit Einstellungen',
  isSame: 'In der Datei stehen die Einstellungen, die schon gelten.',
  wouldChange: 'Änderungen der Einstellungen',
  lookAtMarked:
    'Hervorgehobene Einstellungen entscheiden, was der Agent darf oder welche Server Daten bekommen.',
  take: 'Diese übernehmen',
  leave: 'So lassen',
  noJson: 'Diese Datei ist kein JSON.',
  noSettings: 'In dieser Datei stehen keine Einstellungen von Vivarium.',
  tooLarge: 'Diese Datei ist zu groß für Einstellungen von Vivarium.',
  chooseOther: 'Wähle eine Datei, die „Einstellungen exportieren“ geschrieben hat.',
  taken: (settings) => `${count(settings, 'Einstellung', 'Einstellungen')} übernommen.`,
  otherForm: (form, own) => `Diese Einstellungen haben die Form ${form}; diese Version liest ${own}.`,
  unknown: (names) => `Es gibt keine Einstellung ${names}.`,
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
