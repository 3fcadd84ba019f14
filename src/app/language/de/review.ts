import { countsIn } from '../counted.ts'
import type { review as english } from '../en/review.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const review: Translation<typeof english> = {
  // CommentForm.svelte
  commentOn: (writing) => `Kommentar zu ${writing}`,
  cancel: 'Abbrechen',
  saveComment: 'Kommentar speichern',
  addComment: 'Kommentar hinzufügen',
  // CommentRow.svelte
  yourCommentOn: (comment) => `Dein Kommentar zu ${comment}`,
  edit: 'Bearbeiten',
  remove: 'Entfernen',
  // CommentTray.svelte
  commentsToSend: 'Zu sendende Kommentare',
  collected: 'Gesammelte Kommentare',
  removeComment: (comment, comment2) => `Kommentar zu ${comment}, ${comment2} entfernen`,
  sendComments: (list) => `${count(list, 'Kommentar', 'Kommentare')} senden`,
  // CommitForm.svelte
  stillWorking: 'Der Agent arbeitet noch: Committe, wenn er fertig ist.',
  acceptFirst: 'Nimm erst eine Änderung an: Nur Angenommenes wird committet.',
  commitReviewed: 'Begutachtete Änderungen committen',
  message: 'Nachricht',
  commit: 'Committen',
  commitLabel: 'Commit',
  noRepository: 'Der Arbeitsbereich ist kein Git-Repository.',
  runGitInit: 'git init ausführen',
  gitSays: 'Es wurde nichts committet. git sagt:',
  // CommitIdentity.svelte
  whoseCommit: 'Autor des Commits',
  identityMissing:
    'Es wurde nichts committet: git weiß nicht, von wem der Commit ist. Es wird in den Einstellungen gespeichert.',
  gitName: 'Git-Name',
  gitEmail: 'Git-E-Mail',
  saveAndCommit: 'Speichern und committen',
  // HunkBlock.svelte
  comment: 'Kommentieren',
  reject: 'Ablehnen',
  accepted: 'Angenommen',
  accept: 'Annehmen',
  // ReviewBody.svelte
  emptyFile: 'Eine leere Datei.',
  diffOf: (path) => `Diff von ${path}`,
  moreLines: (cut) => `${cut} weitere Zeilen`,
  openFile: 'Datei öffnen',
  // ReviewFile.svelte
  allReviewed: 'Alles begutachtet',
  lookAgain: 'Noch einmal ansehen',
  acceptFile: 'Datei annehmen',
  rejectFile: 'Datei ablehnen',
  // ReviewHead.svelte
  since: 'Seit',
  review: 'Begutachtung',
  reviewedOf: (acceptedCount, total) => `${acceptedCount} von ${total} begutachtet`,
  comparingFilesNow: (waiting) => `· ${count(waiting, 'Datei wird', 'Dateien werden')} verglichen`,
  acceptAll: 'Alle annehmen',
  sideBySide: 'Nebeneinander',
  // ReviewNotice.svelte
  undo: 'Rückgängig',
  noRoom:
    'Dieser Browser hat nicht genug Platz für die ganze Begutachtung: Beim Neuladen kann etwas davon verloren gehen.',
  // ReviewPanel.svelte
  fromFolder: (name) => `Aus dem Ordner ${name}`,
  writeBack: 'Zurückschreiben …',
  changedFiles: 'Geänderte Dateien',
  // ReviewRows.svelte
  commentTitle: 'Diese Zeile kommentieren; mit Umschalt alle bis hierher',
  // file-review.ts
  isLink: 'Ein Verweis auf eine andere Datei: Er hat keine Zeilen.',
  onlyBits: 'Nur die Zugriffsrechte haben sich geändert.',
  notRead: 'Sie ließ sich nicht lesen. Öffne „Änderungen“ noch einmal.',
  bytesBeforeNow: (before, after) => `vorher ${before}, jetzt ${after}`,
  tooLargeOrMany: (sizes) =>
    `Zu groß, oder zu viele Dateien, um Zeile für Zeile verglichen zu werden: ${sizes}.`,
  notText: 'Keine Textdatei: Ihre Zeilen lassen sich nicht vergleichen.',
  tooLarge: (sizes) => `Zu groß, um hier verglichen zu werden: ${sizes}.`,
  tooDifferent: (sizes) => `Zu verschieden, um Zeile für Zeile gezeigt zu werden: ${sizes}.`,
  wholeFile: 'die ganze Datei',
  bits: (toString, toString2) => `Zugriffsrechte ${toString} → ${toString2}`,
  linkBack: 'Ein Verweis wird mit der Zeitleiste zurückgeholt, nicht hier.',
  // hunks.ts
  removedAtStart: (lines) => `${count(lines, 'Zeile', 'Zeilen')} am Anfang entfernt`,
  removedAfter: (lines, line) => `${count(lines, 'Zeile', 'Zeilen')} nach Zeile ${line} entfernt`,
  linesFromTo: (first, last) => `Zeilen ${first}–${last}`,
  // review-comments.svelte.ts
  tooManyComments: (reviewComments) =>
    `Höchstens ${reviewComments} Kommentare werden gesammelt: Sende sie erst.`,
  cannotSend:
    'Sie lassen sich jetzt nicht senden: Eine andere Nachricht ist unterwegs, oder ein anderer Tab führt diese Sitzung.',
  // review-commit.svelte.ts
  gitInitEnded: (exitCode) => `git init endete mit ${exitCode}.`,
  // review.svelte.ts
  comparingFiles: 'Vergleichen der Dateien',
  rejecting: 'Ablehnen',
  hasChanged: (path) => `${path} hat sich seit dem Vergleich geändert; nichts wurde abgelehnt.`,
  shownAsNow:
    'Sie wird gezeigt, wie sie jetzt ist: Sieh sie dir noch einmal an, und lehne ab, was noch da ist.',
  undoing: 'Rückgängigmachen',
  undone: 'Rückgängig gemacht: Die Änderung des Agenten ist wieder da.',
  committing: 'Committen der Änderungen',
  makingRepository: 'Anlegen eines Repositorys',
  madeRepository: 'Ein Repository ist angelegt. Committe noch einmal.',
  charactersBeforeNow: (before, now) => `vorher ${before}, jetzt ${now} Zeichen`,
  line: (line) => `Zeile ${line}`,
  changeAccepted: (number, of, path, what) => `Änderung ${number} von ${of} in ${path}: ${what}, angenommen`,
  changeNotReviewed: (number, of, path, what) =>
    `Änderung ${number} von ${of} in ${path}: ${what}, nicht begutachtet`,
  changes: (changes) => count(changes, 'Änderung', 'Änderungen'),
  rejected: (what, path) => `Abgelehnt: ${what} in ${path}.`,
  scopes: {
    import: 'dem Import',
    session: 'deiner ersten Nachricht',
    turn: 'deiner letzten Nachricht',
    step: 'dem letzten Schritt',
  },
  filesChanged: (files) => `${count(files, 'Datei', 'Dateien')} geändert`,
  moreFilesChanged: (files) => `Mehr als ${count(files, 'Datei', 'Dateien')} geändert`,
  nothingSinceImport: 'Seit dem Import hat sich nichts geändert. Änderungen des Agenten stehen hier.',
  nothingSinceThen: 'Seitdem hat sich nichts geändert. Änderungen des Agenten stehen hier.',
  unchangedLines: (lines) => count(lines, 'unveränderte Zeile', 'unveränderte Zeilen'),
  commentOnLine: (line) => `Zeile ${line} kommentieren`,
  commentOnOldLine: (line) => `Zeile ${line}, wie sie war, kommentieren`,
  withAccepted: (files) => `${count(files, 'Datei', 'Dateien')}, mit dem, was davon angenommen ist`,
  committed: 'Committet:',
  othersStaged:
    'Es wurde nichts committet: {paths} würde mit committet, weil es schon in der Staging-Area steht. Committe das zuerst, oder nimm es zurück mit {command}',
  andMore: (more) => ` und ${more} weitere`,
  asBefore: (lines) => `${lines}, wie es vorher war`,
  moreLinesQuoted: (lines) => `… ${lines} weitere Zeilen`,
  haveComment:
    'Ich habe die Änderungen durchgesehen und einen Kommentar. Zitiert ist die Datei, wie ich sie gesehen habe.',
  haveComments: (comments) =>
    `Ich habe die Änderungen durchgesehen und ${comments} Kommentare. Zitiert sind die Dateien, wie ich sie gesehen habe.`,
}
