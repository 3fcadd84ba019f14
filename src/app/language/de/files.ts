import { countsIn } from '../counted.ts'
import type { files as english } from '../en/files.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const files: Translation<typeof english> = {
  // FileTree.svelte
  files: 'Dateien',
  fileActions: 'Dateiaktionen',
  locked: 'gesperrt',
  noneHasThis: 'Keine Datei hat das in ihrem Pfad.',
  appearWithSandbox: 'Dateien erscheinen, wenn die Sandbox läuft.',
  onTheirWay: 'Dateien sind unterwegs.',
  noFilesYet: 'Noch keine Dateien. Importiere ein Zip oder bitte den Agenten, welche anzulegen.',
  // ImportBanner.svelte
  reading: 'Liest',
  unpacking: 'Entpackt',
  storing: 'Speichert',
  unpackingProgress: 'Fortschritt beim Entpacken',
  unpacked: (filesDone, filesTotal, bytesDone, bytesTotal) =>
    `${filesDone} von ${filesTotal} Dateien, ${bytesDone} von ${bytesTotal}`,
  waitingForSandbox: 'Wartet auf die Sandbox',
  cancel: 'Abbrechen',
  replaced: (name) => `${name} hat die Dateien ersetzt, die hier waren.`,
  undo: 'Rückgängig',
  // LockButton.svelte
  lockNamed: (name) => `${name} sperren`,
  lockedWithFolder: 'Mit ihrem Ordner gesperrt',
  isLocked: 'Gesperrt: Der Agent ändert es nicht (Umschalt+L)',
  lockTitle: 'Vor Änderungen durch den Agenten schützen (Umschalt+L)',
  // VersionsDiff.svelte
  notText: 'Keine Textdatei: Ihre Zeilen lassen sich nicht vergleichen.',
  tooLarge: 'Diese Datei ist zu groß, um hier verglichen zu werden.',
  differsHidden: 'Sie unterscheidet sich nur in dem, was verborgen ist.',
  tooDifferent: (text, text2) => `Zu verschieden für eine Anzeige: vorher ${text} Zeichen, jetzt ${text2}.`,
  comparing: 'Wird verglichen',
  valuesHidden: 'Werte sind verborgen. Der Editor zeigt sie, wenn man es verlangt.',
  notRead: 'Die beiden Fassungen ließen sich nicht lesen. Schließe diesen Eintrag und öffne ihn noch einmal.',
  // Workspace.svelte
  workspace: 'Arbeitsbereich',
  views: 'Ansichten des Arbeitsbereichs',
  editor: 'Editor',
  changes: 'Änderungen',
  search: 'Suche',
  terminal: 'Terminal',
  preview: 'Vorschau',
  // fetch-archive.ts
  downloadYourself: 'Lade das Archiv selbst herunter und zieh die Datei hierher.',
  noWebAddress: (address) => `${address} ist keine Webadresse eines Archivs.`,
  mustBeHttps: 'Sie muss mit https:// beginnen.',
  notReadable: (host) =>
    `${host} ließ sich nicht lesen. Entweder ist es nicht erreichbar, oder es erlaubt anderen Seiten nicht, seine Dateien zu lesen (CORS).`,
  answered: (host, status, statusText) => `${host} hat ${status} ${statusText} geantwortet.`,
  brokeOff: (host) => `Der Download von ${host} ist abgebrochen.`,
  tryAgainOr: (download) => `Versuch es noch einmal, oder: ${download}`,
  archiveTooLarge: (host, bytes, archiveBytes) =>
    `Das Archiv bei ${host} hat ${bytes} oder mehr; höchstens ${archiveBytes} können importiert werden.`,
  leaveOut: 'Lass Build-Ausgaben und Pakete weg.',
  // OpenFolder.svelte
  openNamed: (name) => `${name} öffnen`,
  lookingAt: (name) => `${name} wird angesehen`,
  openFolder: 'Ordner öffnen',
  countingFiles: 'Dateien werden gezählt …',
  youWorkOnCopy: (files, bytes) =>
    `${count(files, 'Datei', 'Dateien')}, ${bytes}. Du arbeitest an einer Kopie: Der Ordner ändert sich erst, wenn du zurückschreibst.`,
  andMore: (ignoredMore) => `und ${ignoredMore} weitere`,
  filesReplaced: 'Die Dateien, die jetzt hier sind, werden ersetzt; das lässt sich rückgängig machen.',
  open: 'Öffnen',
  // WriteBack.svelte
  comparingFolder: 'Wird mit dem jetzigen Stand des Ordners verglichen …',
  writing: (files) => `${count(files, 'Datei wird', 'Dateien werden')} geschrieben …`,
  hasAll: 'Der Ordner hat alles, was im Arbeitsbereich ist.',
  compareNamed: (path) => `${path} vergleichen`,
  bothSame: 'Beide sind gleich.',
  emptyFile: 'Eine leere Datei.',
  nothingButTicked: 'Nur was angehakt ist, wird geschrieben oder gelöscht.',
  done: 'Fertig',
  write: (ticked) => `${count(ticked, 'Datei', 'Dateien')} schreiben`,
  // local-folder.svelte.ts
  lookingAtFolder: 'Ansehen des Ordners',
  mayNotWrite: (name) => `Der Browser lässt Vivarium nicht in den Ordner „${name}“ schreiben.`,
  allowWhenAsked: 'Erlaube es, wenn der Browser fragt.',
  comparingTheFolder: 'Vergleichen des Ordners',
  writtenBack: (written, removed, failed) =>
    `${written} geschrieben, ${removed} entfernt, ${failed} gelassen, wie sie waren.`,
  writingBack: 'Zurückschreiben',
  // SteeringDialog.svelte
  untickedStays:
    'Was nicht angehakt ist, geht so hinaus, wie du es importiert oder zuletzt angenommen hast, oder gar nicht.',
  export: 'Exportieren',
  accept: 'Änderungen annehmen',
  acceptTicked: 'Angehakte annehmen',
  untickedHasNoEffect:
    'Anweisungen, die nicht angehakt sind, befolgt der Agent nicht, und kein Export enthält sie.',
  // steering-files.svelte.ts
  lookingForSteering: 'Suchen nach Dateien, die Werkzeuge steuern',
  acceptingSteering: 'Annehmen der Dateien',
  // TreeHead.svelte
  newFile: 'Neue Datei',
  filterFiles: 'Dateien filtern',
  // TreeNotice.svelte
  replace: 'Ersetzen',
  dismiss: 'Schließen',
  fileAction: 'Dateiaktion',
  // TreePrompt.svelte
  newNameOf: (path) => `Neuer Name von ${path}`,
  rename: 'Umbenennen',
  create: 'Anlegen',
  // TreeRow.svelte
  gitMark: (meaning) => `Git: ${meaning}`,
  lockedTitle: 'Gesperrt: Der Agent ändert es nicht',
  // dropped-files.ts
  tooManyFiles: (uploadFiles) => `Darin sind mehr als ${uploadFiles} Dateien.`,
  tooManyBytes: (bytes, uploadBytes) => `Es hat ${bytes}; höchstens ${uploadBytes} gehen hinein.`,
  nothingPutIn: (message) => `Es wurde nichts abgelegt. ${message}`,
  packAsZip: 'Pack es als .zip und importiere das.',
  // file-name.ts
  nameMissing: 'Ein Name fehlt.',
  typeOne: 'Gib einen ein.',
  noSlash: 'Ein Name hat keinen Schrägstrich.',
  dragInstead: 'Zieh die Datei in einen anderen Ordner, um sie dorthin zu verschieben.',
  noNul: 'Ein Name kann kein NUL-Zeichen haben.',
  takeItOut: 'Nimm es heraus.',
  folderNameMissing: 'Zwischen zwei Schrägstrichen fehlt der Name eines Ordners.',
  takeOneOut: 'Nimm einen heraus.',
  dotsAreNoNames: '„.“ und „..“ sind keine Namen.',
  nameFolder: 'Nenn den Ordner selbst.',
  nameTooLong: (nameBytes) => `Ein Name hat höchstens ${nameBytes} Bytes.`,
  chooseShorter: 'Wähle einen kürzeren.',
  // tree-actions.ts
  newFileDots: 'Neue Datei …',
  newFolderDots: 'Neuer Ordner …',
  renameDots: 'Umbenennen …',
  deleteItems: (paths) => `${paths} Einträge löschen`,
  copyPaths: 'Pfade kopieren',
  copyPath: 'Pfad kopieren',
  mention: 'Im Chat erwähnen',
  download: 'Herunterladen',
  // tree-edits.svelte.ts
  created: (name) => `${name} angelegt.`,
  movedItems: (moves) => `${count(moves, 'Eintrag', 'Einträge')} verschoben.`,
  deletedWhat: (what) => `${what} gelöscht.`,
  puttingIn: 'Ablegen der Dateien',
  added: (files) => `${count(files, 'Datei', 'Dateien')} hinzugefügt.`,
  undoing: 'Rückgängigmachen',
  undone: 'Rückgängig gemacht.',
  changingFiles: 'Ändern der Dateien',
  // workspace.svelte.ts
  locking: 'Sperren der Datei',
  copying: 'Kopieren',
  readingFile: 'Lesen der Datei',
  theImport: 'Der Import',
  cancellingImport: 'Abbrechen des Imports',
  undoingImport: 'Rückgängigmachen des Imports',
  theExport: 'Der Export',
  listingFiles: 'Auflisten der Dateien',
  comparingFiles: 'Vergleichen der Dateien',
  changeNames: { added: 'hinzugefügt', modified: 'geändert', removed: 'entfernt' },
  gitFiles: 'Dateien von Git selbst (.git): Verlauf, Branches',
  installedPackages: 'Installierte Pakete (node_modules): oft sehr groß',
  ignoredFiles: 'Ignorierte Dateien',
  thereAreNone: ' – es gibt keine',
  writeBackTo: (folder) => `Zurückschreiben: ${folder}`,
  theFolder: 'Ordner',
  folderGroups: {
    project: 'Dateien',
    steering: 'Dateien, die Werkzeuge steuern',
    ignored: 'Von .gitignore ignoriert',
    git: 'Dateien von Git selbst',
  },
  steeringWhy:
    'Sie sagen einem Agenten, einer Paketverwaltung oder Git, was auszuführen ist. Programme können sie geschrieben haben: Sieh jede an, bevor du sie anhakst.',
  folderRefusals: {
    link: 'Ein Browser kann keine symbolischen Links in einen Ordner schreiben.',
    git_name: 'Manche Systeme halten diesen Namen für „.git“, daher wird er nicht geschrieben.',
  },
  folderChanges: { added: 'neu', changed: 'geändert', removed: 'löschen' },
  folderConflicts: {
    added: 'inzwischen im Ordner angelegt',
    changed: 'inzwischen im Ordner geändert',
    removed: 'inzwischen im Ordner gelöscht',
  },
  git: {
    modified: 'geändert',
    added: 'hinzugefügt',
    deleted: 'gelöscht',
    renamed: 'umbenannt',
    copied: 'kopiert',
    'type changed': 'Typ geändert',
    'in conflict': 'im Konflikt',
    untracked: 'nicht verfolgt',
    'has changes': 'enthält Änderungen',
  },
  delete: 'Löschen',
  del: 'Entf',
  nameOfNewFile: 'Name der neuen Datei',
  nameOfNewFolder: 'Name des neuen Ordners',
  nameOfNewFileIn: (folder) => `Name der neuen Datei in ${folder}`,
  nameOfNewFolderIn: (folder) => `Name des neuen Ordners in ${folder}`,
  moved: (name) => `${name} verschoben.`,
  renamed: (name) => `${name} umbenannt.`,
  items: (items) => count(items, 'Eintrag', 'Einträge'),
}
