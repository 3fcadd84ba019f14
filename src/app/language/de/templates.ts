import type { Translation, Value } from '../language.svelte.ts'
import type { templates as english } from '../en/templates.ts'

export const templates: Translation<typeof english> = {
  start: 'Beginne mit einer Vorlage',
  offer: '{start}: eine Bibliothek, eine API oder eine App mit Svelte, React oder Vue.',
  about:
    'Ein kleines Projekt, das sich ohne Netz installieren, testen und ausführen lässt: Seine Pakete bringt Vivarium mit.',
  replaces: 'Es tritt an die Stelle der Dateien, die hier sind; „Rückgängig“ holt sie zurück.',
  locked: 'Ein anderer Tab führt diese Sitzung: Übernimm sie, um eine zu wählen.',
  list: 'Vorlagen',
  notServed: (title: Value, status: Value) =>
    `Die Dateien von „${title}“ sind nicht auf diesem Server (er antwortete ${status}).`,
  reload: 'Lade die Seite neu: Vielleicht gibt es eine neuere Version.',
  loading: (title: Value) => `Laden der Vorlage „${title}“`,
  unknown: (name: Value, names: Value) => `Eine Vorlage „${name}“ gibt es nicht; es gibt ${names}.`,
  titles: {
    'node-library': 'Node-Bibliothek',
    'typescript-library': 'TypeScript-Bibliothek',
    'svelte-app': 'Svelte-App',
    'react-app': 'React-App',
    'vue-app': 'Vue-App',
    'http-api': 'HTTP-API',
  },
  texts: {
    'node-library': 'Ein Paket in einfachem JavaScript mit Tests und ohne Abhängigkeiten.',
    'typescript-library': 'Node führt Quellen und Tests aus, wie sie sind; Rollup bündelt sie.',
    'svelte-app': 'Svelte 5 mit Entwicklungsserver, Build für den Betrieb und dem Test einer Komponente.',
    'react-app': 'React 19 mit Entwicklungsserver, Build für den Betrieb und dem Test einer Komponente.',
    'vue-app': 'Vue 3 mit Entwicklungsserver, Build für den Betrieb und dem Test einer Komponente.',
    'http-api':
      'Hono auf dem Server von Node: Routen, geprüfte Eingaben und Tests, die keinen Port brauchen.',
  },
}
