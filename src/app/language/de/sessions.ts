import { countsIn } from '../counted.ts'
import type { sessions as english } from '../en/sessions.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const sessions: Translation<typeof english> = {
  // DeletedRow.svelte
  bringBack: 'Zurückholen',
  deleteForGood: 'Endgültig löschen',
  // SearchResults.svelte
  searching: 'Suche läuft',
  found: 'Gefunden',
  mayBeMore: 'Vielleicht gibt es mehr; mehr Wörter finden weniger.',
  // SessionRow.svelte
  sessionTitle: 'Titel',
  rename: 'Umbenennen',
  fork: 'Abzweigung',
  pinned: 'Angeheftet',
  more: 'Mehr',
  unpin: 'Lösen',
  pin: 'Anheften',
  pinTitle: 'Anheften: steht oben und bleibt bei jedem Aufräumen erhalten',
  unarchive: 'Aus dem Archiv holen',
  archive: 'Archivieren',
  delete: 'Löschen',
  // SessionsDialog.svelte
  noSessions: 'Noch keine Sitzungen. Die erste Nachricht legt eine an.',
  nothingArchived: 'Nichts ist archiviert.',
  nothingDeleted: 'Nichts wurde gelöscht.',
  sessions: 'Sitzungen',
  storage: 'Speicher',
  newSession: 'Neu',
  searchAll: 'Alle Sitzungen durchsuchen',
  searchPlaceholder: 'Alle Sitzungen durchsuchen: Wörter, "Wortfolgen", tool:Bash, after:2026-11-01',
  whichSessions: 'Welche Sitzungen',
  deleteAll: 'Alle endgültig löschen',
  deletedNamed: (title) => `„${title}“ gelöscht.`,
  undo: 'Rückgängig',
  readingSessions: 'Sitzungen werden gelesen',
  // StorageDialog.svelte
  counting: 'Es wird gezählt, was gespeichert ist',
  spaceUsed: 'Belegter Platz',
  saidAndDone: (all) => `Nachrichten und Aktionen in ${count(all, 'Sitzung', 'Sitzungen')}`,
  workspaceFiles: 'Dateien ihrer Arbeitsbereiche, bei jedem Schritt',
  programKept: 'Programm und Pakete, für die Arbeit ohne Netz',
  holders: {
    second_copies: 'Dateien von Sitzungen, die nur in ihrer zweiten Kopie stehen, bis sie zurückkommen',
    memory: 'Notizen des Gedächtnisses mit ihren früheren Fassungen',
    accepted_versions:
      'Dateien, die Werkzeuge steuern, in Fassungen, die du angenommen hast und keine Sitzung mehr hat',
  },
  unneeded: 'Dateien, die nichts mehr braucht',
  nothingKept:
    'Dieser Browser bewahrt für diese Seite nichts auf: All das ist weg, wenn der Tab geschlossen oder neu geladen wird.',
  promised: 'Der Browser hat zugesagt, all das zu behalten, bis du es entfernst.',
  mayRemove: 'Der Browser darf all das von sich aus entfernen, wenn auf dem Gerät der Platz knapp wird.',
  wasAsked: (asked) => `Er wurde am ${asked} gebeten, es zu behalten, und hat nicht zugestimmt.`,
  secondCopy: 'Von den Sitzungen gibt es eine zweite Kopie, falls der Browser seine Datenbank verliert.',
  noSecondCopy:
    'Von den Sitzungen gibt es keine zweite Kopie: Dieser Browser gibt der Seite keine eigenen Dateien.',
  checkLogs: 'Protokolle prüfen',
  keepIt: 'Behalten',
  makeRoom: 'Platz schaffen',
  inUse: (heldBytes) =>
    `${heldBytes} weitere waren in Gebrauch, seit dieser Tab geladen wurde; lade ihn neu, um auch sie freizugeben.`,
  holderUnread: (holder) =>
    `„${holder}“ kann nicht gelesen werden; freigegeben wird deshalb nichts. Lade die Seite neu.`,
  cleaningUp: 'Wird aufgeräumt',
  cleanUp: 'Aufräumen',
  notUsedFor: (old, oldDays) =>
    `${count(old, 'Sitzung', 'Sitzungen')}, seit ${oldDays} Tagen nicht benutzt, ohne angeheftete:`,
  largest: 'Größte Sitzungen',
  notInFigure: 'Inhalte, die eine Sitzung mit einer anderen teilt, sind in ihrer Zahl nicht enthalten.',
  // search.svelte.ts
  theSearch: 'Die Suche',
  // session-name.ts
  untitled: 'Sitzung ohne Titel',
  // sessions.svelte.ts
  reading: 'Lesen der Sitzungen',
  renaming: 'Umbenennen der Sitzung',
  changingList: 'Ändern der Liste',
  deleting: 'Löschen der Sitzung',
  bringingBack: 'Zurückholen der Sitzung',
  // storage.svelte.ts
  dismissingLost: 'Das Weglegen der Liste verlorener Schlüssel',
  countingStored: 'Zählen des Gespeicherten',
  cleaning: 'Aufräumen des Speichers',
  asWritten: (covered) => `${covered}; alle sind, wie sie geschrieben wurden.`,
  notAsWritten: (covered, join) => `${covered}; nicht wie geschrieben: ${join}.`,
  checkedOf: (old, logs) => `${old} von ${logs} Protokollen wurden geprüft`,
  checkingLogs: 'Prüfen der Protokolle',
  keepsIt: 'Der Browser behält es von jetzt an.',
  didNotAgree:
    'Der Browser hat nicht zugestimmt. Ein Lesezeichen auf diese Seite oder häufigere Nutzung können das ändern.',
  roles: { title: 'Titel', user: 'Du', assistant: 'Agent', tool: 'Werkzeug' },
  nothingFound:
    'Nichts gefunden. Alle Wörter müssen in einer Nachricht, einem Aufruf oder einem Ergebnis stehen; {tool}, {role}, {file}, {after} und {before} grenzen es ein.',
  morePlaces: (places) => `${places} weitere Stellen`,
  messages: (messages) => count(messages, 'Nachricht', 'Nachrichten'),
  archived: 'Archiviert',
  deleted: 'Gelöscht',
  ofQuota: (quota) => `{used} von ${quota}, die dieser Browser Vivarium zugesteht`,
  filesUnneeded: 'Dateien, die nichts mehr braucht:',
  canComeBack: (deleted) =>
    `${count(deleted, 'gelöschte Sitzung, die sich noch zurückholen lässt', 'gelöschte Sitzungen, die sich noch zurückholen lassen')}:`,
  freed: (bytes) => `${bytes} freigegeben.`,
  eventMissing: (title, seq) => `„${title}“: Ereignis ${seq} fehlt`,
  eventChanged: (title, seq) => `„${title}“: Ereignis ${seq} wurde verändert`,
  agentEventMissing: (title, role, seq) => `„${title}“, Agent „${role}“: Ereignis ${seq} fehlt`,
  agentEventChanged: (title, role, seq) => `„${title}“, Agent „${role}“: Ereignis ${seq} wurde verändert`,
  copyMissing: (title) =>
    `„${title}“ hat noch keine zweite Kopie. Sie entsteht von selbst, während die Sitzung in einem Tab offen ist.`,
  copyBehind: (title, seq, events) =>
    `„${title}“: Die zweite Kopie endet bei Ereignis ${seq} von ${events}. Sie wird von selbst ergänzt, während die Sitzung in einem Tab offen ist.`,
  copyAhead: (title, seq, events) =>
    `„${title}“: Die zweite Kopie endet bei Ereignis ${seq}, die Datenbank bei Ereignis ${events}. Der Rest kommt zurück, wenn die Sitzung geöffnet wird.`,
  copyDamaged: (title, seq, events) =>
    `„${title}“: Die zweite Kopie ist nach Ereignis ${seq} von ${events} beschädigt.`,
  agentCopyDamaged: (title, role) =>
    `„${title}“: Die zweite Kopie vom Protokoll des Agenten „${role}“ ist beschädigt.`,
  copyMended: {
    now: 'Sie wurde aus der Datenbank neu geschrieben.',
    later:
      'Damit sie neu geschrieben wird, öffne in jedem Tab, der diese Sitzung zeigt, eine andere und prüfe noch einmal. Eine Sicherung schützt sie bis dahin.',
    not: 'Sie bleibt, wie sie ist, denn auch das Protokoll ist nicht unversehrt.',
  },
  copyOther: (title) =>
    `„${title}“: Die zweite Kopie gehört zu einem anderen Protokoll. Sie wird neu geschrieben, wenn die Sitzung geöffnet wird.`,
  copyNewer: (title) =>
    `„${title}“: Eine spätere Version von Vivarium hat die zweite Kopie geschrieben. Lade die Seite neu, um diese Version zu bekommen.`,
  copyUnread: (title, message) => `„${title}“: Die zweite Kopie lässt sich nicht lesen. ${message}`,
}
