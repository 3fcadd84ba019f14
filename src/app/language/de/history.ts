import { countsIn } from '../counted.ts'
import type { history as english } from '../en/history.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const history: Translation<typeof english> = {
  // ReplayBar.svelte
  yoursNow: 'Sie gehört jetzt dir: Sag unten, wie es weitergehen soll.',
  stoppedMissing: (missing) =>
    `Gestoppt; ${count(missing, 'Aufruf', 'Aufrufe')} der Aufzeichnung liefen nicht.`,
  couldNotGoOn: 'Es ging nicht weiter; was bis dahin lief, bleibt erhalten.',
  allSame: (same) => `Alle ${same} Ergebnisse sind wie aufgezeichnet.`,
  replay: 'Wiedergabe',
  ofTitle: (title) => `von „${title}“`,
  replayState: 'Stand der Wiedergabe',
  replayedCalls: 'Wiedergegebene Aufrufe',
  aRecording: 'Eine Aufzeichnung',
  recordingHint: (calls) =>
    `mit ${count(calls, 'Werkzeugaufruf', 'Werkzeugaufrufen')}. Nichts davon läuft, bis du sie wiedergibst; dann läuft sie hier, in der Sandbox, ohne Netz und ohne Schlüssel. Oder mach damit als eigener Sitzung weiter.`,
  goOn: 'Weitermachen',
  step: 'Schritt',
  pause: 'Pause',
  takeOver: 'Ab hier übernehmen',
  replayAgain: 'Noch einmal wiedergeben',
  doReplay: 'Wiedergeben',
  stepByStep: 'Schritt für Schritt',
  speed: 'Tempo',
  // StepFiles.svelte
  filesAtStep: 'Dateien bei diesem Schritt',
  comparedWith: 'Verglichen mit',
  theRecording: 'der Aufzeichnung',
  stepBefore: 'dem Schritt davor',
  lastMessage: 'deiner letzten Nachricht',
  emptyWorkspace: 'dem leeren Arbeitsbereich',
  theImport: 'dem Import',
  whatIsNow: 'dem jetzigen Stand',
  anyStep: 'Beliebiger Schritt',
  comparing: 'Wird verglichen',
  notCompared: 'Die beiden ließen sich nicht vergleichen.',
  sameFiles: 'Die Dateien sind gleich.',
  filesThatDiffer: 'Dateien, die sich unterscheiden',
  onlyBits: 'Nur die Zugriffsrechte unterscheiden sich.',
  // StepRow.svelte
  filesChanged: 'Die Dateien haben sich geändert',
  takenBack: 'zurückgenommen',
  restore: 'Wiederherstellen',
  forkTitle: 'Eine neue Sitzung, die mit allem bis hierher beginnt',
  fork: 'Von hier abzweigen',
  // TimelineDialog.svelte
  timeline: 'Zeitleiste',
  readingSteps: 'Schritte werden gelesen',
  nothingYet: 'In dieser Sitzung ist noch nichts geschehen.',
  stepOf: (index, steps) => `Schritt ${index} von ${steps}`,
  stepNamed: (index, title) => `Schritt ${index}: ${title}`,
  both: 'Dateien und Konversation',
  filesOnly: 'nur Dateien',
  conversationOnly: 'nur die Konversation',
  lookOnly:
    'Solange der Agent arbeitet, oder in einem Tab, der nur zusieht, lassen sich Schritte nur ansehen.',
  steps: 'Schritte',
  // fetch-recording.ts
  loadingDemo: 'Laden der Demo',
  // history.svelte.ts
  readSteps: 'Lesen der Schritte',
  comparingFiles: 'Vergleichen der Dateien',
  readingFiles: 'Lesen der Dateien dieses Schritts',
  restoring: 'Wiederherstellen der Dateien',
  steering: 'Steuern der Wiedergabe',
  someSame: (same, calls, others) =>
    `${same} von ${calls} Ergebnissen sind wie aufgezeichnet, ${others} ${others === 1 ? 'ist' : 'sind'} es nicht.`,
  replayPaused: 'pausiert',
  replayRunning: 'läuft',
  callsAllSame: (done, calls) => `${done} von ${calls} Aufrufen, alle wie aufgezeichnet`,
  callsDiffer: (done, calls, differing) => `${done} von ${calls} Aufrufen, ${differing} weichen ab`,
  filesDiffer: (files) => count(files, 'Datei unterscheidet sich', 'Dateien unterscheiden sich'),
  moreDiffer: (files) => `Mehr als ${count(files, 'Datei unterscheidet sich', 'Dateien unterscheiden sich')}`,
  kinds: {
    start: 'Beginn',
    import: 'Import',
    prompt: 'Du',
    answer: 'Assistent',
    user_change: 'Du',
    restore: 'Zurück',
  },
  bringBackBoth: 'Dateien und Konversation zurückholen',
  bringBackFiles: 'Dateien zurückholen',
  bringBackConversation: 'Konversation zurückholen',
  restoreBrings: '„Wiederherstellen“ holt zurück:',
  asOwnStep: 'als eigenen Schritt: Nichts geht verloren.',
  noSuchDemo: 'Eine Demo mit diesem Namen gibt es nicht.',
  demosLists: '„Demos“ zeigt, welche es gibt.',
  noDemo: (id) => `Die Demo „${id}“ gibt es nicht.`,
}
