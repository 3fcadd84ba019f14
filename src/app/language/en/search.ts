import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const search = area('search', {
  // SearchActions.svelte
  replace: 'Replace',
  keep: 'Keep',
  replaceInFile: 'Replace in this file',
  replaceMatch: 'Replace this match',
  replaceAll: 'Replace all',
  leaveOut: 'Leave out',
  open: 'Open',
  // SearchFields.svelte
  matchCase: 'Match case',
  wholeWord: 'Whole word',
  regularExpression: 'Regular expression',
  include: 'Files to include',
  includePlaceholder: 'Include: src, *.ts',
  exclude: 'Files to exclude',
  excludePlaceholder: 'Exclude: dist, *.min.js',
  searchInFiles: 'Search in files',
  replaceWith: 'Replace with',
  replaceWithGroup: 'Replace with ($1 is the first group)',
  // SearchPanel.svelte
  searching: (found: Value) => `Searching … ${found}`,
  nothingFound: (searched: number) => `Nothing found in ${count(searched, 'file', 'files')}.`,
  stop: 'Stop',
  undo: 'Undo',
  // SearchResults.svelte
  whatWasFound: 'Search results',
  // SearchRow.svelte
  valuesHidden: '•••••••• (values are hidden: open the file)',
  // search-text.ts
  notSearched: (join: Value) => `Not searched: ${join}.`,
  onlyFirst: (searchMatches: Value) =>
    `Only the first ${searchMatches} matches are shown: narrow the search down.`,
  stoppedAfter: (searchMs: Value) => `The search was stopped after ${searchMs} seconds.`,
  stopped: 'The search was stopped.',
  nothingReplaced: 'Nothing was replaced.',
  replaced: (matches: number, files: number) =>
    `Replaced ${count(matches, 'match', 'matches')} in ${count(files, 'file', 'files')}.`,
  // search.svelte.ts
  theSearch: 'The search',
  hiddenValues: 'its values are hidden',
  unsaved: 'unsaved in the editor',
  undoing: 'Undoing the replacement',
  takenBack: 'Taken back.',
  theReplacement: 'The replacement',
  binaryFiles: (files: number) => count(files, 'binary file', 'binary files'),
  filesOver: (files: number, megabytes: Value) => `${count(files, 'file', 'files')} over ${megabytes} MB`,
  tooSlow: (files: number) => `the rest of ${count(files, 'file', 'files')} (the expression is too slow)`,
  longLines: (lines: number) => `the ends of ${count(lines, 'very long line', 'very long lines')}`,
  andMore: (more: Value) => ` and ${more} more`,
  leftAsItWas: (files: Value) => `Left as it was: ${files}.`,
  matches: (matches: number) => count(matches, 'match', 'matches'),
  matchesIn: (matches: number, files: number) =>
    `${count(matches, 'match', 'matches')} in ${count(files, 'file', 'files')}`,
  replaceQuestion: (what: Value) => `Replace ${what}?`,
  locked: 'locked',
})
