import { countsIn } from '../counted.ts'
import type { backup as english } from '../en/backup.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')
const sessions = (many: number) => count(many, 'Sitzung', 'Sitzungen')

export const backup: Translation<typeof english> = {
  // BackupSection.svelte
  title: 'Sicherung',
  about:
    'Eine Datei mit allen Sitzungen, den Dateien all ihrer Schritte, den Notizen des Gedächtnisses, Einstellungen und Regeln. Schlüssel, Tokens, verborgene Werte und Home-Verzeichnisse sind nie darin. Sie ist nicht verschlüsselt.',
  backUp: 'Alles sichern',
  restore: 'Sicherung zurückspielen…',
  file: 'Sicherungsdatei',
  never: 'In diesem Browser wurde noch keine Sicherung gemacht.',
  last: (age, many, bytes) => `Letzte Sicherung ${age}: ${sessions(many)}, ${bytes}.`,
  verified: (many, bytes, name) => `Geprüft: ${sessions(many)}, ${bytes}, in ${name}.`,
  verifiedDownload: (many, bytes, name) =>
    `Geprüft: ${sessions(many)}, ${bytes}. Der Browser lädt jetzt ${name} herunter.`,
  hasDamaged: (titles) => `In diesem Browser beschädigt und nur zum Teil in der Sicherung: ${titles}.`,
  chooseFolder: 'In einen Ordner sichern…',
  // BackupFolder.svelte
  folder: (name) => `Ordner „${name}“`,
  every: 'Von selbst sichern',
  intervals: { off: 'Nein', day: 'Jeden Tag', week: 'Jede Woche' },
  keep: 'Die letzten behalten',
  now: 'Jetzt sichern',
  allow: 'Wieder erlauben',
  tryAgain: 'Noch einmal versuchen',
  forgetFolder: 'Ordner vergessen',
  whileOpen:
    'Solange Vivarium offen ist und der Agent nicht arbeitet. Ältere Sicherungen dieses Browsers werden dort entfernt.',
  // BackupProgress.svelte
  phases: {
    writing: 'Die Sicherung wird geschrieben',
    verifying: 'Sie wird zurückgelesen',
    checking: 'Die Sicherung wird geprüft',
    restoring: 'Wird zurückgespielt',
  },
  sessionsOf: (done, total) => `Sitzung ${done} von ${total}`,
  ofBytes: (done, total) => `${done} von ${total}`,
  cancel: 'Abbrechen',
  // RestoreDialog.svelte
  restoreTitle: 'Sicherung zurückspielen',
  madeAt: (date, origin, bytes) => `Gemacht am ${date} auf ${origin}, ${bytes}.`,
  isCut: 'Diese Datei ist abgeschnitten. Was davor ganz ist, lässt sich zurückspielen.',
  isDamaged: (parts) =>
    `${count(parts, 'Teil', 'Teile')} dieser Datei sind nicht, wie sie geschrieben wurden. Der Rest lässt sich zurückspielen.`,
  nothingLost:
    'Nichts, was hier ist, geht verloren. Einstellungen und Regeln werden nur ersetzt, wo es angekreuzt ist.',
  onlyOwn:
    'Nur eigene Sicherungen zurückspielen: Sitzungen gehen mit dem weiter, was laut ihrem Protokoll erlaubt war.',
  sessions: 'Sitzungen',
  noSessions: 'Diese Sicherung hat keine Sitzungen.',
  plans: {
    new: 'neu',
    same: 'gleich, nichts zu tun',
    sameCopy: 'schon hier, als Kopie',
    ahead: 'die hiesige ist weiter, bleibt',
    aheadCopy: 'schon hier, als Kopie, die weiter ist',
    continues: (events) => `setzt die hiesige fort (${count(events, 'Ereignis', 'Ereignisse')} mehr)`,
    differs: 'weicht ab: kommt als Kopie',
    open: 'setzt die hiesige fort, die in einem Tab offen ist: kommt als Kopie',
    undelete: 'hier gelöscht: kommt zurück',
    damaged: (problem) => `lässt sich nicht zurückspielen: ${problem}`,
  },
  cutTo: (events, of) => `nur die ersten ${events} von ${of} Ereignissen`,
  lacking: (files) => `${count(files, 'Datei', 'Dateien')} ihrer Schritte sind verloren`,
  all: 'Alles, was sich zurückspielen lässt',
  deleted: 'bei den gelöschten',
  settings: (changes) => `${count(changes, 'Einstellung', 'Einstellungen')} ersetzen`,
  rules: (places) =>
    `Regeln und Vertrauen von ${count(places, 'Arbeitsbereich', 'Arbeitsbereichen')} ersetzen`,
  notes: (notes) => `${count(notes, 'Notiz', 'Notizen')} des Gedächtnisses hinzufügen`,
  notesHere: 'Notizen des Gedächtnisses, die unbestätigt hier sind',
  notePlaces: { project: 'ein Projekt', everywhere: 'alle Projekte', session: 'eine Sitzung' },
  andOthers: (titles, others) => `${titles} und ${count(others, 'weitere', 'weitere')}`,
  notesLost: (notes) => `der Text von ${count(notes, 'Notiz', 'Notizen')} ist verloren`,
  ownNotes: (notes) => `${count(notes, 'eigene Notiz', 'eigene Notizen')} auch hier als eigene behalten`,
  ownNotesHint:
    'Sonst kommen sie unbestätigt, und der Agent bekommt sie als Daten. Nur bei einer selbst gemachten Sicherung ankreuzen: eigenen Notizen folgt der Agent.',
  lookAtMarked:
    'Markierte entscheiden, was der Agent darf, und an wen der Schlüssel und das Gesagte gesendet werden.',
  workspace: 'ein Arbeitsbereich',
  allows: (rules) => `erlaubt ${rules}`,
  asks: (rules) => `fragt bei ${rules}`,
  denies: (rules) => `verbietet ${rules}`,
  locks: (paths) => `sperrt ${paths}`,
  trusts: 'seine eigene Konfiguration gilt',
  accepted: (files) => `${count(files, 'Fassung', 'Fassungen')} von steuernden Dateien angenommen`,
  acceptedLost: (contents) => `der Inhalt von ${count(contents, 'Fassung', 'Fassungen')} ist verloren`,
  take: (many) => `${sessions(many)} zurückspielen`,
  takeValues: 'Zurückspielen',
  nothingToDo: 'Alles davon ist schon hier.',
  close: 'Schließen',
  // RestoreOutcome.svelte
  added: (many) => `${sessions(many)} hinzugefügt`,
  continued: (many) => `${sessions(many)} fortgesetzt`,
  copied: (many) => `${sessions(many)} als Kopie gekommen`,
  undeleted: (many) => `${sessions(many)} zurückgeholt`,
  settingsTaken: (settings) => `${count(settings, 'Einstellung', 'Einstellungen')} ersetzt`,
  rulesTaken: (places) => `Regeln von ${count(places, 'Arbeitsbereich', 'Arbeitsbereichen')} ersetzt`,
  notesTaken: (notes) => `${count(notes, 'Notiz', 'Notizen')} des Gedächtnisses hinzugefügt oder geändert`,
  nothingDone: 'Nichts wurde geändert.',
  endedEarly: 'Alles hier Gezählte ist ganz und bleibt.',
  notRestored: 'Nicht zurückgespielt',
  showSessions: 'Sitzungen zeigen',
  keysStay: 'Schlüssel und Tokens sind in keiner Sicherung: sie gehören in die Einstellungen.',
  // BackupBanner.svelte
  stopped: (problem) => `Von selbst wird keine Sicherung gemacht. ${problem}`,
  // LostBanner.svelte
  lost: {
    bringingBack:
      'Dieser Browser hat seine Datenbank verloren. Die Sitzungen kommen aus ihrer zweiten Kopie zurück.',
    comingBack: 'Bytes, die wieder da sind',
    ofBytes: (done, all) => `${done} von ${all}`,
    sessionsBack: (sessions) =>
      `Dieser Browser hatte ${count(sessions, 'Sitzung', 'Sitzungen')} verloren. Alles aus der zweiten Kopie ist wieder da.`,
    eventsBack: (steps) =>
      steps === 1
        ? 'Dieser Browser hatte den letzten Schritt dieser Sitzung verloren. Er ist wieder da, aus der zweiten Kopie.'
        : `Dieser Browser hatte die letzten ${steps} Schritte dieser Sitzung verloren. Sie sind wieder da, aus der zweiten Kopie.`,
    toEnterAgain: (values) => `Verloren, weil davon keine Kopie in einer Datei liegen darf: ${values}.`,
    enterAgain: 'Neu eingeben',
    lostKinds: {
      key: (name) => `der API-Schlüssel von ${name}`,
      git_token: (name) => `das Token von ${name}`,
      program_key: (name) => `der Schlüssel ${name} für Programme`,
      hidden: () => 'ein verborgener Wert',
      share: () => 'der Ort, an dem Sitzungen geteilt werden',
      folder: (name) => `der geöffnete Ordner ${name}`,
    },
    backHint:
      'Das kommt nach einem Absturz oder bei vollem Speicher vor. Eine Sicherung auf einem anderen Gerät schützt vor mehr.',
  },
}
