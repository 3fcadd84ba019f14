import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const history = area('history', {
  // ReplayBar.svelte
  yoursNow: 'It is yours now: say below how to go on.',
  stoppedMissing: (missing: number) =>
    `Stopped; ${count(missing, 'call', 'calls')} of the recording did not run.`,
  couldNotGoOn: 'It could not go on; what has run so far is kept.',
  allSame: (same: Value) => `All ${same} results are as recorded.`,
  replay: 'Replay',
  ofTitle: (title: Value) => `of “${title}”`,
  replayState: 'Replay state',
  replayedCalls: 'Replayed calls',
  aRecording: 'A recording',
  recordingHint: (calls: number) =>
    `with ${count(calls, 'tool call', 'tool calls')}. Nothing of it runs until you replay it; then it runs here, in the sandbox, with no network and no key. Or go on with it as your own session.`,
  goOn: 'Go on',
  step: 'Step',
  pause: 'Pause',
  takeOver: 'Take over from here',
  replayAgain: 'Replay again',
  doReplay: 'Replay',
  stepByStep: 'Step by step',
  speed: 'Speed',
  // StepFiles.svelte
  filesAtStep: 'Files at this step',
  comparedWith: 'Compared with',
  theRecording: 'the recording',
  stepBefore: 'the step before',
  lastMessage: 'your last message',
  emptyWorkspace: 'the empty workspace',
  theImport: 'the import',
  whatIsNow: 'what is there now',
  anyStep: 'Any step',
  comparing: 'Comparing',
  notCompared: 'The two could not be compared.',
  sameFiles: 'The files are the same.',
  filesThatDiffer: 'Files that differ',
  onlyBits: 'Only its permission bits differ.',
  // StepRow.svelte
  filesChanged: 'The files changed',
  takenBack: 'taken back',
  restore: 'Restore',
  forkTitle: 'A new session that begins with all up to here',
  fork: 'Fork from here',
  // TimelineDialog.svelte
  timeline: 'Timeline',
  readingSteps: 'Reading the steps',
  nothingYet: 'Nothing has happened in this session yet.',
  stepOf: (index: Value, steps: Value) => `Step ${index} of ${steps}`,
  stepNamed: (index: Value, title: Value) => `Step ${index}: ${title}`,
  both: 'files and conversation',
  filesOnly: 'files only',
  conversationOnly: 'conversation only',
  lookOnly: 'While the agent works, or in a tab that only watches, steps can be looked at only.',
  steps: 'Steps',
  // fetch-recording.ts
  loadingDemo: 'Loading the demo',
  // history.svelte.ts
  readSteps: 'Reading the steps',
  comparingFiles: 'Comparing files',
  readingFiles: 'Reading the files of this step',
  restoring: 'Restoring',
  steering: 'Steering the replay',
  someSame: (same: Value, calls: Value, others: number) =>
    `${same} of ${calls} results are as recorded, ${others} ${others === 1 ? 'is' : 'are'} not.`,
  replayPaused: 'paused',
  replayRunning: 'running',
  callsAllSame: (done: Value, calls: Value) => `${done} of ${calls} calls, all as recorded`,
  callsDiffer: (done: Value, calls: Value, differing: Value) =>
    `${done} of ${calls} calls, ${differing} differ`,
  filesDiffer: (files: number) => `${count(files, 'file', 'files')} ${files === 1 ? 'differs' : 'differ'}`,
  moreDiffer: (files: number) =>
    `More than ${count(files, 'file', 'files')} ${files === 1 ? 'differs' : 'differ'}`,
  kinds: {
    start: 'Start',
    import: 'Import',
    prompt: 'You',
    answer: 'Assistant',
    user_change: 'You',
    restore: 'Rewind',
  },
  bringBackBoth: 'Bring back the files and the conversation',
  bringBackFiles: 'Bring back the files',
  bringBackConversation: 'Bring back the conversation',
  restoreBrings: '“Restore” brings back',
  asOwnStep: 'as a step of its own: nothing is lost.',
  noSuchDemo: 'There is no demo of that name.',
  demosLists: '"Demos" lists those that there are.',
  noDemo: (id: Value) => `There is no demo "${id}".`,
})
