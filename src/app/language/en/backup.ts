import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const backup = area('backup', {
  // BackupSection.svelte
  title: 'Backup',
  about:
    'One file with all sessions, the files of all their steps, the notes of the memory, settings and rules. Keys, tokens, hidden values and home directories are never in it. It is not encrypted.',
  backUp: 'Back up everything',
  restore: 'Restore a backup…',
  file: 'Backup file',
  never: 'No backup was made in this browser yet.',
  last: (age: Value, sessions: number, bytes: Value) =>
    `Last backup ${age}: ${count(sessions, 'session', 'sessions')}, ${bytes}.`,
  verified: (sessions: number, bytes: Value, name: Value) =>
    `Verified: ${count(sessions, 'session', 'sessions')}, ${bytes}, in ${name}.`,
  verifiedDownload: (sessions: number, bytes: Value, name: Value) =>
    `Verified: ${count(sessions, 'session', 'sessions')}, ${bytes}. Your browser now downloads ${name}.`,
  hasDamaged: (titles: Value) => `Damaged in this browser, and only in part in the backup: ${titles}.`,
  chooseFolder: 'Back up into a folder…',
  // BackupFolder.svelte
  folder: (name: Value) => `Folder “${name}”`,
  every: 'Back up by itself',
  intervals: { off: 'No', day: 'Each day', week: 'Each week' },
  keep: 'Keep the last',
  now: 'Back up now',
  allow: 'Allow again',
  tryAgain: 'Try again',
  forgetFolder: 'Forget the folder',
  whileOpen:
    'While Vivarium is open and the agent does not work. Older backups of this browser are removed there.',
  // BackupProgress.svelte
  phases: {
    writing: 'Writing the backup',
    verifying: 'Reading it back',
    checking: 'Checking the backup',
    restoring: 'Restoring',
  },
  sessionsOf: (done: Value, total: Value) => `session ${done} of ${total}`,
  ofBytes: (done: Value, total: Value) => `${done} of ${total}`,
  cancel: 'Cancel',
  // RestoreDialog.svelte
  restoreTitle: 'Restore a backup',
  madeAt: (date: Value, origin: Value, bytes: Value) => `Made on ${date} at ${origin}, ${bytes}.`,
  isCut: 'This file is cut off. Everything whole before the cut can be restored.',
  isDamaged: (parts: number) =>
    `${count(parts, 'part', 'parts')} of this file are not as they were written. The rest can be restored.`,
  nothingLost: 'Nothing that is here is lost. Settings and rules are replaced only where you tick them.',
  onlyOwn: 'Restore only backups that you have made: sessions go on with what their logs say was allowed.',
  sessions: 'Sessions',
  noSessions: 'This backup has no sessions.',
  plans: {
    new: 'new',
    same: 'the same, nothing to do',
    sameCopy: 'here already, as a copy',
    ahead: 'yours is ahead, stays',
    aheadCopy: 'here already, as a copy that is ahead',
    continues: (events: number) => `continues yours (${count(events, 'event', 'events')} more)`,
    differs: 'differs: comes as a copy',
    open: 'continues yours, which is open in a tab: comes as a copy',
    undelete: 'deleted here: comes back',
    damaged: (problem: Value) => `cannot be restored: ${problem}`,
  },
  cutTo: (events: Value, of: Value) => `only the first ${events} of ${of} events`,
  lacking: (files: number) => `${count(files, 'file', 'files')} of its steps are lost`,
  all: 'All that can be restored',
  deleted: 'among the deleted ones',
  settings: (changes: number) => `Replace ${count(changes, 'setting', 'settings')}`,
  rules: (places: number) => `Replace rules and trust of ${count(places, 'workspace', 'workspaces')}`,
  notes: (notes: number) => `Add ${count(notes, 'note', 'notes')} of the memory`,
  notesHere: 'Notes of the memory that are here unconfirmed',
  notePlaces: { project: 'a project', everywhere: 'all projects', session: 'a session' },
  andOthers: (titles: Value, others: number) => `${titles} and ${count(others, 'other', 'others')}`,
  notesLost: (notes: number) => `the text of ${count(notes, 'note', 'notes')} is lost`,
  ownNotes: (notes: number) => `Keep the ${count(notes, 'note that was', 'notes that were')} mine as mine`,
  ownNotesHint:
    'Otherwise they come unconfirmed, and the agent is told them as data. Tick it only for a backup that you have made: the agent follows notes of yours.',
  lookAtMarked: 'Marked ones decide what the agent may do, and to whom your key and your words are sent.',
  workspace: 'a workspace',
  allows: (rules: Value) => `allows ${rules}`,
  asks: (rules: Value) => `asks for ${rules}`,
  denies: (rules: Value) => `denies ${rules}`,
  locks: (paths: Value) => `locks ${paths}`,
  trusts: 'its own configuration is in force',
  accepted: (files: number) =>
    `${count(files, 'version', 'versions')} of files that steer the agent accepted`,
  acceptedLost: (contents: number) => `the content of ${count(contents, 'version', 'versions')} is lost`,
  take: (sessions: number) => `Restore ${count(sessions, 'session', 'sessions')}`,
  takeValues: 'Restore',
  nothingToDo: 'All of it is here already.',
  close: 'Close',
  // RestoreOutcome.svelte
  added: (sessions: number) => `${count(sessions, 'session', 'sessions')} added`,
  continued: (sessions: number) => `${count(sessions, 'session', 'sessions')} continued`,
  copied: (sessions: number) => `${count(sessions, 'session', 'sessions')} came as a copy`,
  undeleted: (sessions: number) => `${count(sessions, 'session', 'sessions')} brought back`,
  settingsTaken: (settings: number) => `${count(settings, 'setting', 'settings')} replaced`,
  rulesTaken: (places: number) => `rules of ${count(places, 'workspace', 'workspaces')} replaced`,
  notesTaken: (notes: number) => `${count(notes, 'note', 'notes')} of the memory added or changed`,
  nothingDone: 'Nothing was changed.',
  endedEarly: 'Everything counted here is whole and stays.',
  notRestored: 'Not restored',
  showSessions: 'Show the sessions',
  keysStay: 'Keys and tokens are in no backup: enter them in the settings.',
  // BackupBanner.svelte
  stopped: (problem: Value) => `No backup is made by itself. ${problem}`,
  // LostBanner.svelte
  lost: {
    bringingBack: 'This browser has lost its database. The sessions come back from their second copy.',
    comingBack: 'Bytes that are back',
    ofBytes: (done: Value, all: Value) => `${done} of ${all}`,
    sessionsBack: (sessions: number) =>
      `This browser had lost ${count(sessions, 'session', 'sessions')}. All that was in their second copy is here again.`,
    eventsBack: (steps: number) =>
      steps === 1
        ? 'This browser had lost the last step of this session. It is here again, from its second copy.'
        : `This browser had lost the last ${steps} steps of this session. They are here again, from its second copy.`,
    toEnterAgain: (values: Value) => `These were lost, since no copy of them may lie in a file: ${values}.`,
    enterAgain: 'Enter them again',
    lostKinds: {
      key: (name: Value) => `the API key of ${name}`,
      git_token: (name: Value) => `the token of ${name}`,
      program_key: (name: Value) => `the key ${name} of programs`,
      hidden: () => 'a hidden value',
      share: () => 'the place where sessions are shared',
      folder: (name: Value) => `the opened folder ${name}`,
    },
    backHint: 'A crash or a full disk can do that. A backup on another device protects from more.',
  },
})
