import { countsIn } from '../counted.ts'
import type { usage as english } from '../en/usage.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const usage: Translation<typeof english> = {
  // CacheBreaks.svelte
  cacheLosses: 'Cache-Verluste',
  sentBefore: (ageMs) => `Die Anfrage davor wurde ${ageMs} früher gesendet.`,
  whatChanged: 'Änderungen',
  // ContextDialog.svelte
  readingContext: 'Lesen dessen, was den Kontext füllt',
  context: 'Kontext',
  modelTakes: (budget, window) => `${budget} fasst ${window} Tokens auf einmal.`,
  compactFrom: (compactAt) =>
    `Ab ${compactAt} werden alte Ergebnisse weggelassen, dann wird der ältere Teil zusammengefasst.`,
  cells: 'Zellen',
  part: 'Teil',
  tokens: 'Tokens',
  share: 'Anteil',
  decidedBy: 'Bestimmt durch',
  sumCounted:
    'Die Summe des Belegten hat der Anbieter gezählt; wie sie sich aufteilt, ist anhand der Zeichen geschätzt.',
  estimated: 'Anhand der Zeichen geschätzt: Noch keine Anfrage dieser Konversation wurde gezählt.',
  sessionNotes: 'Laufende Notizen',
  sessionNotesHint:
    'Das Modell hat sie neben der Arbeit geschrieben. Passt die Konversation nicht mehr, treten sie an die Stelle dessen, wovon sie handeln.',
  sandboxFirst: 'Erst muss die Sandbox da sein: Was über sie gesagt wird, gehört zum Prompt.',
  // CumulativeChart.svelte
  sentByLast: (total, sums) =>
    `${total} Tokens wurden mit den letzten ${sums} Anfragen gesendet: Was im Kontext steht, geht mit jeder mit.`,
  tokensSoFar: 'Bisher gesendete Tokens, Anfrage für Anfrage',
  // FigureHead.svelte
  whatIsThat: 'Bedeutung und Herkunft',
  // Forecast.svelte
  forecast: 'Vorhersage',
  requestCosts: (next) => `Eine Anfrage dieser Konversation kostet etwa ${next}.`,
  requestGrows: (next, first) =>
    `Eine Anfrage dieser Konversation kostet jetzt etwa ${next}, vor einer Weile ${first}: Was im Kontext steht, geht mit jeder mit.`,
  nextRequests: (requests, cost) => `Die nächsten ${requests}: etwa ${cost}.`,
  forecastFrom: 'Aus einer Geraden durch die letzten 20 mit Preis; andere Arbeit kostet anders.',
  usedOf: (used, limit) => `${used} von ${limit}`,
  enoughFor: (requests, shown) =>
    `reicht für etwa ${shown} weitere ${requests === 1 ? 'Anfrage' : 'Anfragen'}`,
  // InstructionFiles.svelte
  readingInstructions: 'Lesen der Anweisungen',
  readHere: 'Hier gelesen',
  noInstructions:
    'Dieses Projekt hat weder CLAUDE.md noch AGENTS.md, und in den Einstellungen stehen keine Anweisungen für alle Projekte.',
  instructionsTake: (told, room) => `${told} von ${room} Token, die Anweisungen einnehmen dürfen.`,
  instructionStates: {
    told: 'Das Modell hat sie.',
    left: 'Das Modell hat sie nicht: Der Platz reicht nicht. Es kennt ihren Namen und kann sie lesen.',
    displaced:
      'Das Modell hat sie nicht: Im selben Ordner steht eine Datei für CLAUDE, die stattdessen gilt. In den Einstellungen lassen sich beide wählen.',
    elsewhere: 'Das Modell bekommt sie, sobald der Agent in ihrem Ordner arbeitet.',
    'other files': 'Das Modell bekommt sie, sobald der Agent an einer Datei arbeitet, für die sie gilt.',
    empty: 'Das Modell hat sie nicht: Es steht nichts darin.',
    same: 'Das Modell hat sie nicht: Eine andere Datei sagt dasselbe.',
    missing: 'Diese Datei gibt es nicht.',
    outside: 'Das Modell hat sie nicht: Sie liegt außerhalb des Arbeitsbereichs.',
    withheld: 'Das Modell hat sie nicht: Solche Dateien enthalten Geheimnisse.',
    denied: 'Das Modell hat sie nicht: Eine Regel verbietet, sie zu lesen.',
    'too deep': 'Das Modell hat sie nicht: Importen wird viermal gefolgt.',
    'too many': 'Das Modell hat sie nicht: Es sind zu viele Dateien.',
    'too large': 'Das Modell hat sie nicht: Sie ist größer als 4 MB.',
    'no text': 'Das Modell hat sie nicht: Sie ist kein Text.',
    'names others': 'Sie nennt Anweisungen; ihre anderen Einstellungen gelten hier nicht.',
    unfetched: 'Das Modell hat sie nicht: Sie kommt aus dem Netz, und du hast sie nicht angesehen.',
    refused: 'Das Modell hat sie nicht: Du wolltest sie nicht.',
  },
  instructionCut: (cut) => `Das Modell hat sie ohne ihre letzten ${cut} Zeichen: Der Platz reicht nicht.`,
  importedBy: (path) => `Importiert von ${path}.`,
  instructionHeld: 'Ein Programm hat sie geändert; bis du das annimmst, gilt sie, wie sie vorher war.',
  instructionFaults: {
    'no YAML': 'Ihr Kopf ist kein YAML, darum gilt sie immer.',
    'frontmatter too long': 'Ihr Kopf ist zu lang, darum gilt sie immer.',
    'no paths': 'Ihr `paths` ist weder ein Text noch eine Liste von Texten, darum gilt sie immer.',
    'too many patterns': 'Ihr `paths` hat zu viele Muster, darum gilt sie immer.',
    'too long to search': 'Sie ist zu lang, um nach Kommentaren und Importen durchsucht zu werden.',
    'no JSON': 'Sie ist kein JSON.',
    'no list': 'Ihr `instructions` ist keine Liste von Texten.',
    'list too long': 'Ihr `instructions` ist zu lang.',
    'bad address': 'Eine Adresse darin ist keine oder enthält ein Passwort.',
  },
  tellWhole: 'Ganz mitgeben',
  fetchFrom: (host) => `Von ${host} holen`,
  fetchAgain: (host) => `Bei ${host} nach einer neueren Fassung sehen`,
  fetchingFrom: (host) => `Wird von ${host} geholt …`,
  // FetchedText.svelte
  fetchedFrom: (address) => `Text von ${address}`,
  fetchedSize: (size) => `${size}. Sein SHA-256:`,
  fetchedSame: 'Es ist der Text, den das Modell schon hat.',
  fetchedWhy:
    'Mit deinem Ja bekommt der Agent diesen Text als Anweisung des Projekts, nur in dieser Fassung: Eine andere an dieser Adresse holst nur du, und du wirst wieder gefragt. Er erlaubt nichts.',
  close: 'Schließen',
  fetchedUse: 'Verwenden',
  fetchedRefuse: 'Nicht verwenden',
  // Latencies.svelte
  howLong: 'Wie lange Antworten gebraucht haben',
  latency: 'Latenz',
  percentiles: 'p50 / p95 / p99',
  // RequestRows.svelte
  eachRequest: 'Jede Anfrage dieser Sitzung',
  requests: 'Anfragen',
  time: 'Zeit',
  model: 'Modell',
  cost: 'Kosten',
  beforeThese: (requests) => `${requests} vor diesen`,
  // ServiceLimits.svelte
  providerLimits: 'Limits des Anbieters',
  asProviderCounts: 'Wie der Anbieter zählt, egal welches Programm sie genutzt hat:',
  beginsAnew: (percent, now) => `${percent} %, beginnt in ${now} von vorn`,
  // SpendLimits.svelte
  limitRun: 'Limit pro Lauf ($)',
  limitSession: 'Limit pro Sitzung ($)',
  limitDay: 'Limit pro Tag ($)',
  limitProblem: 'Ein Limit ist ein Betrag in US-Dollar, zum Beispiel 2.50.',
  none: 'keins',
  limitsHint:
    'Wird vor jeder Anfrage geprüft; was die kostet, steht erst danach fest, die letzte kann also darüber hinausgehen. Das Tageslimit zählt alle Sitzungen und Tabs.',
  // UsageDialog.svelte
  lastRun: 'Letzter Lauf',
  thisSession: 'Diese Sitzung',
  today: 'Heute',
  allTime: 'Insgesamt',
  title: 'Verbrauch und Kosten',
  fromCacheShare: (cached) => `${cached} % der Prompts dieser Sitzung kamen aus dem Cache.`,
  listPrices:
    'Kosten nach den Listenpreisen der Modelle; es gilt, was dein Anbieter berechnet. „+“: Ein Preis ist nicht bekannt.',
  ofThisBrowser: (since) =>
    `„Heute“ und „Insgesamt“ gelten für diesen Browser seit ${since}, gelöschte Sitzungen eingeschlossen.`,
  byModelTitle: 'Insgesamt, nach Modell',
  byModel: 'Nach Modell',
  // UsageTable.svelte
  sums: 'Summen',
  // advice-verdict.ts
  littleUsed: 'Das ist weniger als ein Lauf von zehn: Du kannst wohl darauf verzichten.',
  // billed-to.ts
  noKeyKept: (service) =>
    `Für ${service} ist kein API-Schlüssel gespeichert: Es wird keinem etwas berechnet.`,
  // usage.svelte.ts
  readingUsage: 'Lesen des Verbrauchs',
  readingSums: 'Wird gelesen …',
  sumsNotRead: 'Nicht lesbar',
  advisorAsked: (times, asked, runs) =>
    `Der Berater wurde ${times === 1 ? 'einmal' : `${times}-mal`} gefragt, in ${asked} von ${count(runs, 'Lauf', 'Läufen')} dieser Sitzung.`,
  usedAll: (runs, limit) =>
    `${runs} davon haben alle ${limit} Fragen eines Laufs verbraucht: Kleinere Aufgaben, oder ein stärkeres Modell für die Arbeit selbst, helfen mehr als ein anderes Limit.`,
  billedBy: (service) => `Anfragen rechnet ${service} über deinen API-Schlüssel ab.`,
  billedByKey: (service, end) =>
    `Anfragen rechnet ${service} über deinen API-Schlüssel ab, der auf ${end} endet.`,
  notRead: (tokens, reason) => `${tokens} Tokens wurden nicht aus dem Cache gelesen: ${reason}.`,
  theRequest: 'die Anfrage',
  nextTakes: (tokens) => `Die nächste Anfrage braucht etwa ${tokens} Tokens.`,
  nextTakesCost: (tokens, cost) =>
    `Die nächste Anfrage braucht etwa ${tokens} Tokens, etwa ${cost}, wenn sie noch im Cache sind.`,
  takesMost: 'Am meisten Platz braucht: {cell}.',
  takeMost: 'Am meisten Platz braucht: {cell}.',
  sources: {
    main: 'Konversation',
    subagent: 'Sub-Agent',
    compaction: 'Verdichtung',
    notes: 'laufende Notizen',
    title: 'Titel',
    summary: 'Zusammenfassung',
    suggestion: 'Vorschlag',
    memory: 'Gedächtnis',
    classifier: 'Klassifikator',
    advisor: 'Berater',
  },
  figures: {
    cost: {
      name: 'Kosten',
      what: 'jede Art von Tokens mal der Listenpreis des Modells. Für jede Antwort hier berechnet; es gilt, was dein Anbieter berechnet.',
    },
    input: {
      name: 'Eingabe',
      what: 'gesendete Tokens, die in keinem Cache standen. Vom Anbieter gezählt und mit jeder Antwort mitgeteilt.',
    },
    fromCache: {
      name: 'Aus dem Cache',
      what: 'gesendete Tokens, die der Anbieter von einer früheren Anfrage behalten hatte; die meisten berechnen dafür etwa ein Zehntel. Vom Anbieter gezählt.',
    },
    toCache: {
      name: 'In den Cache',
      what: 'Tokens, die der Anbieter für die nächste Anfrage in seinen Cache gelegt hat; manche berechnen dafür mehr als für andere. Vom Anbieter gezählt.',
    },
    output: {
      name: 'Ausgabe',
      what: 'Tokens, die das Modell geschrieben hat, samt Nachdenken und Werkzeugaufrufen. Vom Anbieter gezählt.',
    },
    requests: {
      name: 'Anfragen',
      what: 'gezählte Antworten eines Modells: eine für jede Runde Arbeit und die für Titel, Zusammenfassungen und Ähnliches. Hier gezählt.',
    },
    for: {
      name: 'Für',
      what: 'wer gefragt hat: die Konversation selbst oder was neben ihr läuft. Aus dem Protokoll der Sitzung.',
    },
    cache: {
      name: 'Cache',
      what: 'ob der Anfang der Anfrage noch im Cache des Anbieters war: behalten, verloren oder der erste seiner Art. Hier aus dem geschlossen, was der Anbieter zählt; die Ursachen stehen unter „Cache-Verluste“.',
    },
    firstToken: {
      name: 'Erstes Token',
      what: 'vom Senden einer Anfrage bis zum ersten Token der Antwort: So lange brauchten höchstens die Hälfte, 95 und 99 von 100. In diesem Tab gemessen.',
    },
    wholeAnswer: {
      name: 'Ganze Antwort',
      what: 'vom Senden einer Anfrage bis zum Ende der Antwort, für die Hälfte, 95 und 99 von 100. In diesem Tab gemessen.',
    },
    answers: {
      name: 'Antworten',
      what: 'wie viele Antworten dieses Modells in dieser Sitzung gemessen wurden.',
    },
    tokens: {
      name: 'Tokens',
      what: 'was die nächste Anfrage senden würde. Die Summe hat der Anbieter bei der letzten Antwort gezählt; wie sie sich aufteilt, ist hier anhand der Zeichen geschätzt.',
    },
    share: {
      name: 'Anteil',
      what: 'an allem, was das Modell auf einmal fasst: seinem Fenster.',
    },
  },
  verdicts: {
    cut: 'abgebrochen',
    first: 'erste',
    kept: 'behalten',
    broken: 'verloren',
    none: 'keiner',
    untracked: '–',
  },
  cellTexts: {
    system: {
      name: 'System-Prompt',
      what: 'Angaben für den Agenten über sich und die Sandbox.',
      by: 'Vivarium',
      remedy:
        'Er ist so kurz, wie er sein kann, und kommt aus dem Cache; ein Modell mit größerem Fenster lässt daneben mehr Platz.',
    },
    tools: {
      name: 'Werkzeugdefinitionen',
      what: 'Der Zweck jedes Werkzeugs und seine Argumente.',
      by: 'Vivarium, deine Regeln',
      remedy:
        'Sie gehen mit jeder Anfrage mit. Eine Regel, die ein Werkzeug ganz verbietet, nimmt es ab der nächsten Sitzung heraus.',
    },
    instructions: {
      name: 'Anweisungsdateien',
      what: 'CLAUDE.md und AGENTS.md, wie das Projekt sie mitbringt.',
      by: 'das Projekt',
      remedy:
        'Kürze CLAUDE.md und AGENTS.md: Was nur manche Aufgaben brauchen, gehört in Dateien, die bei Bedarf gelesen werden.',
    },
    memory: {
      name: 'Notizen des Gedächtnisses',
      what: 'Notizen früherer Sitzungen, und wie der Agent neue schreibt.',
      by: 'dich und den Agenten',
      remedy: 'Lösche in /memory, was nicht mehr stimmt, oder kürze es: Eine Zeile für jede Notiz reicht.',
    },
    history: {
      name: 'Konversation',
      what: 'Nachrichten von dir und vom Modell, samt seinen Werkzeugaufrufen.',
      by: 'dich und das Modell',
      remedy:
        'Lass sie mit /compact zusammenfassen, oder beginne für eine andere Aufgabe eine neue Sitzung: Die Dateien bleiben, und das Gesagte geht nicht mehr mit jeder Anfrage mit.',
    },
    outputs: {
      name: 'Werkzeugergebnisse',
      what: 'Ausgaben von Befehlen und Inhalte von Dateien, als der Agent hinsah.',
      by: 'die Werkzeuge, deine Anfragen',
      remedy:
        'Nenn die Datei, die Funktion oder den fehlschlagenden Test, damit weniger gelesen wird; verlange von einem langen Log nur die Fehler.',
    },
    answer: {
      name: 'Für diese Antwort reserviert',
      what: 'Platz, den die nächste Antwort brauchen kann.',
      by: 'das Modell',
      remedy: 'Weniger Nachdenken (in den Einstellungen) reserviert weniger dafür.',
    },
    headroom: { name: 'Frei', what: 'Hier steht noch nichts.', by: '–', remedy: 'Es ist Platz.' },
  },
  nothingBilled: 'Das Modell läuft in diesem Tab: Es wird nichts berechnet.',
}
