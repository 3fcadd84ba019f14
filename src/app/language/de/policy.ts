import type { policy as english } from '../en/policy.ts'
import type { Translation } from '../language.svelte.ts'

export const policy: Translation<typeof english> = {
  // PolicyBanner.svelte
  refused: (problem) =>
    `Die Richtlinie dieser Installation ist nicht verwendbar, darum startet der Agent nicht: ${problem}`,
  tellOperator: (address) => `Sag es dem Betreiber dieser Installation. Die Datei ist ${address}.`,
  reload: 'Neu laden',
  // PolicyNote.svelte
  someFixed: 'Einige dieser Einstellungen legt diese Installation fest.',
  file: 'Richtliniendatei',
  isCached: 'Eine gespeicherte Kopie von einem früheren Besuch: Der Server war nicht erreichbar.',
  deny: 'Nie erlaubt',
  ask: 'Immer gefragt',
  allow: 'Immer erlaubt',
  firstMode: 'Modus neuer Sitzungen',
  closedModes: 'Gesperrte Modi',
  availableModels: 'Verfügbare Modelle',
  deniedModels: 'Gesperrte Modelle',
  variables: 'Variablen der Programme',
  onlyItsAllows:
    'Nur ihre Regeln erlauben etwas: deine eigenen und die von Projekten nicht, „Immer erlauben“ auch nicht.',
  // the fields of the settings
  fixedHere: 'Von dieser Installation festgelegt.',
  // agent-actions.ts
  policy: 'Richtlinie',
  refusedAt: (address) => `${address}, abgelehnt`,
  cachedAt: (address) => `${address}, gespeicherte Kopie`,
}
