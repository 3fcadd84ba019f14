import { area, type Value } from '../language.svelte.ts'

export const settings = area('settings', {
  // AppearanceFields.svelte
  theme: 'Theme',
  asSystem: 'As the system',
  light: 'Light',
  dark: 'Dark',
  contrast: 'Contrast',
  more: 'More',
  language: 'Language',
  asBrowser: 'Automatic, by the browser’s languages',
  // ConnectionTest.svelte
  notKnown: 'not known',
  testing: 'Testing',
  testConnection: 'Test connection',
  connection: 'Connection',
  // ExtraHeaders.svelte
  extraHeaders: 'Extra headers',
  extraHeadersHint: 'For a gateway. One a line; they are kept like the key and sent to the base URL only.',
  // GitIdentity.svelte
  gitName: 'Git name',
  gitNameHint:
    'The author of commits, unless a repository says otherwise. Programs in the sandbox can read it.',
  gitEmail: 'Git e-mail',
  // GitTokens.svelte
  gitHost: 'Git host',
  gitTokenHint:
    'A token for clone, fetch and push. It goes to those of that host’s repositories that you allow it for, and programs never see it.',
  gitToken: 'Git token',
  endsIn: (hint: Value) => `, ends in ${hint}`,
  // HiddenValues.svelte
  hiddenValue: 'Hidden value',
  hiddenValueHint:
    'A password or key of yours. Wherever it shows up, [REDACTED] is stored and sent in its place. Keys of known formats are found without this; none of it is certain.',
  // InstructionFields.svelte
  instructions: 'Instructions',
  ownInstructions: 'Instructions for all projects',
  ownInstructionsHint: 'Told at the beginning of each session, before the project’s own files.',
  ownInstructionsExample: 'Run the tests before you say that something works.',
  projectInstructions: 'Project instructions',
  projectInstructionsHint: '“Context” shows which files are read here, and why others are not.',
  claudeOrAgents: 'CLAUDE.md; AGENTS.md in folders that have none',
  claudeAndAgents: 'CLAUDE.md and AGENTS.md',
  // KeyField.svelte
  saved: (whereItStays: Value) => `Saved. ${whereItStays}`,
  forgotten: 'Forgotten.',
  apiKey: 'API key',
  forget: 'Forget',
  // ModelFields.svelte
  provider: 'Provider',
  baseUrl: 'Base URL',
  model: 'Model',
  otherModel: (cached: Value) =>
    `Another model does not have this session’s prompt cache: it reads all ${cached} tokens of it anew, at the full price.`,
  fallbackModel: 'Fallback model',
  fallbackModelHint:
    'Answers for the rest of a run when the model is overloaded three times in a row. Empty: none.',
  waitOut: 'Wait out overloads',
  waitOutHint: 'For runs that nobody watches: rate limits and overloads are waited for, up to six hours.',
  cacheHour: 'Keep the prompt cached for an hour',
  cacheHourHint:
    'At Anthropic, from the next session on. Writing it costs 2× input instead of 1.25×; worth it where you pause for longer than five minutes.',
  queueOffline: 'Send later what was written offline',
  queueOfflineHint:
    'Without a network a message to a model elsewhere waits above the message box, and is sent when there is one again.',
  autoCompact: 'Summarise what no longer fits',
  autoCompactHint:
    'Before a conversation fills the model’s window, old results are left out and, if that is not enough, the older part is summarised. All of it stays in the session.',
  runningNotes: 'Running notes',
  runningNotesHint:
    'If old results alone would not make enough room, the model writes notes beside the work, from half of the window on; they take the place of the older part, and nobody waits for a summary. Each is a request of its own, most of it read from the cache. “Context” shows them.',
  thinking: 'Thinking',
  terse: 'Terse answers',
  terseHint:
    'Asks the model to leave out what is not needed to understand it. Code, errors and warnings stay whole; the prompt cache is kept.',
  advisor: 'Advisor',
  advisorHint:
    'A stronger model that the model may ask where the way forks, so many times in a run. Billed apart. Empty: none.',
  adviceInRun: 'Advice in a run',
  classifier: 'Classifier',
  classifierHint:
    'Asked about calls in the mode “Ask a classifier first”, billed apart. A small, quick model is enough. Empty: the model that works.',
  tools: 'Tools',
  allTools: 'All',
  minimalTools: 'Minimal: a shell and an edit',
  modelFacts: 'Model facts',
  modelFactsHint:
    'For models that Vivarium does not know: contextWindow, maxOutput, vision, thinking (budget, adaptive, effort, none), price, tools (all, minimal).',
  // NotifyFields.svelte
  notify: 'Notify me when the agent is done or waits',
  notifyRefused:
    'The browser does not allow it for this page: allow notifications in its settings of the site.',
  notifyHint: 'Only while this tab is in the background. Its title is marked in any case.',
  notifySound: 'Play a sound then',
  // RuleTester.svelte
  runsUnasked: 'Runs unasked',
  asksYou: 'Asks you',
  isDenied: 'Is denied',
  tryCall: 'Try a command or a call',
  tryCallHint:
    'e.g. git push, Edit(/src/app.ts), WebFetch(https://example.com). Nothing runs; the rules above hold once they are saved.',
  decision: 'Decision',
  decidedBy: 'Decided by',
  byRule: ', rule',
  why: 'Why',
  // SettingsDialog.svelte
  title: 'Settings',
  close: 'Close',
  waitingForAgent: 'Waiting for the agent to start',
  done: 'Done',
  // RunFields.svelte
  maxTurns: 'Turns before it pauses',
  parallelCalls: 'Calls at the same time',
  parallelCallsHint: 'The agent’s calls that change nothing run together. Counts from the next run on.',
  // SettingsForm.svelte
  sandboxHint:
    "The files move along. WebContainer is loaded from its maker's servers, and its programs reach the network.",
  alwaysAllow: 'Always allow',
  alwaysAsk: 'Always ask',
  neverAllow: 'Never allow',
  permissions: 'Permissions',
  permissionMode: 'Permission mode',
  permissionModeHint: 'The mode of new sessions.',
  autoAllow: 'Auto-allow in the sandbox',
  autoAllowHint:
    'Commands and edits that cannot leave the sandbox and can be undone run unasked. Network, keys and exports still ask.',
  offerBypass: 'Offer the mode “Never ask”',
  offerBypassHint:
    'It skips every question but one: whether tests may be changed while they keep failing. Rules that deny still hold.',
  oneRule:
    'One rule a line. For the network: WebFetch(domain:example.com) reads, WebSend(domain:example.com method:POST) sends.',
  aboutRules: 'About these rules',
  workspace: 'Workspace',
  sandbox: 'Sandbox',
  automatic: 'Automatic',
  embedded: 'Embedded',
  packageRegistry: 'Package registry',
  registryHint: 'Empty: the one that this server is set up for.',
  sharing: 'Sharing',
  apply: 'Apply',
  // ShareStoreFields.svelte
  secretKey: 'Secret access key',
  headerValue: 'Header value',
  gitHubToken: 'GitHub token',
  s3Hint:
    'The bucket’s CORS rule has to let this page in; what it is stands in the message when it does not.',
  putHint: 'Sessions are put below it, read from there and deleted there.',
  gistHint: 'A secret gist each. The token needs the permission “gist” and nothing else.',
  shareThrough: 'Share through',
  storeHint:
    'A store of your own for sessions that are too large for a link. They are encrypted before they leave.',
  noStore: 'No store',
  s3Store: 'S3-compatible bucket',
  putStore: 'HTTP PUT endpoint',
  gistStore: 'GitHub gist',
  endpoint: 'Endpoint',
  bucket: 'Bucket',
  region: 'Region',
  folder: 'Folder',
  accessKeyId: 'Access key id',
  readsBy: 'The link gives access by',
  bySignature: 'a signature in it, for seven days',
  byPublic: 'the bucket being public',
  pathStyle: 'Bucket in the path (MinIO and others)',
  uploadAddress: 'Upload address',
  header: 'Header',
  gitHubApi: 'GitHub’s API',
  kept: 'Kept',
  keepStore: 'Keep the store',
  // WorkspaceRules.svelte
  workspaceRules: 'Rules of this workspace',
  workspaceRulesHint: 'Rules of this workspace: these run unasked',
  seeWhat: 'See what they do',
  // providers.ts
  messagesHint: 'Any server that speaks the Messages API, a local one included. Without /v1.',
  openAiCompatible: 'OpenAI-compatible',
  chatHint: 'Any server that speaks Chat Completions: OpenAI, Ollama, LM Studio, llama.cpp, vLLM and others.',
  noKeyHint: 'Most local servers need none.',
  // settings.svelte.ts
  readingSettings: 'Reading the settings',
  savingSettings: 'Saving the settings',
  storingKey: 'Storing the key',
  testingConnection: 'Testing the connection',
  storingHeaders: 'Storing the headers',
  storingHidden: 'Storing the hidden value',
  forgettingHidden: 'Forgetting the hidden value',
  storingToken: 'Storing the token',
  askingDecision: 'Asking for the decision',
  // share-store.svelte.ts
  readingStore: 'Reading the store',
  keepingStore: 'Keeping the store',
  storedEndsIn: (end: Value) => `Stored, ends in ${end}`,
  stored: 'Stored',
  staysInBrowser: 'It stays in this browser and is sent to the base URL only.',
  staysInTab: 'It stays in this tab until that is closed and is sent to the base URL only.',
  hiddenValueNumber: (number: Value) => `hidden value ${number}`,
  valueNumber: (number: Value) => `Value ${number}`,
  tokenFor: (host: Value) => `the token for ${host}`,
  tokens: (tokens: Value) => `${tokens} tokens`,
  thinkingHint: 'Before it answers, if the model can. It is billed as output.',
  thinkingHintCostly:
    'Before it answers, if the model can. It is billed as output. A change in this session has its messages read anew, not from the prompt cache.',
  toolsHint:
    'Small local models do better with few. For one model: {"its-name": {"tools": "minimal"}} in Model facts.',
  savedInBrowser: 'Changes are saved as you make them, in this browser only.',
  savedInTab: 'Changes are saved as you make them, in this tab only.',
  oneOriginHint:
    'The sandbox therefore runs in a frame without an origin: as closed off as ever, and with the same commands. A preview shows one document at a time, without a service worker.',
  theStore: 'the store',
  storeKept: 'The store is kept',
  itsKeyEndsIn: (end: Value) => `, its key ends in ${end}`,
  projectTrusted: 'Settings that this project brings: trusted',
  projectOff: 'Settings that this project brings: off',
  earlierProject: 'Rules and locks of an earlier import of this project',
  noProjectLike: 'No earlier import is like this one.',
  searchingProjects: 'Looking for an earlier import',
  sayWhich: 'Say which it is',
  fine: 'fine',
  failed: 'failed',
  warning: 'warning',
  sources: {
    mode: 'mode',
    nobody: 'nobody',
    policy: 'policy',
    project: 'project',
    local: 'local',
    workspace: 'this workspace',
    egress: 'network',
    registry: 'registry',
    safety_check: 'safety check',
    sandbox: 'sandbox',
    session: 'session',
    tool: 'tool',
    user: 'user',
    person: 'you',
    hook: 'hook',
    classifier: 'classifier',
    error: 'error',
  },
  inThisBrowser: 'In this browser',
})
