import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const review = area('review', {
  // CommentForm.svelte
  commentOn: (writing: Value) => `Comment on ${writing}`,
  cancel: 'Cancel',
  saveComment: 'Save comment',
  addComment: 'Add comment',
  // CommentRow.svelte
  yourCommentOn: (comment: Value) => `Your comment on ${comment}`,
  edit: 'Edit',
  remove: 'Remove',
  // CommentTray.svelte
  commentsToSend: 'Comments to send',
  collected: 'Collected comments',
  removeComment: (comment: Value, comment2: Value) => `Remove the comment on ${comment}, ${comment2}`,
  sendComments: (list: number) => `Send ${count(list, 'comment', 'comments')}`,
  // CommitForm.svelte
  stillWorking: 'The agent is still working: commit when it is done.',
  acceptFirst: 'Accept a change first: only what is accepted is committed.',
  commitReviewed: 'Commit reviewed changes',
  message: 'Message',
  commit: 'Commit',
  commitLabel: 'Commit',
  noRepository: 'The workspace is no git repository.',
  runGitInit: 'Run git init',
  gitSays: 'Nothing was committed. git says:',
  // CommitIdentity.svelte
  whoseCommit: 'Author of the commit',
  identityMissing: 'Nothing was committed: git does not know whose commit it is. It is kept in Settings.',
  gitName: 'Git name',
  gitEmail: 'Git e-mail',
  saveAndCommit: 'Save and commit',
  // HunkBlock.svelte
  comment: 'Comment',
  reject: 'Reject',
  accepted: 'Accepted',
  accept: 'Accept',
  // ReviewBody.svelte
  emptyFile: 'An empty file.',
  diffOf: (path: Value) => `Diff of ${path}`,
  moreLines: (cut: Value) => `${cut} more lines`,
  openFile: 'Open the file',
  // ReviewFile.svelte
  allReviewed: 'All reviewed',
  lookAgain: 'Look again',
  acceptFile: 'Accept file',
  rejectFile: 'Reject file',
  // ReviewHead.svelte
  since: 'Since',
  review: 'Review',
  reviewedOf: (acceptedCount: Value, total: Value) => `${acceptedCount} of ${total} reviewed`,
  comparingFilesNow: (waiting: number) => `· comparing ${count(waiting, 'file', 'files')}`,
  acceptAll: 'Accept all',
  sideBySide: 'Side by side',
  // ReviewNotice.svelte
  undo: 'Undo',
  noRoom: 'This browser has no room for all of this review: a reload may lose some of it.',
  // ReviewPanel.svelte
  fromFolder: (name: Value) => `From the folder ${name}`,
  writeBack: 'Write back …',
  changedFiles: 'Changed files',
  // ReviewRows.svelte
  commentTitle: 'Comment on this line; with Shift, on all to here',
  // file-review.ts
  isLink: 'A link to another file: it has no lines.',
  onlyBits: 'Only its permission bits changed.',
  notRead: 'It could not be read. Open Changes again to try.',
  bytesBeforeNow: (before: Value, after: Value) => `${before} before, ${after} now`,
  tooLargeOrMany: (sizes: Value) => `Too large, or too many files, to be compared line by line: ${sizes}.`,
  notText: 'Not a text file: its lines cannot be compared.',
  tooLarge: (sizes: Value) => `Too large to be compared here: ${sizes}.`,
  tooDifferent: (sizes: Value) => `Too different to show line by line: ${sizes}.`,
  wholeFile: 'the whole file',
  bits: (toString: Value, toString2: Value) => `permission bits ${toString} → ${toString2}`,
  linkBack: 'A link is brought back with the timeline, not here.',
  // hunks.ts
  removedAtStart: (lines: number) => `${count(lines, 'line', 'lines')} removed at the beginning`,
  removedAfter: (lines: number, line: Value) => `${count(lines, 'line', 'lines')} removed after line ${line}`,
  linesFromTo: (first: Value, last: Value) => `lines ${first}-${last}`,
  // review-comments.svelte.ts
  tooManyComments: (reviewComments: Value) =>
    `At most ${reviewComments} comments are collected: send them first.`,
  cannotSend: 'They cannot be sent now: another message is on its way, or another tab leads this session.',
  // review-commit.svelte.ts
  gitInitEnded: (exitCode: Value) => `git init ended with ${exitCode}.`,
  // review.svelte.ts
  comparingFiles: 'Comparing files',
  rejecting: 'Rejecting',
  hasChanged: (path: Value) => `${path} has changed since it was compared; nothing was rejected.`,
  shownAsNow: 'It is shown as it is now: look again, then reject what is still there.',
  undoing: 'Undoing',
  undone: 'Undone: the agent’s change is there again.',
  committing: 'Committing',
  makingRepository: 'Making a repository',
  madeRepository: 'Made a repository. Commit again.',
  charactersBeforeNow: (before: Value, now: Value) => `before ${before}, now ${now} characters`,
  line: (line: Value) => `line ${line}`,
  changeAccepted: (number: Value, of: Value, path: Value, what: Value) =>
    `Change ${number} of ${of} in ${path}: ${what}, accepted`,
  changeNotReviewed: (number: Value, of: Value, path: Value, what: Value) =>
    `Change ${number} of ${of} in ${path}: ${what}, not reviewed`,
  changes: (changes: number) => count(changes, 'change', 'changes'),
  rejected: (what: Value, path: Value) => `Rejected ${what} of ${path}.`,
  scopes: {
    import: 'the import',
    session: 'your first message',
    turn: 'your last message',
    step: 'the last step',
  },
  filesChanged: (files: number) => `${count(files, 'file', 'files')} changed`,
  moreFilesChanged: (files: number) => `More than ${count(files, 'file', 'files')} changed`,
  nothingSinceImport: 'Nothing has changed since the import. Edits by the agent are listed here.',
  nothingSinceThen: 'Nothing has changed since then. Edits by the agent are listed here.',
  unchangedLines: (lines: number) => count(lines, 'unchanged line', 'unchanged lines'),
  commentOnLine: (line: Value) => `Comment on line ${line}`,
  commentOnOldLine: (line: Value) => `Comment on line ${line} as it was`,
  withAccepted: (files: number) =>
    `${count(files, 'file', 'files')}, with what is accepted of ${files === 1 ? 'it' : 'them'}`,
  committed: 'Committed',
  othersStaged:
    'Nothing was committed: {paths} would be committed, too, being staged already. Commit that first, or take it back with {command}',
  andMore: (more: Value) => ` and ${more} more`,
  asBefore: (lines: Value) => `${lines} as it was before`,
  moreLinesQuoted: (lines: Value) => `… ${lines} more lines`,
  haveComment: 'I have reviewed the changes and have a comment. I quote the file as I saw it.',
  haveComments: (comments: Value) =>
    `I have reviewed the changes and have ${comments} comments. I quote the files as I saw them.`,
})
