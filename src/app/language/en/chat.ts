import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const chat = area('chat', {
  // ActNotes.svelte
  yourNote: 'Your note:',
  noteWriters: { user: 'written by you', agent: 'noted by the agent', import: 'imported' },
  toldBefore: (rule: Value) => `Told before ${rule}`,
  // AssistantMessage.svelte
  assistant: 'Assistant',
  // Chat.svelte
  chat: 'Chat',
  conversation: 'Conversation',
  latest: 'Latest',
  // CommandOutput.svelte
  closeOutput: (command: Value) => `Close what /${command} said`,
  // Compacted.svelte
  toMakeRoom: 'to make room',
  asYouAsked: 'as you asked',
  tookNoLonger: 'because the service took no longer one',
  summarised: (messages: number, trigger: Value, tokensBefore: Value, tokensAfter: Value) =>
    `${count(messages, 'message', 'messages')} summarised ${trigger}: ${tokensBefore} → ${tokensAfter} tokens`,
  fromNotes: 'from the running notes',
  byProgram: 'by the program, as the model gave no summary',
  earlierSummaries: (summaries: number) =>
    `${count(summaries, 'earlier summary', 'earlier summaries')}, word for word as before`,
  goesOnFromThis: 'The model goes on from this. The messages above stay here, and you can go back to them.',
  // Composer.svelte
  anotherTab: 'Another tab runs this session',
  readOnly: 'This tab is read-only: reload it to go on',
  sayWhatElse: 'Say what else, or what to change',
  whatShould: 'What should I build, fix or explain?',
  worksOnFor: (budget: Value) => `Works on for ${budget} tokens`,
  enterRuns: 'Enter runs this in the terminal',
  composerKeys: '/ commands, @ files, ! terminal',
  escStops: 'Esc stops',
  enterQueues: 'Enter queues, Ctrl+Enter interrupts',
  message: 'Message',
  stop: 'Stop',
  stopKeys: 'Stop (Esc)',
  send: 'Send',
  queueKeys: 'Queue (Enter)',
  sendKeys: 'Send (Enter)',
  // DiffView.svelte
  diffOf: (path: Value) => `Diff of ${path}`,
  noDifference: 'No difference in the text',
  moreLines: (shown: Value) => `${shown} more lines`,
  // Marker.svelte
  checkKey: 'Check key and address',
  imported: (files: number, bytes: Value) => `Imported {name}: ${count(files, 'file', 'files')}, ${bytes}`,
  laterSteps: (steps: number) =>
    `${count(steps, 'step', 'steps')} of a later version of Vivarium ${steps === 1 ? 'is' : 'are'} kept but not shown.`,
  readAnew: (tokens: Value, reason: Value) =>
    `${tokens} tokens were read anew and not from the prompt cache: ${reason}.`,
  showWhatChanged: 'Show what changed',
  tryAgain: 'Try again',
  // ModeSwitch.svelte
  mode: 'Mode',
  modeTitle: 'Permission mode of this session',
  // ModelSwitch.svelte
  model: 'Answered by',
  modelTitle: 'Which model answers',
  effort: 'Effort',
  effortTitle: 'How much the model thinks before it answers',
  thinks: (level: Value) => `Thinking: ${level}`,
  // FoldHead.svelte
  readFiles: (files: number) => `read ${count(files, 'file', 'files')}`,
  searchedTimes: (searches: number) => `searched ${count(searches, 'time', 'times')}`,
  listedFolders: (folders: number) => `listed ${count(folders, 'folder', 'folders')}`,
  // Output.svelte
  output: 'Output',
  charactersBefore: (dropped: Value) => `… ${dropped} characters before this`,
  // Patch.svelte
  diff: 'Diff',
  // PausedCard.svelte
  keepFailing: 'the same checks keep failing',
  inCircles: 'the agent seems to go in circles',
  paused: 'Paused',
  pausedWhy: (why: Value) => `Paused: ${why}`,
  sayBelow: (text: Value) => `${text} Say below what to do instead, or:`,
  goOn: 'Go on',
  stopAndRewind: 'Stop and rewind files',
  endRun: 'End the run',
  // PendingMessage.svelte
  edit: 'Edit',
  // PermissionRequest.svelte
  permissionRequest: 'Permission request',
  cannotBeUndone: 'Cannot be undone',
  oneOf: (waiting: Value) => `1 of ${waiting}`,
  classifierLooks: 'The classifier is looking at it, too. It decides unless you do.',
  whyAsked: 'Why am I asked',
  answerInTab: 'Answer in the tab that runs this session, or take over.',
  comment: 'Comment',
  commentPlaceholder: 'Comment for the agent (optional)',
  allowOnce: 'Allow once',
  allowForSession: 'Allow for this session',
  alwaysAllow: 'Always allow',
  deny: 'Deny',
  // PlanForm.svelte
  editPlan: 'Edit the plan',
  showPlan: 'Show as text',
  undoPlan: 'Undo my changes',
  approve: 'Approve',
  approveAndAccept: 'Approve and accept edits',
  keepPlanning: 'Keep planning',
  planToApprove: 'Plan to approve',
  commentOnPlan: 'Comment on the plan',
  // ProblemCard.svelte
  dismiss: 'Dismiss',
  // ProposedInput.svelte
  whatItWouldDo: 'Effects of the call',
  askedBy: 'Asked by',
  unnamedProgram: 'an unnamed program',
  headers: 'Headers',
  sends: 'Sends',
  // EgressSummary.svelte
  whatIsPushed: 'Pushed refs',
  refCreated: 'Creates',
  refUpdated: 'Changes',
  refDeleted: 'Deletes',
  branch: (name: Value) => `branch ${name}`,
  tag: (name: Value) => `tag ${name}`,
  andMore: (count: Value) => `and ${count} more`,
  pushedObjects: (count: Value, bytes: Value) => `Objects: ${count}, ${bytes}.`,
  pushUnreadable: 'It cannot be read what this would push: it is not written as git writes a push.',
  withToken: (host: Value) => `With your token for ${host}.`,
  toRepository: (address: Value) => `Repository: ${address}`,
  wouldLeave: (total: Value) => `${total} would leave.`,
  sizes: (address: Value, headers: Value, body: Value) =>
    `Address ${address}, headers ${headers}, body ${body}.`,
  largeHost: (chars: Value) => `The name of the host has ${chars} characters.`,
  largeAddress: (chars: Value) => `The address has ${chars} characters behind its host.`,
  largeHeader: (chars: Value, name: Value) => `The header ${name} has ${chars} characters.`,
  largeHeaders: (chars: Value) => `The headers have ${chars} characters together.`,
  tooDifferent: (before: Value, after: Value) =>
    `Too different to show: ${before} characters become ${after}.`,
  // QuestionForm.svelte
  question: 'Question',
  anyNumber: 'any number',
  ownAnswer: (question: Value) => `Own answer: ${question}`,
  ownWords: 'Or in your own words',
  answer: 'Answer',
  skip: 'Skip',
  // Queue.svelte
  sentWhenOnline: 'sent when there is a network again',
  notRead: 'not read: the run has ended',
  readWhenGoesOn: 'read when the run goes on',
  readWhenStepDone: 'read when this step is done',
  queue: 'Queue',
  waiting: (state: Value) => `Waiting, ${state}`,
  queuedMessages: 'Queued messages',
  interrupts: 'Interrupts what the agent does',
  triesAtOnce: 'Tries it at once',
  sendNow: 'Send now',
  editKeys: 'Edit (Up)',
  remove: 'Remove',
  // RuleChoice.svelte
  ruleKept: 'Rule that is kept',
  rule: 'Rule',
  whereHolds: 'Scope of the rule',
  inThisWorkspace: 'in this workspace',
  inAllWorkspaces: 'in all my workspaces',
  // RunProgress.svelte
  tokensOfOutput: (used: Value, tokens: Value) => `${used} of ${tokens} tokens of output`,
  stopping: 'Stopping',
  afterAttempt: (attempt: Value) => `after attempt ${attempt}`,
  attemptOf: (attempt: Value, of: Value) => `attempt ${attempt} of ${of}`,
  tryingAgainIn: (reason: Value, now: Value, which: Value) => `${reason} Trying again in ${now}, ${which}`,
  stillWaited: 'The model has sent nothing for a while; it is still waited for',
  summarising: 'Summarising the conversation to make room',
  waitingForAnswer: 'Waiting for your answer',
  workingBudget: (budget: Value) => `Working, ${budget}`,
  working: 'Working',
  // Thinking.svelte
  thought: 'Thought',
  thinking: 'Thinking',
  // Todos.svelte
  plan: 'Plan',
  doneOf: (done: Value, todos: Value) => `${done} of ${todos} done`,
  // ToolCall.svelte
  details: 'Details',
  showFile: 'Show this file',
  endJob: (job: Value) => `End ${job}`,
  // ToolDetails.svelte
  differsFrom: (outcome: Value) => `This differs from the recording, where it was “${outcome}”:`,
  now: 'Now:',
  filesDiffer: 'The files differ from the recording after this call.',
  compareThem: 'Compare them',
  noOutputYet: 'No output yet',
  notStarted: 'Not started yet',
  noOutput: 'No output',
  modelSaw: 'Picture that the model saw',
  // Transcript.svelte
  earlier: (first: Value) => `${first} earlier messages`,
  // UserMessage.svelte
  you: 'You',
  showLess: 'Show less',
  showAll: 'Show all of it',
  // Welcome.svelte
  exampleTests: 'Find out why the tests fail and fix it',
  exampleExplain: 'Explain how this project is put together',
  exampleScript: 'Write a small Node script that renames files by date, with tests',
  workOn: 'What should we work on?',
  introduction:
    'Vivarium is a coding agent that lives in this tab: it reads, edits and runs your project in a sandbox of its own. Nothing is installed, and nothing leaves the tab but what you send to your model.',
  importZip: 'Import a repository zip',
  dropAnywhere: 'Drop it anywhere on this page, or click here to choose one',
  takeTour: 'Take the tour',
  allDemos: 'all demos',
  addKeyToStart: 'Add your API key in Settings to start.',
  addKey: 'Add key',
  // copy-code.ts
  copied: 'Copied',
  notAllowed: 'Not allowed',
  copy: 'Copy',
  // diff-rows.ts
  atLine: (newStart: Value) => `@@ line ${newStart}`,
  // end-text.ts
  stopped: 'Stopped',
  stoppedAfter: (turns: number) =>
    `Stopped after ${count(turns, 'turn', 'turns')}. Send a message to go on, or raise the limit in Settings.`,
  endedTooLong: 'Ended: the conversation no longer fits into the model’s context window.',
  endedImage: 'Ended: the model could not read an image.',
  endedFull: 'Ended: the context window is full.',
  endedBudget: 'Ended: the budget is used up.',
  endedHook: 'Ended by a hook',
  endedError: 'Ended with an error',
  // suggestions.svelte.ts
  commands: 'Commands',
  // tool-facts.ts
  timedOut: 'timed out',
  exitCode: (exitCode: Value) => `exit code ${exitCode}`,
  inBackground: 'in the background',
  comparisons: { same: 'as recorded', times: 'as recorded but for times', differs: 'differs' },
  // AttachButton.svelte
  attach: 'Attach images or texts',
  attachTitle: 'Attach images or texts; they can be pasted and dropped here, too',
  attachInput: 'Images or texts for the message',
  // AttachmentList.svelte
  attached: 'Attached',
  putIntoMessage: 'Put it into the message',
  removeNamed: (name: Value) => `Remove ${name}`,
  // attachments.svelte.ts
  tooManyImages: (attachedImages: Value, name: Value) =>
    `A message can have ${attachedImages} images; ${name} was left out.`,
  sendFirst: 'Send these first, or import the others into the workspace.',
  pastedText: (value: Value) => `Pasted text ${value}`,
  noPicture: (name: Value) => `${name} is no picture that this browser can show; it was not attached.`,
  attachAs: 'Attach it as PNG or JPEG.',
  importIt: 'Import it into the workspace, and refer to it with @.',
  tooLarge: (name: Value) => `${name} is too large to go along with a message.`,
  neither: (name: Value) => `${name} is neither a picture nor a text.`,
  files: 'Files',
  allow: 'Allow {tool}?',
  showOutput: 'Show the model what {tool} printed?',
  tour: '{tour}: watch it fix a failing test, no key needed, and take over whenever you like. Or choose from {demos}.',
  reads: 'Reads',
  writes: 'Writes',
  deletes: 'Deletes',
  runsCode: 'Runs code',
  network: 'Network',
  unclear: 'Unclear',
  picture: 'Picture',
  images: (images: number) => count(images, 'image', 'images'),
  steps: (steps: number) => count(steps, 'step', 'steps'),
  imageNamed: (name: Value) => `Image: ${name}`,
  unnamedImage: 'image',
  lines: (lines: number) => count(lines, 'line', 'lines'),
  // The composer and a message remember
  enterRemembers: 'Enter remembers this; a space before # sends it',
  remembered: 'Remembered.',
  rememberedHere: 'Remembered in this session; an import takes it along.',
  openNote: 'Open',
  forgotten: 'Forgotten.',
  dismissNote: 'Dismiss',
  remember: 'Remember',
  rememberThis: 'Remember this',
  rememberTitle: 'Make a note of this text, or of what is marked in it',
  remembering: 'Remembering',
  undoNote: 'Undo',
  forgetting: 'Forgetting it',
})
