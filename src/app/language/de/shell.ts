import { countsIn } from '../counted.ts'
import type { shell as english } from '../en/shell.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const shell: Translation<typeof english> = {
  // App.svelte
  chatWidth: 'Breite des Chats',
  notices: 'Hinweise',
  // Banners.svelte
  otherTab: 'Diese Sitzung läuft in einem anderen Tab. Du siehst zu.',
  takeOver: 'Übernehmen',
  makeRoom: 'Platz schaffen',
  storageFull:
    'Es ist kein Speicher mehr frei. Bis hierher ist alles gespeichert; mehr erst, wenn Platz ist.',
  storageFullHint:
    'Lösche alte Sitzungen, räume auf oder schaffe Platz auf dem Gerät. Die Dateien kannst du vorher exportieren.',
  storageEnding: 'Es ist kein Speicher mehr frei.',
  storageEndingHint: 'Dieser Schritt wird noch beendet und gespeichert; dann hält der Agent an.',
  goOn: 'Weitermachen',
  stillFull: 'Es ist noch zu wenig Platz: mindestens 10 MB müssen frei sein.',
  reload: 'Neu laden',
  exportFiles: 'Dateien exportieren',
  newVersion: 'Eine neue Version ist bereit.',
  newVersionHint:
    'Es ändert sich nichts, bis du hier neu lädst; dann tun es alle Tabs von Vivarium, und nichts geht verloren.',
  fetching: (fetchingFrom) => `Eine geteilte Sitzung wird von ${fetchingFrom} geholt`,
  cancel: 'Abbrechen',
  fetchZip: (zipHost) => `Ein Archiv von ${zipHost} in einen neuen Arbeitsbereich holen?`,
  fetchAndUnpack: 'Holen und entpacken',
  fetchShare: (host) =>
    `Eine geteilte Sitzung von ${host} holen? Das ist auf diesem Gerät oder in einem privaten Netz.`,
  fetchAndOpen: 'Holen und öffnen',
  notNow: 'Jetzt nicht',
  projectChanged: 'Die Einstellungen, die dieses Projekt mitbringt, haben sich geändert.',
  projectBrings: 'Dieses Projekt bringt eigene Einstellungen mit. Sie sind aus.',
  seeWhat: 'Ansehen, was sie bewirken',
  heldInstructions: (names) =>
    `Ein Befehl oder Werkzeug hat ${names} geändert. Der Agent befolgt das erst, wenn du es annimmst.`,
  seeChange: 'Änderung ansehen',
  // BottomSwitch.svelte
  chat: 'Chat',
  code: 'Code',
  partsOfScreen: 'Teile des Bildschirms',
  // DropTarget.svelte
  noFolders: 'Ordner lassen sich noch nicht importieren.',
  packFolder: 'Pack den Ordner als .zip und zieh das hierher.',
  dropHere:
    'Zieh das Zip eines Repositorys hierher, um es zu importieren, oder Dateien auf einen Ordner im Baum',
  // Header.svelte
  repositoryZip: 'Repository-Zip',
  importTitle: 'Ein Repository als Zip importieren',
  import: 'Importieren',
  openFolderTitle: 'Mit einer Kopie eines Ordners dieses Computers arbeiten',
  openFolder: 'Ordner öffnen',
  exportTitle: 'Den Arbeitsbereich als Zip herausholen',
  export: 'Exportieren',
  newSession: 'Neue Sitzung',
  timelineTitle: 'Zu einem beliebigen Schritt zurückgehen (zweimal Esc)',
  timeline: 'Zeitleiste',
  shareTitle: 'Diese Sitzung als Link teilen',
  share: 'Teilen',
  demosTitle: 'Aufgezeichnete Sitzungen zum Ansehen und Übernehmen',
  demos: 'Demos',
  sessionsTitle: 'Alle Sitzungen',
  sessions: 'Sitzungen',
  settingsTitle: 'Anbieter, Schlüssel, Modell, Freigaben',
  settings: 'Einstellungen',
  // NothingKeptBanner.svelte
  nothingKept:
    'Dieser Browser bewahrt für diese Seite nichts auf: Sitzungen, Einstellungen und Schlüssel sind weg, wenn der Tab geschlossen oder neu geladen wird.',
  nothingKeptHint:
    'Hol heraus, was du behalten willst. In einem normalen Fenster, oder wenn die Seite Daten speichern darf, bleiben sie.',
  saveSession: 'Sitzung speichern',
  // LostBanner.svelte
  bringingBack: (done, all) =>
    `Dieser Browser hat seine Datenbank verloren. Die Sitzungen kommen aus ihrer zweiten Kopie zurück: ${done} von ${all}.`,
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
  // StatusBar.svelte
  sandboxStarting: 'Sandbox startet',
  restoringFiles: 'Dateien werden wiederhergestellt',
  sandboxReady: 'Sandbox bereit',
  sandboxFailed: 'Sandbox ausgefallen',
  commands: 'Befehle',
  commandsKeys: (paletteKeys) => `Befehle ${paletteKeys}`,
  agent: 'Agent',
  oneOrigin: ', ein Ursprung',
  offlineTitle: 'Ohne Netz geht alles, nur kein Modell, das anderswo läuft',
  offline: 'Offline',
  openTerminal: 'Terminal öffnen',
  openTerminalTitle: 'Eine Shell für dich',
  commandsTitle: 'Alles, was man tun kann, beim Namen',
  tokensOf: (tokens, contextWindow) => `${tokens} von ${contextWindow} Tokens`,
  context: 'Kontext',
  contextTitle: 'Was den Kontext füllt',
  usageTitle: 'Was verbraucht wurde, und Limits',
  priceUnknown: 'Der Preis einiger Antworten ist nicht bekannt.',
  cost: 'Kosten',
  // agent-client.ts
  programNotLoaded: 'Sein Programm wurde nicht geladen.',
  // app-model.svelte.ts
  startingAgent: 'Starten des Agenten',
  theStore: 'dem Speicher',
  noZip: (name) => `${name} ist kein Zip-Archiv.`,
  packRepository: 'Pack das Repository als .zip und zieh das hierher.',
  zipTooLarge: (name, file, archiveBytes) =>
    `${name} hat ${file}; höchstens ${archiveBytes} können importiert werden.`,
  leaveOut: 'Lass Build-Ausgaben und Pakete weg.',
  theImport: 'Der Import',
  otherTabLeads: 'Ein anderer Tab führt diese Sitzung: Übernimm sie, um zu bearbeiten.',
  replayUnderWay: 'Eine Wiedergabe läuft: Die Dateien sind so, wie sie sie hat.',
  notOpened: 'Die Sitzung konnte nicht geöffnet werden.',
  reloadPage: 'Lade die Seite neu.',
  // exit-request.ts
  pushTo: (host) => `Push zu ${host}`,
  readWithToken: (host) => `Lesen von ${host} mit deinem Token`,
  characters: (characters) => `${characters} Zeichen`,
  hiddenCharacters: (characters) => `verborgen, ${characters} Zeichen`,
  // problem.ts
  unexpectedHint: 'Lade die Seite neu; von dem, was gespeichert ist, geht nichts verloren.',
  // session.svelte.ts
  waitingForSession: 'Wartet auf die Sitzung',
  notSent: 'Nicht gesendet: Der Agent konnte nicht starten',
  waitingForAgent: 'Wartet, bis der Agent startet',
  queueing: 'Wird eingereiht',
  waitingForSandbox: 'Wartet auf die Sandbox',
  sending: 'Wird gesendet',
  openingSession: 'Öffnen der Sitzung',
  goingOn: 'Weitermachen',
  rewinding: 'Zurücksetzen der Dateien',
  interrupting: 'Unterbrechen',
  removingMessage: 'Entfernen der Nachricht',
  tryingAgain: 'Neuer Versuch',
  compacting: 'Zusammenfassen der Konversation',
  stopping: 'Stoppen',
  answering: 'Antworten',
  checkingRule: 'Prüfen der Regel',
  stoppingCommand: 'Beenden des Befehls',
  changingMode: 'Wechseln des Modus',
  takingOver: 'Übernehmen der Sitzung',
  sendingAttempt: 'Senden',
  // start-sandbox.ts
  checkNetwork: 'Prüfe das Netz und lade die Seite neu.',
  filesKept: 'Lade die Seite neu. Deine Dateien bleiben erhalten.',
  chooseAgain: 'Wähle die Sandbox noch einmal, um es erneut zu versuchen.',
  noPreviewThere:
    'Ein Arbeitsbereich in WebContainer hat keine Vorschau seiner Dateien. Starte darin einen Server: Seine Seiten werden hier gezeigt.',
  noWebContainer: 'WebContainer kann hier nicht benutzt werden: Der Server nennt seinen Host nicht.',
  embeddedInstead: 'Stattdessen wird die eingebaute Sandbox benutzt.',
  files: 'Dateien',
  folder: 'Ordner',
  sendTo: (method, host) => `${method} an ${host}`,
  hasFailed: (attempt, why) => `Fehlgeschlagen: ${attempt}. ${why}`,
  loadingCommand: (name) => `Laden von /${name}`,
  localModelTitle: 'Das Modell läuft auf diesem Gerät: Nichts wird über ein Netz gesendet',
  localModel: 'Lokales Modell',
  onlineTitle: 'Das Modell wird über das Netz erreicht',
  online: 'Online',
}
