import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const sessions = area('sessions', {
  // DeletedRow.svelte
  bringBack: 'Bring back',
  deleteForGood: 'Delete for good',
  // SearchResults.svelte
  searching: 'Searching',
  found: 'Found',
  mayBeMore: 'There may be more; more words find less.',
  // SessionRow.svelte
  sessionTitle: 'Title',
  rename: 'Rename',
  fork: 'Fork',
  pinned: 'Pinned',
  more: 'More',
  unpin: 'Unpin',
  pin: 'Pin',
  pinTitle: 'Pin: shown first, and kept by every clean-up',
  unarchive: 'Take out of the archive',
  archive: 'Archive',
  delete: 'Delete',
  // SessionsDialog.svelte
  noSessions: 'No sessions yet. The first message makes one.',
  nothingArchived: 'Nothing is archived.',
  nothingDeleted: 'Nothing was deleted.',
  sessions: 'Sessions',
  storage: 'Storage',
  newSession: 'New',
  searchAll: 'Search all sessions',
  searchPlaceholder: 'Search all sessions: words, "phrases", tool:Bash, after:2026-11-01',
  whichSessions: 'Which sessions',
  deleteAll: 'Delete all for good',
  deletedNamed: (title: Value) => `Deleted “${title}”.`,
  undo: 'Undo',
  readingSessions: 'Reading the sessions',
  // StorageDialog.svelte
  counting: 'Counting what is stored',
  spaceUsed: 'Space used',
  saidAndDone: (all: number) => `Messages and actions in ${count(all, 'session', 'sessions')}`,
  workspaceFiles: 'Files of their workspaces, at every step',
  programKept: 'Program and packages, kept for work offline',
  holders: {
    second_copies: 'Files of sessions that are in their second copy alone, until they come back',
    memory: 'Notes of the memory, with their earlier versions',
    accepted_versions: 'Files that steer tools, in versions that you accepted and no session has any more',
  },
  unneeded: 'Files that nothing needs any more',
  nothingKept:
    'This browser keeps nothing for this page: all of this is gone when the tab is closed or reloaded.',
  promised: 'The browser has promised to keep all of this until you remove it.',
  mayRemove: 'The browser may remove all of this by itself when the device runs out of space.',
  wasAsked: (asked: Value) => `It was asked to keep it on ${asked}, and did not agree.`,
  secondCopy: 'There is a second copy of the sessions, for the case that the browser loses its database.',
  noSecondCopy: 'There is no second copy of the sessions: this browser gives the page no files of its own.',
  checkLogs: 'Check the logs',
  keepIt: 'Keep it',
  makeRoom: 'Make room',
  inUse: (heldBytes: Value) =>
    `${heldBytes} more were in use since this tab was loaded; reload it to free them, too.`,
  holderUnread: (holder: Value) => `“${holder}” cannot be read, so nothing can be freed. Reload the page.`,
  cleaningUp: 'Cleaning up',
  cleanUp: 'Clean up',
  notUsedFor: (old: number, oldDays: Value) =>
    `${count(old, 'session', 'sessions')} not used for ${oldDays} days, without pinned ones:`,
  largest: 'Largest sessions',
  notInFigure: 'Content that a session shares with another one is not in its figure.',
  // search.svelte.ts
  theSearch: 'The search',
  // session-name.ts
  untitled: 'Untitled session',
  // sessions.svelte.ts
  reading: 'Reading the sessions',
  renaming: 'Renaming',
  changingList: 'Changing the list',
  deleting: 'Deleting',
  bringingBack: 'Bringing it back',
  // storage.svelte.ts
  dismissingLost: 'Putting the list of lost keys away',
  countingStored: 'Counting what is stored',
  cleaning: 'Cleaning up',
  asWritten: (covered: Value) => `${covered}; all are as they were written.`,
  notAsWritten: (covered: Value, join: Value) => `${covered}; not as they were written: ${join}.`,
  checkedOf: (old: Value, logs: Value) => `${old} of ${logs} logs have been checked`,
  checkingLogs: 'Checking the logs',
  keepsIt: 'The browser keeps it from now on.',
  didNotAgree: 'The browser did not agree. Bookmarking this page, or using it more, may change that.',
  roles: { title: 'Title', user: 'You', assistant: 'Agent', tool: 'Tool' },
  nothingFound:
    'Nothing was found. All words have to stand in one message, call or result; {tool}, {role}, {file}, {after} and {before} narrow it down.',
  morePlaces: (places: Value) => `${places} more places`,
  messages: (messages: number) => count(messages, 'message', 'messages'),
  archived: 'Archived',
  deleted: 'Deleted',
  ofQuota: (quota: Value) => `{used} of the ${quota} that this browser lets Vivarium have`,
  filesUnneeded: 'Files that nothing needs:',
  canComeBack: (deleted: number) =>
    `${count(deleted, 'deleted session', 'deleted sessions')} that can still be brought back:`,
  freed: (bytes: Value) => `${bytes} freed.`,
  eventMissing: (title: Value, seq: Value) => `“${title}”: event ${seq} is missing`,
  eventChanged: (title: Value, seq: Value) => `“${title}”: event ${seq} was changed`,
  agentEventMissing: (title: Value, role: Value, seq: Value) =>
    `“${title}”, agent “${role}”: event ${seq} is missing`,
  agentEventChanged: (title: Value, role: Value, seq: Value) =>
    `“${title}”, agent “${role}”: event ${seq} was changed`,
  copyMissing: (title: Value) =>
    `“${title}” has no second copy yet. It gets one by itself while it is open in a tab.`,
  copyBehind: (title: Value, seq: Value, events: Value) =>
    `“${title}”: its second copy ends at event ${seq} of ${events}. It is filled up by itself while the session is open in a tab.`,
  copyAhead: (title: Value, seq: Value, events: Value) =>
    `“${title}”: its second copy ends at event ${seq}, the database at event ${events}. The rest comes back when the session is opened.`,
  copyDamaged: (title: Value, seq: Value, events: Value) =>
    `“${title}”: its second copy is damaged after event ${seq} of ${events}.`,
  agentCopyDamaged: (title: Value, role: Value) =>
    `“${title}”: the second copy of the log of its agent “${role}” is damaged.`,
  copyMended: {
    now: 'It was written anew from the database.',
    later:
      'To have it written anew, open another session in each tab that has this one, and check again. A backup protects it meanwhile.',
    not: 'It stays as it is, since the log is not whole, either.',
  },
  copyOther: (title: Value) =>
    `“${title}”: its second copy is that of another log. It is written anew when the session is opened.`,
  copyNewer: (title: Value) =>
    `“${title}”: a later version of Vivarium has written its second copy. Reload the page to get that version.`,
  copyUnread: (title: Value, message: Value) => `“${title}”: its second copy cannot be read. ${message}`,
})
