import { countsIn } from '../counted.ts'
import type { memory as english } from '../en/memory.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const memory: Translation<typeof english> = {
  // MemoryDialog.svelte
  memory: 'Gedächtnis',
  newNote: 'Neue Notiz',
  reading: 'Die Notizen werden gelesen',
  back: 'Alle Einträge',
  // MemoryHead.svelte
  inProject: 'In diesem Projekt merken',
  inProjectHint: 'Der Agent erfährt die Notizen zu Beginn jeder Sitzung und darf selbst welche schreiben.',
  isOffHere: 'Aus: Der Agent erfährt keine Notiz und schreibt keine. Alles hier bleibt.',
  isOffEverywhere: 'Das Gedächtnis ist in den Einstellungen für alle Projekte ausgeschaltet.',
  settings: 'Einstellungen',
  ofNoProject: 'Diese Dateien gehören zu keinem Projekt: Die Notizen gehören nur zu dieser Sitzung.',
  isNewer:
    'Eine neuere Version von Vivarium hat diese Notizen gespeichert: Hier kann man sie lesen, aber nicht ändern.',
  // Learned.svelte
  learned: 'Aus dieser Arbeit gemerkt:',
  learnedEarlier: 'Aus einer früheren Sitzung gemerkt:',
  learnedMore: (more: number) => `und ${count(more, 'weitere', 'weitere')}`,
  lesson: 'eine Lehre',
  // NoteList.svelte
  search: 'Suche',
  searchPlaceholder: 'Titel, Text, Pfad oder Art',
  notes: 'Notizen',
  none: 'Noch ist nichts gemerkt. Hier lässt sich eine Notiz schreiben, oder mit einer Nachricht, die mit # beginnt.',
  noneHas: (query) => `In keiner Notiz steht „${query}“.`,
  // NoteEntry.svelte
  types: {
    user: 'Zur Person',
    feedback: 'Zur Arbeitsweise',
    project: 'Zur Sache',
    reference: 'Zum Nachschlagen',
  },
  scopes: { project: 'Dieses Projekt', everywhere: 'Alle Projekte' },
  origins: { user: 'Eigene', unconfirmed: 'Unbestätigt' },
  writers: { user: 'selbst geschrieben', agent: 'vom Agenten geschrieben', import: 'importiert' },
  writtenByProgram: 'vom Programm geschrieben',
  rulesAdded: (writer) => `${writer}, Regeln vom Agenten`,
  isLesson: 'Lehre',
  daily: 'Tagesnotiz',
  notSaved: 'nicht gespeichert',
  stale: (paths, files) => `Vielleicht veraltet: ${paths} ${files === 1 ? 'hat' : 'haben'} sich geändert`,
  andMore: (paths, more) => `${paths} und ${count(more, 'weitere', 'weitere')}`,
  rules: (rules) => `Gesagt vor: ${rules}`,
  rulesOnceConfirmed: (rules) => `Gesagt vor ${rules}, sobald du sie bestätigst`,
  faults: {
    'no YAML': 'Die Zeilen zwischen --- sind kein lesbares YAML.',
    'no type': 'Ohne Art: user, feedback, project oder reference.',
    'long line': 'Eine Zeile des Verzeichnisses hat mehr als 150 Zeichen.',
    'dead link': 'Eine genannte Notiz gibt es nicht.',
    'no rule':
      'Ein Teil von „when“ ist keine Regel: Schreibe Bash(npm test*), Edit(src/**) oder host:example.com.',
  },
  // DeletedNotes.svelte
  deleted: 'Gelöscht',
  bringBack: 'Zurückholen',
  bringBackNamed: (title) => `${title} zurückholen`,
  // PastTurns.svelte
  inPast: 'In früheren Sitzungen',
  pastFailed: (why) => `Frühere Sitzungen wurden nicht durchsucht: ${why}`,
  // NoteEditor.svelte
  note: 'Notiz',
  newHint: 'Zuerst die Tatsache, dann warum, und wie sie anzuwenden ist.',
  type: 'Art',
  noType: 'Keine',
  appliesTo: 'Gilt für',
  save: 'Speichern',
  undo: 'Rückgängig',
  delete: 'Löschen',
  confirm: 'Bestätigen',
  confirmHint:
    'Unbestätigt: Der Agent erfährt das als Daten, nicht als dein Wort. Bestätige, was du gelesen hast, und es ist deins.',
  isDeleted: 'Gelöscht. „Rückgängig“ holt sie zurück.',
  saidSaved: 'Gespeichert.',
  saidConfirmed: 'Bestätigt: Sie gehört jetzt dir.',
  saidUndone: 'Die Fassung davor ist wieder da.',
  saidRestored: (number) => `Fassung ${number} ist wieder da.`,
  loadOther: 'Die andere Fassung laden',
  replaceOther: 'Durch meine ersetzen',
  takeMine: 'Zurück zu meinem Text',
  changedElsewhere: 'Diese Notiz wurde inzwischen anderswo geändert. Von deinem Text ist nichts verloren.',
  // WhenField.svelte
  toldBefore: 'Gesagt vor',
  toldBeforeHint:
    'Vor einem solchen Aufruf erfährt der Agent diese Notiz, und der Aufruf wartet einmal darauf.',
  // NoteHistory.svelte
  history: 'Verlauf',
  versions: 'Fassungen',
  version: (number) => `Fassung ${number}`,
  current: 'aktuell',
  wasDeleted: 'gelöscht',
  show: 'Zeigen',
  showNamed: (number) => `Fassung ${number} zeigen`,
  restore: 'Wiederherstellen',
  restoreNamed: (number) => `Fassung ${number} wiederherstellen`,
  textOf: (number) => `Text der Fassung ${number}`,
  noVersions: 'Es gibt noch keine Fassungen.',
  // MemoryFoot.svelte
  told: (lines, bytes, mostLines, mostBytes) =>
    `${count(lines, 'Zeile', 'Zeilen')}, ${bytes} Bytes von ${mostLines} Zeilen / ${mostBytes} Bytes erfährt der Agent zu Beginn einer Sitzung.`,
  cut: {
    lines: 'Mehr, als er erfährt: Die Zeilen danach bleiben weg.',
    bytes: 'Mehr, als er erfährt: Was über diese Bytes hinausgeht, bleibt weg.',
    both: 'Mehr, als er erfährt: Was über beide Grenzen hinausgeht, bleibt weg.',
  },
  export: 'Exportieren',
  import: 'Importieren',
  importFiles: 'Dateien mit Notizen',
  // NoteImport.svelte
  chosen: (files) => `${count(files, 'Datei', 'Dateien')} ausgewählt. Alle werden unbestätigt.`,
  take: 'Übernehmen',
  leave: 'Lassen',
  taken: (notes) =>
    notes === 0
      ? 'Nichts wurde übernommen.'
      : `${count(notes, 'Notiz wurde', 'Notizen wurden')} übernommen, unbestätigt.`,
  left: 'Weggelassen',
  tooLarge: (size) => `Sie ist größer als ${size}.`,
  unreadable: 'Sie lässt sich nicht lesen.',
  close: 'Schließen',
  // memory.svelte.ts, note-editor.svelte.ts
  readingNotes: 'Das Lesen der Notizen',
  saving: 'Das Speichern der Notiz',
  deleting: 'Das Löschen der Notiz',
  undoing: 'Das Rückgängigmachen',
  confirming: 'Das Bestätigen der Notiz',
  readingHistory: 'Das Lesen des Verlaufs',
  restoring: 'Das Wiederherstellen der Fassung',
  switching: 'Das Umschalten des Gedächtnisses',
  exporting: 'Das Exportieren der Notizen',
  importing: 'Das Importieren der Notizen',
  // MemoryFields.svelte
  betweenSessions: 'Zwischen Sitzungen merken',
  betweenSessionsHint:
    'Der Agent erfährt die Notizen eines Projekts zu Beginn einer Sitzung und darf selbst welche schreiben. „Gedächtnis“ zeigt sie alle. Aus: Keine wird erzählt oder geschrieben, und alle bleiben.',
  learn: 'Aus getaner Arbeit lernen',
  learnHint:
    'Eine halbe Minute nach der Arbeit notiert ein eigener Agent, was du gesagt hast und später noch zählt. Er sieht deine Worte, Befehle und wie sie ausgingen. Aus Fehlschlägen bleibt eine Lehre, ohne Modell. Abgerechnet als „Gedächtnis“. Nicht, solange du vorher gefragt werden willst.',
  askBefore: 'Fragen, bevor der Agent sich etwas merkt',
  askBeforeHint:
    'Eine Frage für jede Notiz, die er schreibt. Sonst steht es im Gespräch und lässt sich rückgängig machen.',
  pickModel: 'Modell, das Notizen auswählt',
  pickModelHint:
    'Wird bei jeder Nachricht gefragt, welche Notizen zu ihr gehören, und getrennt abgerechnet; die Antwort wartet nie darauf. Ein kleines, schnelles Modell genügt. Leer: Die Wörter der Nachricht entscheiden, hier im Browser.',
}
