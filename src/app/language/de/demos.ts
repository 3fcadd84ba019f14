import type { demos as english } from '../en/demos.ts'
import type { Translation } from '../language.svelte.ts'

export const demos: Translation<typeof english> = {
  // DemosDialog.svelte
  demos: 'Demos',
  introduction:
    'Aufgezeichnete Sitzungen mit echtem Code. „Wiedergeben“ lässt eine davon in diesem Tab noch einmal laufen: dieselbe Schleife, dieselben Befehle, ohne Schlüssel und ohne Netz. Bei jedem Schritt kannst du übernehmen.',
  list: {
    'fix-a-failing-test': {
      title: 'Einen fehlschlagenden Test reparieren',
      text: 'SHA-256 aus einer veröffentlichten Bibliothek rechnet falsch. Der Agent findet die Ziffer anhand dessen, was noch stimmt, und beweist es.',
    },
    'explore-a-repository': {
      title: 'Ein unbekanntes Repository erkunden',
      text: 'Liest und sucht nebeneinander, prüft eine Vermutung, bevor er sie äußert, und antwortet mit Stellen im Code.',
    },
    'add-a-feature': {
      title: 'Eine Funktion mit Tests hinzufügen',
      text: 'Eine Methode und ihre Tests; einer davon schlägt aus gutem Grund fehl, und repariert wird die Methode, nicht der Test.',
    },
    'build-a-web-app': {
      title: 'Eine kleine Web-App bauen',
      text: 'Vom leeren Arbeitsbereich zu einer Seite in der Vorschau, deren Rechnerei zuerst getestet wird.',
    },
    'plan-mode': {
      title: 'Einen Plan zurückgeben',
      text: 'Im Planmodus ändert sich nichts, bis du zustimmst. Der erste Plan würde Aufrufer brechen; der zweite wird ausgeführt.',
    },
    rewind: {
      title: 'Aus einer Sackgasse zurück',
      text: 'Die Tests laufen, und doch ist es der falsche Weg: Dateien und Konversation werden zurückgenommen, und die Frage wird besser gestellt.',
    },
  },
}
