import { countsIn } from '../counted.ts'
import type { chat as english } from '../en/chat.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const chat: Translation<typeof english> = {
  // ActNotes.svelte
  yourNote: 'Deine Notiz:',
  noteWriters: { user: 'von dir geschrieben', agent: 'vom Agenten notiert', import: 'importiert' },
  toldBefore: (rule) => `Gesagt vor ${rule}`,
  // AssistantMessage.svelte
  assistant: 'Assistent',
  // Chat.svelte
  chat: 'Chat',
  conversation: 'Konversation',
  latest: 'Neueste',
  // CommandOutput.svelte
  closeOutput: (command) => `Ausgabe von /${command} schließen`,
  // Compacted.svelte
  toMakeRoom: 'um Platz zu schaffen',
  asYouAsked: 'auf deinen Wunsch',
  tookNoLonger: 'weil der Dienst sie in dieser Länge nicht mehr annahm',
  summarised: (messages, trigger, tokensBefore, tokensAfter) =>
    `${count(messages, 'Nachricht', 'Nachrichten')} zusammengefasst, ${trigger}: ${tokensBefore} → ${tokensAfter} Tokens`,
  fromNotes: 'aus den laufenden Notizen',
  byProgram: 'vom Programm, da das Modell keine Zusammenfassung gab',
  earlierSummaries: (summaries) =>
    `${count(summaries, 'frühere Zusammenfassung', 'frühere Zusammenfassungen')}, Wort für Wort wie zuvor`,
  goesOnFromThis:
    'Das Modell arbeitet hiermit weiter. Die Nachrichten darüber bleiben erhalten, und du kannst zu ihnen zurück.',
  // Composer.svelte
  anotherTab: 'Diese Sitzung läuft in einem anderen Tab',
  readOnly: 'Dieser Tab ist schreibgeschützt: Lade ihn neu, um weiterzumachen',
  sayWhatElse: 'Was noch, oder was soll anders werden?',
  whatShould: 'Was soll ich bauen, beheben oder erklären?',
  worksOnFor: (budget) => `Arbeitet für ${budget} Tokens weiter`,
  enterRuns: 'Enter führt das im Terminal aus',
  composerKeys: '/ Befehle, @ Dateien, ! Terminal',
  escStops: 'Esc stoppt',
  enterQueues: 'Enter reiht ein, Strg+Enter unterbricht',
  message: 'Nachricht',
  stop: 'Stopp',
  stopKeys: 'Stopp (Esc)',
  send: 'Senden',
  queueKeys: 'Einreihen (Enter)',
  sendKeys: 'Senden (Enter)',
  // DiffView.svelte
  diffOf: (path) => `Diff von ${path}`,
  noDifference: 'Kein Unterschied im Text',
  moreLines: (shown) => `${shown} weitere Zeilen`,
  // Marker.svelte
  checkKey: 'Schlüssel und Adresse prüfen',
  imported: (files, bytes) => `{name} importiert: ${count(files, 'Datei', 'Dateien')}, ${bytes}`,
  laterSteps: (steps) =>
    `${count(steps, 'Schritt', 'Schritte')} einer neueren Version von Vivarium ${steps === 1 ? 'bleibt' : 'bleiben'} erhalten, ${steps === 1 ? 'wird' : 'werden'} aber nicht angezeigt.`,
  readAnew: (tokens, reason) => `${tokens} Tokens wurden neu gelesen statt aus dem Prompt-Cache: ${reason}.`,
  showWhatChanged: 'Zeigen, was sich geändert hat',
  tryAgain: 'Noch einmal versuchen',
  // ModeSwitch.svelte
  mode: 'Modus',
  modeTitle: 'Berechtigungsmodus dieser Sitzung',
  // ModelSwitch.svelte
  model: 'Antwort von',
  modelTitle: 'Welches Modell antwortet',
  effort: 'Aufwand',
  effortTitle: 'Wie viel das Modell denkt, bevor es antwortet',
  thinks: (level) => `Denken: ${level}`,
  // FoldHead.svelte
  readFiles: (files) => `${count(files, 'Datei', 'Dateien')} gelesen`,
  searchedTimes: (searches) => `${searches}-mal gesucht`,
  listedFolders: (folders) => `${count(folders, 'Ordner', 'Ordner')} aufgelistet`,
  // Output.svelte
  output: 'Ausgabe',
  charactersBefore: (dropped) => `… ${dropped} Zeichen davor`,
  // Patch.svelte
  diff: 'Diff',
  // PausedCard.svelte
  keepFailing: 'dieselben Prüfungen schlagen immer wieder fehl',
  inCircles: 'der Agent scheint sich im Kreis zu drehen',
  paused: 'Pausiert',
  pausedWhy: (why) => `Pausiert: ${why}`,
  sayBelow: (text) => `${text} Sag unten, was er stattdessen tun soll, oder:`,
  goOn: 'Weitermachen',
  stopAndRewind: 'Stoppen und Dateien zurücksetzen',
  endRun: 'Lauf beenden',
  // PendingMessage.svelte
  edit: 'Bearbeiten',
  // PermissionRequest.svelte
  permissionRequest: 'Freigabe',
  cannotBeUndone: 'Lässt sich nicht rückgängig machen',
  oneOf: (waiting) => `1 von ${waiting}`,
  classifierLooks: 'Der Klassifikator sieht es sich ebenfalls an. Er entscheidet, wenn du es nicht tust.',
  whyAsked: 'Warum werde ich gefragt',
  answerInTab: 'Antworte in dem Tab, in dem diese Sitzung läuft, oder übernimm sie.',
  comment: 'Kommentar',
  commentPlaceholder: 'Kommentar für den Agenten (optional)',
  allowOnce: 'Einmal erlauben',
  allowForSession: 'Für diese Sitzung erlauben',
  alwaysAllow: 'Immer erlauben',
  deny: 'Ablehnen',
  // PlanForm.svelte
  editPlan: 'Plan bearbeiten',
  showPlan: 'Als Text zeigen',
  undoPlan: 'Meine Änderungen verwerfen',
  approve: 'Zustimmen',
  approveAndAccept: 'Zustimmen und Änderungen annehmen',
  keepPlanning: 'Weiter planen',
  planToApprove: 'Plan zur Freigabe',
  commentOnPlan: 'Kommentar zum Plan',
  // ProblemCard.svelte
  dismiss: 'Schließen',
  // ProposedInput.svelte
  whatItWouldDo: 'Folgen des Aufrufs',
  askedBy: 'Verlangt von',
  unnamedProgram: 'einem Programm ohne Namen',
  headers: 'Header',
  sends: 'Sendet',
  // EgressSummary.svelte
  whatIsPushed: 'Gepushte Refs',
  refCreated: 'Legt an:',
  refUpdated: 'Ändert:',
  refDeleted: 'Löscht:',
  branch: (name) => `Zweig ${name}`,
  tag: (name) => `Tag ${name}`,
  andMore: (count) => `und ${count} weitere`,
  pushedObjects: (count, bytes) => `Objekte: ${count}, ${bytes}.`,
  pushUnreadable:
    'Was damit gepusht würde, lässt sich nicht lesen: Es ist nicht so geschrieben, wie Git einen Push schreibt.',
  withToken: (host) => `Mit deinem Token für ${host}.`,
  toRepository: (address) => `Adresse des Repositorys: ${address}`,
  wouldLeave: (total) => `${total} würden den Browser verlassen.`,
  sizes: (address, headers, body) => `Adresse ${address}, Header ${headers}, Inhalt ${body}.`,
  largeHost: (chars) => `Der Name des Hosts hat ${chars} Zeichen.`,
  largeAddress: (chars) => `Die Adresse hat hinter dem Host ${chars} Zeichen.`,
  largeHeader: (chars, name) => `Der Header ${name} hat ${chars} Zeichen.`,
  largeHeaders: (chars) => `Die Header haben zusammen ${chars} Zeichen.`,
  tooDifferent: (before, after) => `Zu verschieden für eine Anzeige: Aus ${before} Zeichen werden ${after}.`,
  // QuestionForm.svelte
  question: 'Frage',
  anyNumber: 'beliebig viele',
  ownAnswer: (question) => `Eigene Antwort: ${question}`,
  ownWords: 'Oder in eigenen Worten',
  answer: 'Antworten',
  skip: 'Überspringen',
  // Queue.svelte
  sentWhenOnline: 'wird gesendet, sobald es wieder ein Netz gibt',
  notRead: 'nicht gelesen: Der Lauf ist beendet',
  readWhenGoesOn: 'wird gelesen, wenn der Lauf weitergeht',
  readWhenStepDone: 'wird gelesen, wenn dieser Schritt fertig ist',
  queue: 'Warteschlange',
  waiting: (state) => `Wartet, ${state}`,
  queuedMessages: 'Wartende Nachrichten',
  interrupts: 'Unterbricht, was der Agent gerade tut',
  triesAtOnce: 'Versucht es sofort',
  sendNow: 'Jetzt senden',
  editKeys: 'Bearbeiten (Pfeil nach oben)',
  remove: 'Entfernen',
  // RuleChoice.svelte
  ruleKept: 'Regel, die gemerkt wird',
  rule: 'Regel',
  whereHolds: 'Geltungsbereich der Regel',
  inThisWorkspace: 'in diesem Arbeitsbereich',
  inAllWorkspaces: 'in allen meinen Arbeitsbereichen',
  // RunProgress.svelte
  tokensOfOutput: (used, tokens) => `${used} von ${tokens} Tokens Ausgabe`,
  stopping: 'Wird gestoppt',
  afterAttempt: (attempt) => `nach Versuch ${attempt}`,
  attemptOf: (attempt, of) => `Versuch ${attempt} von ${of}`,
  tryingAgainIn: (reason, now, which) => `${reason} Neuer Versuch in ${now}, ${which}`,
  stillWaited: 'Das Modell hat eine Weile nichts gesendet; es wird noch gewartet',
  summarising: 'Die Konversation wird zusammengefasst, um Platz zu schaffen',
  waitingForAnswer: 'Wartet auf deine Antwort',
  workingBudget: (budget) => `Arbeitet, ${budget}`,
  working: 'Arbeitet',
  // Thinking.svelte
  thought: 'Überlegung',
  thinking: 'Überlegt',
  // Todos.svelte
  plan: 'Plan',
  doneOf: (done, todos) => `${done} von ${todos} erledigt`,
  // ToolCall.svelte
  details: 'Einzelheiten',
  showFile: 'Diese Datei zeigen',
  endJob: (job) => `${job} beenden`,
  // ToolDetails.svelte
  differsFrom: (outcome) => `Das weicht von der Aufzeichnung ab, in der es „${outcome}“ war:`,
  now: 'Jetzt:',
  filesDiffer: 'Die Dateien weichen nach diesem Aufruf von der Aufzeichnung ab.',
  compareThem: 'Vergleichen',
  noOutputYet: 'Noch keine Ausgabe',
  notStarted: 'Noch nicht begonnen',
  noOutput: 'Keine Ausgabe',
  modelSaw: 'Bild, das das Modell gesehen hat',
  // Transcript.svelte
  earlier: (first) => `${first} frühere Nachrichten`,
  // UserMessage.svelte
  you: 'Du',
  showLess: 'Weniger zeigen',
  showAll: 'Alles zeigen',
  // Welcome.svelte
  exampleTests: 'Finde heraus, warum die Tests fehlschlagen, und behebe es',
  exampleExplain: 'Erkläre, wie dieses Projekt aufgebaut ist',
  exampleScript: 'Schreib ein kleines Node-Skript, das Dateien nach Datum umbenennt, mit Tests',
  workOn: 'Woran wollen wir arbeiten?',
  introduction:
    'Vivarium ist ein Coding-Agent, der in diesem Tab lebt: Er liest, bearbeitet und startet dein Projekt in einer eigenen Sandbox. Es wird nichts installiert, und nichts verlässt den Tab außer dem, was du an dein Modell sendest.',
  importZip: 'Repository als Zip importieren',
  dropAnywhere: 'Irgendwo auf diese Seite ziehen oder hier klicken und auswählen',
  takeTour: 'Tour starten',
  allDemos: 'allen Demos',
  addKeyToStart: 'Trag zum Start deinen API-Schlüssel in den Einstellungen ein.',
  addKey: 'Schlüssel eintragen',
  // copy-code.ts
  copied: 'Kopiert',
  notAllowed: 'Nicht erlaubt',
  copy: 'Kopieren',
  // diff-rows.ts
  atLine: (newStart) => `@@ Zeile ${newStart}`,
  // end-text.ts
  stopped: 'Gestoppt',
  stoppedAfter: (turns) =>
    `Nach ${count(turns, 'Runde', 'Runden')} gestoppt. Sende eine Nachricht, damit es weitergeht, oder erhöhe die Grenze in den Einstellungen.`,
  endedTooLong: 'Beendet: Die Konversation passt nicht mehr in das Kontextfenster des Modells.',
  endedImage: 'Beendet: Das Modell konnte ein Bild nicht lesen.',
  endedFull: 'Beendet: Das Kontextfenster ist voll.',
  endedBudget: 'Beendet: Das Budget ist aufgebraucht.',
  endedHook: 'Von einem Hook beendet',
  endedError: 'Mit einem Fehler beendet',
  // suggestions.svelte.ts
  commands: 'Befehle',
  // tool-facts.ts
  timedOut: 'Zeit abgelaufen',
  exitCode: (exitCode) => `Exit-Code ${exitCode}`,
  inBackground: 'im Hintergrund',
  comparisons: {
    same: 'wie aufgezeichnet',
    times: 'wie aufgezeichnet, bis auf Zeiten',
    differs: 'weicht ab',
  },
  // AttachButton.svelte
  attach: 'Bilder oder Texte anhängen',
  attachTitle: 'Bilder oder Texte anhängen; sie lassen sich auch einfügen oder hierher ziehen',
  attachInput: 'Bilder oder Texte für die Nachricht',
  // AttachmentList.svelte
  attached: 'Angehängt',
  putIntoMessage: 'In die Nachricht übernehmen',
  removeNamed: (name) => `${name} entfernen`,
  // attachments.svelte.ts
  tooManyImages: (attachedImages, name) =>
    `Eine Nachricht kann ${attachedImages} Bilder haben; ${name} wurde weggelassen.`,
  sendFirst: 'Sende erst diese, oder importiere die anderen in den Arbeitsbereich.',
  pastedText: (value) => `Eingefügter Text ${value}`,
  noPicture: (name) => `${name} ist kein Bild, das dieser Browser zeigen kann; es wurde nicht angehängt.`,
  attachAs: 'Häng es als PNG oder JPEG an.',
  importIt: 'Importiere es in den Arbeitsbereich und verweise mit @ darauf.',
  tooLarge: (name) => `${name} ist zu groß, um mit einer Nachricht zu gehen.`,
  neither: (name) => `${name} ist weder ein Bild noch ein Text.`,
  files: 'Dateien',
  allow: '{tool} erlauben?',
  showOutput: 'Dem Modell zeigen, was {tool} ausgegeben hat?',
  tour: '{tour}: Sieh zu, wie ein fehlschlagender Test repariert wird, ganz ohne Schlüssel, und übernimm, wann immer du willst. Oder wähle aus {demos}.',
  reads: 'Liest',
  writes: 'Schreibt',
  deletes: 'Löscht',
  runsCode: 'Führt aus',
  network: 'Netz',
  unclear: 'Unklar',
  picture: 'Bild',
  images: (images) => count(images, 'Bild', 'Bilder'),
  steps: (steps) => count(steps, 'Schritt', 'Schritte'),
  imageNamed: (name) => `Bild: ${name}`,
  unnamedImage: 'ohne Namen',
  lines: (lines) => count(lines, 'Zeile', 'Zeilen'),
  // The composer and a message remember
  enterRemembers: 'Enter merkt sich das; ein Leerzeichen vor # sendet es',
  remembered: 'Gemerkt.',
  rememberedHere: 'In dieser Sitzung gemerkt; ein Import nimmt es mit.',
  openNote: 'Öffnen',
  forgotten: 'Vergessen.',
  dismissNote: 'Ausblenden',
  remember: 'Merken',
  rememberThis: 'Das merken',
  rememberTitle: 'Aus diesem Text eine Notiz machen, oder aus dem, was darin markiert ist',
  remembering: 'Das Merken',
  undoNote: 'Rückgängig',
  forgetting: 'Vergessen',
}
