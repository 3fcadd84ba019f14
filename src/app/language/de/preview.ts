import { countsIn } from '../counted.ts'
import type { preview as english } from '../en/preview.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const preview: Translation<typeof english> = {
  // Preview.svelte
  back: 'Zurück in der Vorschau',
  backTitle: 'Zurück',
  forward: 'Vorwärts in der Vorschau',
  forwardTitle: 'Vorwärts',
  reload: 'Vorschau neu laden',
  reloadTitle: 'Neu laden',
  pick: 'Element auswählen',
  pickTitle:
    'Ein Element für das Nachrichtenfeld auswählen: Klick darauf, oder Pfeiltasten und Enter; Escape beendet es',
  source: 'Quelle',
  sourceTitle: 'Quelle der Vorschau: Dateien oder ein Programm',
  files: 'Dateien',
  page: 'Seite',
  pageTitle: 'Eine Seite des Arbeitsbereichs oder eine Adresse wie localhost:3000',
  size: 'Größe',
  sizeTitle: 'Wie groß die Seite ist',
  fit: 'Einpassen',
  oneDocument: 'ein Dokument',
  loadAgain: 'Noch einmal laden',
  preview: 'Vorschau',
  startsWithSandbox: 'Die Vorschau startet mit der Sandbox.',
  // PreviewConsole.svelte
  consoleOf: 'Konsole der Vorschau',
  console: 'Konsole',
  askToFixTitle: 'Setzt die Fehler ins Nachrichtenfeld; gesendet wird noch nichts',
  askToFix: 'Beheben lassen',
  clearConsole: 'Konsole leeren',
  clear: 'Leeren',
  linesOf: 'Zeilen der Konsole',
  moreLines: (dropped) => `${dropped} weitere Zeilen werden nicht gezeigt.`,
  timesInRow: (times) => `${times}-mal hintereinander`,
  errorPrefix: 'Fehler: ',
  warningPrefix: 'Warnung: ',
  saidNothing: 'Die Seite hat nichts gesagt.',
  // PreviewHealth.svelte
  health: 'Zustand der Vorschau',
  loadedTitle: 'Wann die Seite zuletzt geladen wurde: mit allen Änderungen bis dahin',
  asOf: (since) => `Stand ${since}`,
  tellAgentLabel: 'Den Agenten über Fehler informieren',
  tellAgentTitle:
    'Der Agent erfährt mit seinem nächsten Schritt, was auf der Seite fehlschlägt. Aus: Nur du siehst es.',
  tellAgent: 'Agent informieren',
  // device-sizes.ts
  phone: 'Telefon',
  tablet: 'Tablet',
  desktop: 'Desktop',
  // preview.svelte.ts
  port: (port) => `Port ${port}`,
  closed: 'Geschlossen',
  isClosed: (what) => `${what} ist geschlossen: Kein Programm lauscht`,
  loading: 'Lädt …',
  upButEmpty: (what) => `${what} läuft, ist aber leer`,
  upWithErrors: (what) => `${what} läuft, mit Fehlern`,
  isUp: (what) => `${what} läuft`,
  wasClosed:
    'Die Seite wurde geschlossen: Sie hat ohne Ende Nachrichten gesendet, und die App kam nicht hinterher.',
  wantsToSave: (name, size) => `Die Seite möchte ${name} speichern (${size}).`,
  save: 'Speichern',
  doNotSave: 'Nein',
  oneDocumentHint:
    'Die Seite wird als ein Dokument gezeigt, in das ihre Stylesheets, Skripte, Module, Bilder und Daten eingesetzt sind. Sie hat keinen Service Worker, keine eigenen Worker oder Frames, und ihr Speicher hält bis zum Neuladen.',
  portClosed: (port) => `Port ${port} (geschlossen)`,
  errors: (errors) => count(errors, 'Fehler', 'Fehler'),
  warnings: (warnings) => count(warnings, 'Warnung', 'Warnungen'),
  fixError: (address) =>
    `Die Vorschau unter ${address} meldet einen Fehler. Finde die Ursache und behebe sie.`,
  fixErrors: (address) => `Die Vorschau unter ${address} meldet Fehler. Finde die Ursache und behebe sie.`,
  thisElement: (address) => `Dieses Element der Vorschau unter ${address}:`,
  nobodyListens: (port) => `Kein Programm lauscht an Port ${port}.`,
  cannotLook:
    'Die Seite kommt aus WebContainer: Die App kann sie zeigen und erfährt von ihren Fehlern, kann aber nicht hineinsehen.',
  // OwnTabButton.svelte
  ownTab: {
    open: 'Vorschau in einem eigenen Tab öffnen',
    title: 'In einem eigenen Tab öffnen',
    refused: 'Der Browser hat keinen Tab geöffnet.',
    refusedHint: 'Erlaube Pop-ups für diese Seite.',
    flooded:
      'Die Seite wurde geschlossen: Sie sandte Nachrichten ohne Ende, mit denen die App nicht Schritt halten konnte.',
  },
}
