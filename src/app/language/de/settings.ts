import type { settings as english } from '../en/settings.ts'
import type { Translation } from '../language.svelte.ts'

export const settings: Translation<typeof english> = {
  // AppearanceFields.svelte
  theme: 'Farbschema',
  asSystem: 'Wie das System',
  light: 'Hell',
  dark: 'Dunkel',
  contrast: 'Kontrast',
  more: 'Stärker',
  language: 'Sprache',
  asBrowser: 'Automatisch, nach den Sprachen des Browsers',
  // ConnectionTest.svelte
  notKnown: 'nicht bekannt',
  testing: 'Wird getestet',
  testConnection: 'Verbindung testen',
  connection: 'Verbindung',
  // ExtraHeaders.svelte
  extraHeaders: 'Weitere Header',
  extraHeadersHint:
    'Für ein Gateway. Einer pro Zeile; sie werden wie der Schlüssel aufbewahrt und nur an die Basis-URL gesendet.',
  // GitIdentity.svelte
  gitName: 'Git-Name',
  gitNameHint:
    'Der Autor von Commits, wenn ein Repository nichts anderes sagt. Programme in der Sandbox können es lesen.',
  gitEmail: 'Git-E-Mail',
  // GitTokens.svelte
  gitHost: 'Git-Host',
  gitTokenHint:
    'Ein Token für clone, fetch und push. Es geht an die Repositories dieses Hosts, für die du es erlaubst, und Programme bekommen es nie zu sehen.',
  gitToken: 'Git-Token',
  endsIn: (hint) => `, endet auf ${hint}`,
  // HiddenValues.svelte
  hiddenValue: 'Verborgener Wert',
  hiddenValueHint:
    'Ein Passwort oder Schlüssel von dir. Wo er auftaucht, wird stattdessen [REDACTED] gespeichert und gesendet. Schlüssel in bekannten Formaten werden auch ohne das gefunden; sicher ist nichts davon.',
  // InstructionFields.svelte
  instructions: 'Anweisungen',
  ownInstructions: 'Anweisungen für alle Projekte',
  ownInstructionsHint: 'Stehen am Anfang jeder Sitzung, vor den Dateien des Projekts.',
  ownInstructionsExample: 'Lass die Tests laufen, bevor du sagst, dass etwas geht.',
  projectInstructions: 'Anweisungen des Projekts',
  projectInstructionsHint: '„Kontext“ zeigt, welche Dateien hier gelesen werden und warum andere nicht.',
  claudeOrAgents: 'CLAUDE.md; AGENTS.md in Ordnern, die keine haben',
  claudeAndAgents: 'CLAUDE.md und AGENTS.md',
  // KeyField.svelte
  saved: (whereItStays) => `Gespeichert. ${whereItStays}`,
  forgotten: 'Vergessen.',
  apiKey: 'API-Schlüssel',
  forget: 'Vergessen',
  // ModelFields.svelte
  provider: 'Anbieter',
  baseUrl: 'Basis-URL',
  model: 'Modell',
  otherModel: (cached) =>
    `Ein anderes Modell hat den Prompt-Cache dieser Sitzung nicht: Es liest alle ${cached} Tokens davon neu, zum vollen Preis.`,
  fallbackModel: 'Ersatzmodell',
  fallbackModelHint:
    'Antwortet für den Rest eines Laufs, wenn das Modell dreimal hintereinander überlastet ist. Leer: keins.',
  waitOut: 'Überlastungen abwarten',
  waitOutHint:
    'Für Läufe, denen niemand zusieht: Ratenlimits und Überlastungen werden abgewartet, bis zu sechs Stunden.',
  cacheHour: 'Prompt eine Stunde im Cache halten',
  cacheHourHint:
    'Bei Anthropic, ab der nächsten Sitzung. Das Schreiben kostet 2× statt 1,25× der Eingabe; es lohnt sich, wenn du länger als fünf Minuten pausierst.',
  queueOffline: 'Offline Geschriebenes später senden',
  queueOfflineHint:
    'Ohne Netz wartet eine Nachricht an ein entferntes Modell über dem Nachrichtenfeld und wird gesendet, sobald es wieder eins gibt.',
  autoCompact: 'Zusammenfassen, was nicht mehr passt',
  autoCompactHint:
    'Bevor eine Konversation das Fenster des Modells füllt, werden alte Ergebnisse weggelassen und, wenn das nicht reicht, der ältere Teil zusammengefasst. In der Sitzung bleibt alles erhalten.',
  runningNotes: 'Laufende Notizen',
  runningNotesHint:
    'Wo alte Ergebnisse allein nicht genug Platz schaffen, schreibt das Modell ab der Hälfte des Fensters neben der Arbeit Notizen; sie treten an die Stelle des älteren Teils, und niemand wartet auf eine Zusammenfassung. Jede ist eine eigene Anfrage, die größtenteils aus dem Cache gelesen wird. Unter „Kontext“ sind sie zu sehen.',
  thinking: 'Nachdenken',
  terse: 'Knappe Antworten',
  terseHint:
    'Bittet das Modell, wegzulassen, was zum Verständnis nicht nötig ist. Code, Fehler und Warnungen bleiben ganz; der Prompt-Cache bleibt erhalten.',
  advisor: 'Berater',
  advisorHint:
    'Ein stärkeres Modell, das das Modell an Weggabelungen fragen darf, höchstens so oft in einem Lauf. Wird getrennt abgerechnet. Leer: keins.',
  adviceInRun: 'Fragen pro Lauf',
  classifier: 'Klassifikator',
  classifierHint:
    'Wird im Modus „Erst den Klassifikator fragen“ zu Aufrufen befragt und getrennt abgerechnet. Ein kleines, schnelles Modell genügt. Leer: das Modell, das arbeitet.',
  tools: 'Werkzeuge',
  allTools: 'Alle',
  minimalTools: 'Minimal: eine Shell und ein Edit',
  modelFacts: 'Modelldaten',
  modelFactsHint:
    'Für Modelle, die Vivarium nicht kennt: contextWindow, maxOutput, vision, thinking (budget, adaptive, effort, none), price, tools (all, minimal).',
  // NotifyFields.svelte
  notify: 'Benachrichtigen, wenn der Agent fertig ist oder wartet',
  notifyRefused:
    'Der Browser erlaubt es dieser Seite nicht: Erlaube Benachrichtigungen in seinen Einstellungen für die Website.',
  notifyHint: 'Nur solange dieser Tab im Hintergrund ist. Sein Titel wird in jedem Fall markiert.',
  notifySound: 'Dazu einen Ton abspielen',
  // RuleTester.svelte
  runsUnasked: 'Läuft ohne Nachfrage',
  asksYou: 'Fragt dich',
  isDenied: 'Wird abgelehnt',
  tryCall: 'Einen Befehl oder Aufruf ausprobieren',
  tryCallHint:
    'z. B. git push, Edit(/src/app.ts), WebFetch(https://example.com). Es wird nichts ausgeführt; die Regeln oben gelten, sobald sie gespeichert sind.',
  decision: 'Entscheidung',
  decidedBy: 'Entschieden durch',
  byRule: ', Regel',
  why: 'Warum',
  // SettingsDialog.svelte
  title: 'Einstellungen',
  close: 'Schließen',
  waitingForAgent: 'Wartet, bis der Agent startet',
  done: 'Fertig',
  // RunFields.svelte
  maxTurns: 'Runden bis zur Pause',
  parallelCalls: 'Aufrufe zur gleichen Zeit',
  parallelCallsHint: 'Aufrufe des Agenten, die nichts ändern, laufen zusammen. Gilt ab dem nächsten Lauf.',
  // SettingsForm.svelte
  sandboxHint:
    'Die Dateien ziehen mit um. WebContainer wird von den Servern seines Herstellers geladen, und seine Programme erreichen das Netz.',
  alwaysAllow: 'Immer erlauben',
  alwaysAsk: 'Immer fragen',
  neverAllow: 'Nie erlauben',
  permissions: 'Freigaben',
  permissionMode: 'Freigabemodus',
  permissionModeHint: 'Der Modus neuer Sitzungen.',
  autoAllow: 'In der Sandbox ohne Nachfrage erlauben',
  autoAllowHint:
    'Befehle und Änderungen, die die Sandbox nicht verlassen können und sich rückgängig machen lassen, laufen ohne Nachfrage. Bei Netz, Schlüsseln und Exporten wird weiter gefragt.',
  offerBypass: 'Den Modus „Nie fragen“ anbieten',
  offerBypassHint:
    'Er überspringt jede Frage bis auf eine: ob Tests geändert werden dürfen, solange sie fehlschlagen. Regeln, die ablehnen, gelten weiter.',
  oneRule:
    'Eine Regel je Zeile. Für das Netz: WebFetch(domain:example.com) liest, WebSend(domain:example.com method:POST) sendet.',
  aboutRules: 'Zu diesen Regeln',
  workspace: 'Arbeitsbereich',
  sandbox: 'Sandbox',
  automatic: 'Automatisch',
  embedded: 'Eingebaut',
  packageRegistry: 'Paket-Registry',
  registryHint: 'Leer: die, für die dieser Server eingerichtet ist.',
  sharing: 'Teilen',
  apply: 'Übernehmen',
  // ShareStoreFields.svelte
  secretKey: 'Geheimer Zugriffsschlüssel',
  headerValue: 'Wert des Headers',
  gitHubToken: 'GitHub-Token',
  s3Hint:
    'Die CORS-Regel des Buckets muss diese Seite zulassen; wie sie lautet, steht in der Meldung, wenn sie es nicht tut.',
  putHint: 'Sitzungen werden darunter abgelegt, von dort gelesen und dort gelöscht.',
  gistHint: 'Je ein geheimer Gist. Das Token braucht die Berechtigung „gist“ und sonst nichts.',
  shareThrough: 'Teilen über',
  storeHint:
    'Ein eigener Speicher für Sitzungen, die für einen Link zu groß sind. Sie werden verschlüsselt, bevor sie den Browser verlassen.',
  noStore: 'Kein Speicher',
  s3Store: 'S3-kompatibler Bucket',
  putStore: 'HTTP-PUT-Endpunkt',
  gistStore: 'GitHub-Gist',
  endpoint: 'Endpunkt',
  bucket: 'Bucket',
  region: 'Region',
  folder: 'Ordner',
  accessKeyId: 'Zugriffsschlüssel-ID',
  readsBy: 'Der Link gibt Zugriff über',
  bySignature: 'eine Signatur darin, für sieben Tage',
  byPublic: 'den öffentlichen Bucket',
  pathStyle: 'Bucket im Pfad (MinIO und andere)',
  uploadAddress: 'Upload-Adresse',
  header: 'Header',
  gitHubApi: 'GitHub-API',
  kept: 'Aufbewahrt',
  keepStore: 'Speicher behalten',
  // WorkspaceRules.svelte
  workspaceRules: 'Regeln dieses Arbeitsbereichs',
  workspaceRulesHint: 'Regeln dieses Arbeitsbereichs: Das läuft ohne Nachfrage',
  seeWhat: 'Ansehen, was sie bewirken',
  // providers.ts
  messagesHint: 'Jeder Server, der die Messages-API spricht, auch ein lokaler. Ohne /v1.',
  openAiCompatible: 'OpenAI-kompatibel',
  chatHint:
    'Jeder Server, der Chat Completions spricht: OpenAI, Ollama, LM Studio, llama.cpp, vLLM und andere.',
  noKeyHint: 'Die meisten lokalen Server brauchen keinen.',
  // settings.svelte.ts
  readingSettings: 'Lesen der Einstellungen',
  savingSettings: 'Speichern der Einstellungen',
  storingKey: 'Speichern des Schlüssels',
  testingConnection: 'Testen der Verbindung',
  storingHeaders: 'Speichern der Header',
  storingHidden: 'Speichern des verborgenen Werts',
  forgettingHidden: 'Vergessen des verborgenen Werts',
  storingToken: 'Speichern des Tokens',
  askingDecision: 'Abfragen der Entscheidung',
  // share-store.svelte.ts
  readingStore: 'Lesen des Speichers',
  keepingStore: 'Aufbewahren des Speichers',
  storedEndsIn: (end) => `Gespeichert, endet auf ${end}`,
  stored: 'Gespeichert',
  staysInBrowser: 'Er bleibt in diesem Browser und wird nur an die Basis-URL gesendet.',
  staysInTab: 'Er bleibt in diesem Tab, bis der geschlossen wird, und wird nur an die Basis-URL gesendet.',
  hiddenValueNumber: (number) => `verborgenen Wert ${number}`,
  valueNumber: (number) => `Wert ${number}`,
  tokenFor: (host) => `Token für ${host}`,
  tokens: (tokens) => `${tokens} Tokens`,
  thinkingHint: 'Bevor es antwortet, wenn das Modell es kann. Wird als Ausgabe abgerechnet.',
  thinkingHintCostly:
    'Bevor es antwortet, wenn das Modell es kann. Wird als Ausgabe abgerechnet. Nach einer Änderung in dieser Sitzung werden ihre Nachrichten neu gelesen statt aus dem Prompt-Cache.',
  toolsHint:
    'Kleine lokale Modelle kommen mit wenigen besser zurecht. Für ein einzelnes Modell: {"its-name": {"tools": "minimal"}} in „Modelldaten“.',
  savedInBrowser: 'Änderungen werden sofort gespeichert, nur in diesem Browser.',
  savedInTab: 'Änderungen werden sofort gespeichert, nur in diesem Tab.',
  oneOriginHint:
    'Die Sandbox läuft deshalb in einem Frame ohne Ursprung: so abgeschlossen wie immer und mit denselben Befehlen. Eine Vorschau zeigt ein Dokument auf einmal, ohne Service Worker.',
  theStore: 'Speicher',
  storeKept: 'Der Speicher ist hinterlegt',
  itsKeyEndsIn: (end) => `, sein Schlüssel endet auf ${end}`,
  projectTrusted: 'Einstellungen, die dieses Projekt mitbringt: vertraut',
  projectOff: 'Einstellungen, die dieses Projekt mitbringt: aus',
  earlierProject: 'Regeln und Sperren eines früheren Imports dieses Projekts',
  noProjectLike: 'Kein früherer Import gleicht diesem.',
  searchingProjects: 'Suche nach einem früheren Import',
  sayWhich: 'Sagen, welches es ist',
  fine: 'in Ordnung',
  failed: 'fehlgeschlagen',
  warning: 'Warnung',
  sources: {
    mode: 'Modus',
    nobody: 'niemand',
    policy: 'Richtlinie',
    project: 'Projekt',
    local: 'lokal',
    workspace: 'dieser Arbeitsbereich',
    egress: 'Netz',
    registry: 'Registry',
    safety_check: 'Sicherheitsprüfung',
    sandbox: 'Sandbox',
    session: 'Sitzung',
    tool: 'Werkzeug',
    user: 'Benutzer',
    person: 'du',
    hook: 'Hook',
    classifier: 'Klassifikator',
    error: 'Fehler',
  },
  inThisBrowser: 'In diesem Browser',
}
