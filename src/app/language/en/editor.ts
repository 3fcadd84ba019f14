import { area, type Value } from '../language.svelte.ts'

export const editor = area('editor', {
  // CloseQuestion.svelte
  unsavedText: 'Unsaved text',
  hasUnsaved: (name: Value) => `${name} has text that is not saved.`,
  saveAndClose: 'Save and close',
  closeAnyway: 'Close without saving',
  keepOpen: 'Keep open',
  // ConflictView.svelte
  conflict: 'Conflict',
  saveMine: 'Save mine',
  takeTheirs: 'Take theirs',
  discardMine: 'Discard mine',
  saveMerged: 'Save merged',
  theirs: 'Theirs, in the workspace',
  merged: 'Merged: both, as far as they fit; edit it',
  cannotCompare: 'The two texts cannot be compared now: a part of the page did not load.',
  // EditorPanel.svelte
  chooseFile: 'Choose a file to edit it here.',
  // FileHead.svelte
  notUtf8: 'not UTF-8: shown, not edited',
  notUtf8Title: 'Saving it here would change bytes that nobody has edited.',
  showValues: 'Show values',
  hideValues: 'Hide values',
  previewTitle: 'Show this page',
  preview: 'Preview',
  saveTitle: 'Save (Ctrl+S, ⌘S)',
  save: 'Save',
  notSaved: (message: Value, hint: Value) => `Not saved. ${message} ${hint}`,
  secretsNotKept:
    'Secrets are not kept by the browser: this unsaved text does not survive a reload. Save it.',
  tooLargeToKeep: 'This unsaved text is too large for the browser to keep it over a reload. Save it soon.',
  // FileTabs.svelte
  openFiles: 'Open files',
  inConflict: ', in conflict',
  unsaved: ', unsaved',
  closeTitle: 'Close (Delete)',
  // FileView.svelte
  onItsWay: 'The file is on its way.',
  editorNotLoaded: 'The editor did not load. Check the network and open the file again.',
  binary: (bytes: Value) => `Binary file, ${bytes}. There is no text to show.`,
  tooLarge: (bytes: Value, limit: Value) =>
    `This file has ${bytes}; the editor opens up to ${limit}. The agent can read parts of it.`,
  // code-editor.ts
  contentOf: (path: Value) => `Content of ${path}`,
  tabIndents: 'Tab indents; Escape, then Tab leaves the editor.',
  // editor-phrases.ts: the editor's own words, by what they are in English
  phrases: {
    Find: 'Find',
    Replace: 'Replace',
    next: 'next',
    previous: 'previous',
    all: 'all',
    'match case': 'match case',
    regexp: 'regexp',
    'by word': 'by word',
    replace: 'replace',
    'replace all': 'replace all',
    close: 'close',
    'current match': 'current match',
    'on line': 'on line',
    'replaced match on line $': 'replaced match on line $',
    'replaced $ matches': 'replaced $ matches',
    'Go to line': 'Go to line',
    go: 'go',
    'Control character': 'Control character',
    'Selection deleted': 'Selection deleted',
    'folded code': 'folded code',
    unfold: 'unfold',
    Accept: 'Accept',
    Reject: 'Reject',
    '$ unchanged lines': '$ unchanged lines',
  },
  // merge-editor.ts
  mergedTextOf: (path: Value) => `Merged text of ${path}`,
  theirTextOf: (path: Value) => `Their text of ${path}`,
  takePart: 'Take this part of theirs',
  // open-file.svelte.ts
  workingOnFile: 'Working on the file',
  // text-file.ts
  mixedLineEnds: 'mixed line ends',
  wasRemoved: '{name} was removed while you were editing it, by the agent or a program.',
  wasChanged: '{name} was changed while you were editing it, by the agent or a program.',
  wasReplaced:
    '{name} was replaced by something that is no text while you were editing it, by the agent or a program.',
  nothingOverwritten: 'Nothing is overwritten until you choose.',
  readOnly: 'read-only',
})
