import type { editor as english } from '../en/editor.ts'
import type { Translation } from '../language.svelte.ts'

export const editor: Translation<typeof english> = {
  // CloseQuestion.svelte
  unsavedText: 'Ungespeicherter Text',
  hasUnsaved: (name) => `${name} hat Text, der nicht gespeichert ist.`,
  saveAndClose: 'Speichern und schließen',
  closeAnyway: 'Schließen, ohne zu speichern',
  keepOpen: 'Offen lassen',
  // ConflictView.svelte
  conflict: 'Konflikt',
  saveMine: 'Meins speichern',
  takeTheirs: 'Das andere nehmen',
  discardMine: 'Meins verwerfen',
  saveMerged: 'Zusammengeführtes speichern',
  theirs: 'Das andere, im Arbeitsbereich',
  merged: 'Zusammengeführt: beides, so weit es passt; bearbeite es',
  cannotCompare:
    'Die beiden Texte lassen sich jetzt nicht vergleichen: Ein Teil der Seite wurde nicht geladen.',
  // EditorPanel.svelte
  chooseFile: 'Wähle eine Datei, um sie hier zu bearbeiten.',
  // FileHead.svelte
  notUtf8: 'kein UTF-8: wird gezeigt, nicht bearbeitet',
  notUtf8Title: 'Sie hier zu speichern, würde Bytes ändern, die niemand bearbeitet hat.',
  showValues: 'Werte zeigen',
  hideValues: 'Werte verbergen',
  previewTitle: 'Diese Seite zeigen',
  preview: 'Vorschau',
  saveTitle: 'Speichern (Strg+S, ⌘S)',
  save: 'Speichern',
  notSaved: (message, hint) => `Nicht gespeichert. ${message} ${hint}`,
  secretsNotKept:
    'Geheimnisse bewahrt der Browser nicht auf: Dieser ungespeicherte Text übersteht kein Neuladen. Speichere ihn.',
  tooLargeToKeep:
    'Dieser ungespeicherte Text ist zu groß, als dass der Browser ihn über ein Neuladen behalten könnte. Speichere ihn bald.',
  // FileTabs.svelte
  openFiles: 'Offene Dateien',
  inConflict: ', im Konflikt',
  unsaved: ', ungespeichert',
  closeTitle: 'Schließen (Entf)',
  // FileView.svelte
  onItsWay: 'Die Datei ist unterwegs.',
  editorNotLoaded: 'Der Editor wurde nicht geladen. Prüfe das Netz und öffne die Datei noch einmal.',
  binary: (bytes) => `Binärdatei, ${bytes}. Es gibt keinen Text zu zeigen.`,
  tooLarge: (bytes, limit) =>
    `Diese Datei hat ${bytes}; der Editor öffnet bis zu ${limit}. Der Agent kann Teile davon lesen.`,
  // code-editor.ts
  contentOf: (path) => `Inhalt von ${path}`,
  tabIndents: 'Tab rückt ein; Escape, dann Tab verlässt den Editor.',
  // editor-phrases.ts: the editor's own words, by what they are in English
  phrases: {
    Find: 'Finden',
    Replace: 'Ersetzen',
    next: 'nächste',
    previous: 'vorige',
    all: 'alle',
    'match case': 'Groß und klein',
    regexp: 'Muster',
    'by word': 'ganze Wörter',
    replace: 'ersetzen',
    'replace all': 'alle ersetzen',
    close: 'schließen',
    'current match': 'dieser Treffer',
    'on line': 'in Zeile',
    'replaced match on line $': 'Treffer in Zeile $ ersetzt',
    'replaced $ matches': '$ Treffer ersetzt',
    'Go to line': 'Zu Zeile gehen',
    go: 'los',
    'Control character': 'Steuerzeichen',
    'Selection deleted': 'Auswahl gelöscht',
    'folded code': 'eingeklappter Code',
    unfold: 'ausklappen',
    Accept: 'Übernehmen',
    Reject: 'Verwerfen',
    '$ unchanged lines': '$ unveränderte Zeilen',
  },
  // merge-editor.ts
  mergedTextOf: (path) => `Zusammengeführter Text von ${path}`,
  theirTextOf: (path) => `Anderer Text von ${path}`,
  takePart: 'Diesen Teil des anderen übernehmen',
  // open-file.svelte.ts
  workingOnFile: 'Arbeiten an der Datei',
  // text-file.ts
  mixedLineEnds: 'gemischte Zeilenenden',
  wasRemoved: '{name} wurde vom Agenten oder einem Programm entfernt, während du daran gearbeitet hast.',
  wasChanged: '{name} wurde vom Agenten oder einem Programm geändert, während du daran gearbeitet hast.',
  wasReplaced:
    '{name} wurde vom Agenten oder einem Programm durch etwas ersetzt, das kein Text ist, während du daran gearbeitet hast.',
  nothingOverwritten: 'Nichts wird überschrieben, bis du wählst.',
  readOnly: 'schreibgeschützt',
}
