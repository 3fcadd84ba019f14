import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const memory = area('memory', {
  // MemoryDialog.svelte
  memory: 'Memory',
  newNote: 'New note',
  reading: 'Reading the notes',
  back: 'All entries',
  // MemoryHead.svelte
  inProject: 'Remember in this project',
  inProjectHint: 'The agent is told the notes at the start of each session, and may write some.',
  isOffHere: 'Off: the agent is told no note and writes none. All that is here stays.',
  isOffEverywhere: 'The memory is switched off for all projects in the settings.',
  settings: 'Settings',
  ofNoProject: 'These files are of no project: the notes belong to this session alone.',
  isNewer:
    'A newer version of Vivarium has stored these notes: they can be read here, and none can be changed.',
  // Learned.svelte
  learned: 'Remembered from this work:',
  learnedEarlier: 'Remembered from an earlier session:',
  learnedMore: (more: number) => `and ${count(more, 'other', 'others')}`,
  lesson: 'a lesson',
  // NoteList.svelte
  search: 'Search',
  searchPlaceholder: 'Title, text, path or type',
  notes: 'Notes',
  none: 'Nothing is remembered yet. Write a note here, or begin a message with #.',
  noneHas: (query: Value) => `No note has “${query}”.`,
  // NoteEntry.svelte
  types: {
    user: 'About you',
    feedback: 'How to work',
    project: 'About the work',
    reference: 'Reference',
  },
  scopes: { project: 'This project', everywhere: 'All projects' },
  origins: { user: 'Yours', unconfirmed: 'Unconfirmed' },
  writers: { user: 'written by you', agent: 'written by the agent', import: 'imported' },
  writtenByProgram: 'written by the program',
  rulesAdded: (writer: Value) => `${writer}, rules added by the agent`,
  isLesson: 'Lesson',
  daily: 'Daily log',
  notSaved: 'not saved',
  stale: (paths: Value, files: number) =>
    `May be out of date: ${paths} ${files === 1 ? 'has' : 'have'} changed`,
  andMore: (paths: Value, more: number) => `${paths} and ${count(more, 'other', 'others')}`,
  rules: (rules: Value) => `Told before: ${rules}`,
  rulesOnceConfirmed: (rules: Value) => `Told before ${rules} once you confirm it`,
  faults: {
    'no YAML': 'The lines between --- cannot be read as YAML.',
    'no type': 'It has no type: user, feedback, project or reference.',
    'long line': 'A line of the index is longer than 150 characters.',
    'dead link': 'It names a note that is not there.',
    'no rule': 'Part of its “when” is no rule: write Bash(npm test*), Edit(src/**) or host:example.com.',
  },
  // DeletedNotes.svelte
  deleted: 'Deleted',
  bringBack: 'Bring back',
  bringBackNamed: (title: Value) => `Bring back ${title}`,
  // PastTurns.svelte
  inPast: 'In past sessions',
  pastFailed: (why: Value) => `Past sessions were not searched: ${why}`,
  // NoteEditor.svelte
  note: 'Note',
  newHint: 'The fact first, then why, and how to apply it.',
  type: 'Type',
  noType: 'None',
  appliesTo: 'Applies to',
  save: 'Save',
  undo: 'Undo',
  delete: 'Delete',
  confirm: 'Confirm',
  confirmHint:
    'Unconfirmed: the agent is told this as data, not as your word. Confirm what you have read, and it is yours.',
  isDeleted: 'Deleted. Undo brings it back.',
  saidSaved: 'Saved.',
  saidConfirmed: 'Confirmed: it is yours now.',
  saidUndone: 'The version before is back.',
  saidRestored: (number: Value) => `Version ${number} is back.`,
  loadOther: 'Load the other version',
  replaceOther: 'Replace it with mine',
  takeMine: 'Back to my text',
  changedElsewhere: 'This note was changed elsewhere meanwhile. Nothing of yours is lost.',
  // WhenField.svelte
  toldBefore: 'Told before',
  toldBeforeHint: 'Before such a call the agent is told this note, and the call waits for that once.',
  // NoteHistory.svelte
  history: 'History',
  versions: 'Versions',
  version: (number: Value) => `Version ${number}`,
  current: 'current',
  wasDeleted: 'deleted',
  show: 'Show',
  showNamed: (number: Value) => `Show version ${number}`,
  restore: 'Restore',
  restoreNamed: (number: Value) => `Restore version ${number}`,
  textOf: (number: Value) => `Text of version ${number}`,
  noVersions: 'It has no versions yet.',
  // MemoryFoot.svelte
  told: (lines: number, bytes: Value, mostLines: Value, mostBytes: Value) =>
    `${count(lines, 'line', 'lines')}, ${bytes} bytes of ${mostLines} lines / ${mostBytes} bytes are told at the start of a session.`,
  cut: {
    lines: 'More than is told: the lines after that are left out.',
    bytes: 'More than is told: what is beyond those bytes is left out.',
    both: 'More than is told: what is beyond both limits is left out.',
  },
  export: 'Export',
  import: 'Import',
  importFiles: 'Files with notes',
  // NoteImport.svelte
  chosen: (files: number) => `${count(files, 'file', 'files')} chosen. All of them become unconfirmed.`,
  take: 'Take in',
  leave: 'Leave',
  taken: (notes: number) =>
    notes === 0
      ? 'Nothing was taken in.'
      : `${count(notes, 'note was', 'notes were')} taken in, unconfirmed.`,
  left: 'Left out',
  tooLarge: (size: Value) => `It is larger than ${size}.`,
  unreadable: 'It cannot be read.',
  close: 'Close',
  // memory.svelte.ts, note-editor.svelte.ts
  readingNotes: 'Reading the notes',
  saving: 'Saving the note',
  deleting: 'Deleting the note',
  undoing: 'Undoing',
  confirming: 'Confirming the note',
  readingHistory: 'Reading the history',
  restoring: 'Restoring the version',
  switching: 'Switching the memory',
  exporting: 'Exporting the notes',
  importing: 'Importing the notes',
  // MemoryFields.svelte
  betweenSessions: 'Remember between sessions',
  betweenSessionsHint:
    'The agent is told the notes of a project at the start of a session, and may write some. “Memory” shows them all. Off: none is told or written, and all stay.',
  learn: 'Learn from finished work',
  learnHint:
    'Half a minute after the agent has stopped, an agent of its own notes what you said that will matter later. It sees your words, commands and how they ended. Failures leave a lesson, without a model. Billed as “memory”. Not while you are to be asked first.',
  askBefore: 'Ask before the agent remembers something',
  askBeforeHint:
    'A question for each note that it writes. Else it is told in the conversation, and can be undone.',
  pickModel: 'Model that picks notes',
  pickModelHint:
    'Asked with each message which notes belong to it, billed apart; the answer never waits for it. A small, quick model is enough. Empty: they are picked by the words of the message, here in the browser.',
})
