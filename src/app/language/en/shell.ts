import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const shell = area('shell', {
  // App.svelte
  chatWidth: 'Chat width',
  notices: 'Notices',
  // Banners.svelte
  otherTab: 'This session runs in another tab. You are watching.',
  takeOver: 'Take over',
  makeRoom: 'Make room',
  storageFull: 'There is no storage left. All up to here is stored; nothing more is until there is room.',
  storageFullHint:
    'Delete old sessions or clean up, or free space on the device. The files can be exported first.',
  storageEnding: 'There is no storage left.',
  storageEndingHint: 'This step is finished and stored; then the agent stops.',
  goOn: 'Go on',
  stillFull: 'There is still too little room: at least 10 MB have to be free.',
  reload: 'Reload',
  exportFiles: 'Export the files',
  newVersion: 'A new version is ready.',
  newVersionHint: 'Nothing changes until you reload here; then all tabs of Vivarium do, and nothing is lost.',
  fetching: (fetchingFrom: Value) => `Fetching a shared session from ${fetchingFrom}`,
  cancel: 'Cancel',
  fetchZip: (zipHost: Value) => `Fetch an archive from ${zipHost} into a new workspace?`,
  fetchAndUnpack: 'Fetch and unpack',
  fetchShare: (host: Value) =>
    `Fetch a shared session from ${host}? That is on this device or in a private network.`,
  fetchAndOpen: 'Fetch and open',
  notNow: 'Not now',
  projectChanged: 'The settings that this project brings have changed.',
  projectBrings: 'This project brings settings of its own. They are off.',
  seeWhat: 'See what they do',
  heldInstructions: (names: Value) =>
    `A command or tool has changed ${names}. The agent does not follow that before you accept it.`,
  seeChange: 'See the change',
  // BottomSwitch.svelte
  chat: 'Chat',
  code: 'Code',
  partsOfScreen: 'Parts of the screen',
  // DropTarget.svelte
  noFolders: 'Folders cannot be imported yet.',
  packFolder: 'Pack the folder as a .zip and drop that.',
  dropHere: 'Drop the repository’s zip to import it, or files on a folder of the tree',
  // Header.svelte
  repositoryZip: 'Repository zip',
  importTitle: 'Import a repository as a zip',
  import: 'Import',
  openFolderTitle: 'Work on a copy of a folder of this computer',
  openFolder: 'Open folder',
  exportTitle: 'Take the workspace out as a zip',
  export: 'Export',
  newSession: 'New session',
  timelineTitle: 'Go back to any step (Esc twice)',
  timeline: 'Timeline',
  shareTitle: 'Share this session as a link',
  share: 'Share',
  demosTitle: 'Recorded sessions to watch and take over',
  demos: 'Demos',
  sessionsTitle: 'All sessions',
  sessions: 'Sessions',
  settingsTitle: 'Provider, key, model, permissions',
  settings: 'Settings',
  // NothingKeptBanner.svelte
  nothingKept:
    'This browser keeps nothing for this page: sessions, settings and keys are gone when the tab is closed or reloaded.',
  nothingKeptHint:
    'Take out what you want to keep. In a normal window, or when the page may store data, they stay.',
  saveSession: 'Save the session',
  // LostBanner.svelte
  bringingBack: (done: number, all: number) =>
    `This browser has lost its database. Sessions come back from their second copy: ${done} of ${all}.`,
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
  // StatusBar.svelte
  sandboxStarting: 'Sandbox starting',
  restoringFiles: 'Restoring files',
  sandboxReady: 'Sandbox ready',
  sandboxFailed: 'Sandbox failed',
  commands: 'Commands',
  commandsKeys: (paletteKeys: Value) => `Commands ${paletteKeys}`,
  agent: 'Agent',
  oneOrigin: ', one origin',
  offlineTitle: 'Everything works without a network but a model that is elsewhere',
  offline: 'Offline',
  openTerminal: 'Open terminal',
  openTerminalTitle: 'A shell of your own',
  commandsTitle: 'Everything that can be done, by name',
  tokensOf: (tokens: Value, contextWindow: Value) => `${tokens} of ${contextWindow} tokens`,
  context: 'Context',
  contextTitle: 'What fills the context',
  usageTitle: 'What was used, and limits',
  priceUnknown: 'The price of some responses is not known.',
  cost: 'Cost',
  // agent-client.ts
  programNotLoaded: 'Its program did not load.',
  // app-model.svelte.ts
  startingAgent: 'Starting the agent',
  theStore: 'the store',
  noZip: (name: Value) => `${name} is not a zip archive.`,
  packRepository: 'Pack the repository as a .zip and drop that.',
  zipTooLarge: (name: Value, file: Value, archiveBytes: Value) =>
    `${name} has ${file}; at most ${archiveBytes} can be imported.`,
  leaveOut: 'Leave out build output and packages.',
  theImport: 'The import',
  otherTabLeads: 'Another tab leads this session: take over to edit.',
  replayUnderWay: 'A replay is under way: files are as it has them.',
  notOpened: 'The session could not be opened.',
  reloadPage: 'Reload the page.',
  // exit-request.ts
  pushTo: (host: Value) => `push to ${host}`,
  readWithToken: (host: Value) => `reading from ${host} with your token`,
  characters: (characters: Value) => `${characters} characters`,
  hiddenCharacters: (characters: Value) => `hidden, ${characters} characters`,
  // problem.ts
  unexpectedHint: 'Reload the page; nothing that is saved is lost.',
  // session.svelte.ts
  waitingForSession: 'Waiting for the session',
  notSent: 'Not sent: the agent could not start',
  waitingForAgent: 'Waiting for the agent to start',
  queueing: 'Queueing',
  waitingForSandbox: 'Waiting for the sandbox',
  sending: 'Sending',
  openingSession: 'Opening the session',
  goingOn: 'Going on',
  rewinding: 'Rewinding the files',
  interrupting: 'Interrupting',
  removingMessage: 'Removing the message',
  tryingAgain: 'Trying again',
  compacting: 'Compacting the conversation',
  stopping: 'Stopping',
  answering: 'Answering',
  checkingRule: 'Checking the rule',
  stoppingCommand: 'Stopping the command',
  changingMode: 'Changing the mode',
  takingOver: 'Taking over',
  sendingAttempt: 'Sending',
  // start-sandbox.ts
  checkNetwork: 'Check the network, then reload the page.',
  filesKept: 'Reload the page. Your files are kept.',
  chooseAgain: 'Choose the sandbox again to try once more.',
  noPreviewThere:
    'A workspace in WebContainer has no preview of its files. Start a server in it: its pages are shown here.',
  noWebContainer: 'WebContainer cannot be used here: the server does not name its host.',
  embeddedInstead: 'The embedded sandbox is used instead.',
  files: 'Files',
  folder: 'Folder',
  sendTo: (method: Value, host: Value) => `${method} to ${host}`,
  hasFailed: (attempt: Value, why: Value) => `${attempt} failed: ${why}`,
  loadingCommand: (name: Value) => `Loading /${name}`,
  localModelTitle: 'The model runs on this device: nothing is sent over a network',
  localModel: 'Local model',
  onlineTitle: 'The model is reached over the network',
  online: 'Online',
})
