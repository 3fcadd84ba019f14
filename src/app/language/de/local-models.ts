import type { localModels as english } from '../en/local-models.ts'
import type { Translation } from '../language.svelte.ts'

export const localModels: Translation<typeof english> = {
  // LocalModelFields.svelte
  introduction: (localContextTokens) =>
    `Das Modell läuft in diesem Tab: kein Schlüssel, kein Netz, sobald es hier ist, und nichts verlässt den Browser. Kleine Modelle beantworten Fragen und machen kleine Änderungen; bei längeren Aufgaben verlieren sie den Faden und rufen Werkzeuge oft falsch auf. Sie bekommen zwei Werkzeuge und ${localContextTokens} Tokens Kontext, beides lässt sich unter „Modelldaten“ ändern. Im Speicher braucht ein Modell seine Größe und etwa ein halbes Gigabyte mehr, in jedem Tab, der es benutzt.`,
  onGraphicsCard: 'Hier arbeitet es auf der Grafikkarte.',
  modelsHere: 'Modelle in diesem Browser',
  noModelYet: 'Noch ist kein Modell hier.',
  address: 'Adresse eines Modells',
  addressHint:
    'Die Adresse einer GGUF-Datei oder des ersten Teils einer geteilten. Gut laufen in einem Tab Modelle mit ein bis vier Milliarden Parametern, auf etwa vier Bit quantisiert (Q4).',
  storing: (name) => `${name} wird gespeichert`,
  ofBytes: (totalBytes) => ` von ${totalBytes}`,
  cancel: 'Abbrechen',
  hasRoom: (freeBytes) => `Der Browser hat Platz für ${freeBytes}.`,
  howLarge: 'Wie groß ist es?',
  chooseFile: 'Datei wählen',
  modelFile: 'Modelldatei',
  // LocalModelRow.svelte
  trainedOn: (contextLength) => `trainiert auf ${contextLength} Tokens`,
  callsTools: 'ruft Werkzeuge auf',
  knowsNoTools: 'seine Vorlage kennt keine Werkzeuge: Es kann reden und kaum arbeiten',
  noTemplate: 'hat keine Vorlage für Konversationen: Es setzt nur Texte fort',
  inUse: 'In Gebrauch',
  useNamed: (name) => `${name} benutzen`,
  use: 'Benutzen',
  deleteNamed: (name) => `${name} löschen`,
  delete: 'Löschen',
  // local-models.svelte.ts
  looking: 'Suchen nach Modellen',
  asking: 'Abfragen des Modells',
  downloading: 'Herunterladen des Modells',
  storingModel: 'Speichern des Modells',
  deleting: (name) => `Löschen von ${name}`,
  onProcessor: (threads) =>
    `Eine Grafikkarte gibt es hier dafür nicht (WebGPU), es arbeitet also auf ${threads === 1 ? 'einem Prozessor-Thread' : `${threads} Prozessor-Threads`}: Ein Modell von einem Gigabyte liest einen Prompt minutenlang und schreibt ein paar Wörter pro Sekunde.`,
  downloadUnknown: 'Herunterladen (Größe unbekannt)',
  download: (bytes) => `${bytes} herunterladen`,
}
