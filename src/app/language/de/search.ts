import { countsIn } from '../counted.ts'
import type { search as english } from '../en/search.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const search: Translation<typeof english> = {
  // SearchActions.svelte
  replace: 'Ersetzen',
  keep: 'Behalten',
  replaceInFile: 'In dieser Datei ersetzen',
  replaceMatch: 'Diesen Treffer ersetzen',
  replaceAll: 'Alle ersetzen',
  leaveOut: 'Auslassen',
  open: 'Öffnen',
  // SearchFields.svelte
  matchCase: 'Groß-/Kleinschreibung beachten',
  wholeWord: 'Ganzes Wort',
  regularExpression: 'Regulärer Ausdruck',
  include: 'Einzuschließende Dateien',
  includePlaceholder: 'Nur: src, *.ts',
  exclude: 'Auszuschließende Dateien',
  excludePlaceholder: 'Ohne: dist, *.min.js',
  searchInFiles: 'In Dateien suchen',
  replaceWith: 'Ersetzen durch',
  replaceWithGroup: 'Ersetzen durch ($1 ist die erste Gruppe)',
  // SearchPanel.svelte
  searching: (found) => `Suche läuft … ${found}`,
  nothingFound: (searched) => `Nichts gefunden in ${count(searched, 'Datei', 'Dateien')}.`,
  stop: 'Stopp',
  undo: 'Rückgängig',
  // SearchResults.svelte
  whatWasFound: 'Suchergebnisse',
  // SearchRow.svelte
  valuesHidden: '•••••••• (Werte sind verborgen: öffne die Datei)',
  // search-text.ts
  notSearched: (join) => `Nicht durchsucht: ${join}.`,
  onlyFirst: (searchMatches) =>
    `Nur die ersten ${searchMatches} Treffer werden gezeigt: Grenze die Suche ein.`,
  stoppedAfter: (searchMs) => `Die Suche wurde nach ${searchMs} Sekunden angehalten.`,
  stopped: 'Die Suche wurde angehalten.',
  nothingReplaced: 'Nichts wurde ersetzt.',
  replaced: (matches, files) =>
    `${count(matches, 'Treffer', 'Treffer')} in ${count(files, 'Datei', 'Dateien')} ersetzt.`,
  // search.svelte.ts
  theSearch: 'Die Suche',
  hiddenValues: 'ihre Werte sind verborgen',
  unsaved: 'ungespeichert im Editor',
  undoing: 'Rückgängigmachen des Ersetzens',
  takenBack: 'Zurückgenommen.',
  theReplacement: 'Das Ersetzen',
  binaryFiles: (files) => count(files, 'Binärdatei', 'Binärdateien'),
  filesOver: (files, megabytes) => `${count(files, 'Datei', 'Dateien')} über ${megabytes} MB`,
  tooSlow: (files) => `der Rest von ${count(files, 'Datei', 'Dateien')} (der Ausdruck ist zu langsam)`,
  longLines: (lines) => `die Enden von ${count(lines, 'sehr langen Zeile', 'sehr langen Zeilen')}`,
  andMore: (more) => ` und ${more} weitere`,
  leftAsItWas: (files) => `Gelassen, wie es war: ${files}.`,
  matches: (matches) => count(matches, 'Treffer', 'Treffer'),
  matchesIn: (matches, files) =>
    `${count(matches, 'Treffer', 'Treffer')} in ${count(files, 'Datei', 'Dateien')}`,
  replaceQuestion: (what) => `${what} ersetzen?`,
  locked: 'gesperrt',
}
