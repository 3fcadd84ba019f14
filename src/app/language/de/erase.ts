import type { erase as english } from '../en/erase.ts'
import type { Translation } from '../language.svelte.ts'

export const erase: Translation<typeof english> = {
  // erase.ts
  title: 'Alles löschen?',
  whatGoes:
    'Alle Sitzungen, die Dateien ihrer Arbeitsbereiche, Schlüssel, Token und Einstellungen von Vivarium in diesem Browser werden gelöscht, und was es für die Arbeit ohne Netz behält. Exportierte und geteilte Kopien bleiben, wo sie sind. Das lässt sich nicht rückgängig machen.',
  deleteAll: 'Alles löschen',
  keepAll: 'Alles behalten',
  deleting: 'Wird gelöscht …',
  waiting: (parts) =>
    `Noch nicht gelöscht: ${parts}. Vivarium ist in einem anderen Tab oder Fenster offen, das es benutzt: Schließe alle anderen, dann geht es weiter.`,
  beginAnew: 'Neu beginnen',
  done: 'Alles ist gelöscht.',
  offlineCopy: 'die Kopie für die Arbeit ohne Netz',
  databases: 'Sitzungen und Einstellungen',
  files: 'Dateien',
  tabs: 'was Tabs behalten',
  left: (parts) =>
    `Nicht alles ließ sich löschen. Übrig: ${parts}. Schließe alle anderen Tabs von Vivarium und versuche es noch einmal, oder nutze die Einstellungen des Browsers für diese Seite.`,
}
