import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const usage = area('usage', {
  // CacheBreaks.svelte
  cacheLosses: 'Cache losses',
  sentBefore: (ageMs: Value) => `The request before was sent ${ageMs} earlier.`,
  whatChanged: 'Changes',
  // ContextDialog.svelte
  readingContext: 'Reading what fills the context',
  context: 'Context',
  modelTakes: (budget: Value, window: Value) => `${budget} takes ${window} tokens at once.`,
  compactFrom: (compactAt: Value) =>
    `From ${compactAt} on, old results are left out, then the older part is summarised.`,
  cells: 'Cells',
  part: 'Part',
  tokens: 'Tokens',
  share: 'Share',
  decidedBy: 'Decided by',
  sumCounted:
    'The sum of what is used was counted by the provider; how it divides is estimated by characters.',
  estimated: 'Estimated by characters: no request of this conversation has been counted yet.',
  sessionNotes: 'Running notes',
  sessionNotesHint:
    'The model has written them beside the work. When the conversation no longer fits, they take the place of what they speak of.',
  sandboxFirst: 'The sandbox has to be there first: what is told of it is part of the prompt.',
  // CumulativeChart.svelte
  sentByLast: (total: Value, sums: Value) =>
    `${total} tokens were sent by the last ${sums} requests: what stands in the context goes along with each.`,
  tokensSoFar: 'Tokens sent so far, request by request',
  // FigureHead.svelte
  whatIsThat: 'Meaning and source',
  // Forecast.svelte
  forecast: 'Forecast',
  requestCosts: (next: Value) => `A request of this conversation costs about ${next}.`,
  requestGrows: (next: Value, first: Value) =>
    `A request of this conversation costs about ${next} now, and ${first} some while ago: what stands in the context goes along with each.`,
  nextRequests: (requests: Value, cost: Value) => `The next ${requests}: about ${cost}.`,
  forecastFrom: 'From a line through the last 20 that have a price; another kind of work costs otherwise.',
  usedOf: (used: Value, limit: Value) => `${used} of ${limit}`,
  enoughFor: (requests: number, shown: Value) =>
    `enough for about ${shown} more ${requests === 1 ? 'request' : 'requests'}`,
  // InstructionFiles.svelte
  readingInstructions: 'Reading the instruction files',
  readHere: 'Read here',
  noInstructions:
    'This project has no CLAUDE.md or AGENTS.md, and the settings have no instructions for all projects.',
  instructionsTake: (told: Value, room: Value) => `${told} of the ${room} tokens that instructions may take.`,
  instructionStates: {
    told: 'Told to the model.',
    left: 'Not told: there is no room left for it. The model knows its name and can read it.',
    displaced:
      'Not told: a file for CLAUDE stands in the same folder and counts instead. The settings can have both.',
    elsewhere: 'Told as soon as the agent works in its folder.',
    'other files': 'Told as soon as the agent works on a file that it is for.',
    empty: 'Not told: it says nothing.',
    same: 'Not told: another file says the same.',
    missing: 'There is no such file.',
    outside: 'Not told: it lies outside the workspace.',
    withheld: 'Not told: such files hold secrets.',
    denied: 'Not told: a rule denies that it is read.',
    'too deep': 'Not told: imports are followed four times.',
    'too many': 'Not told: there are too many files.',
    'too large': 'Not told: it is larger than 4 MB.',
    'no text': 'Not told: it is no text.',
    'names others': 'It names instructions; its other settings count for nothing here.',
    unfetched: 'Not told: it comes from the web, and you have not looked at it.',
    refused: 'Not told: you did not want it.',
  },
  instructionCut: (cut: Value) => `Told without its last ${cut} characters: there is no room left for them.`,
  importedBy: (path: Value) => `Imported by ${path}.`,
  instructionHeld: 'A program has changed it; until you accept that, it counts as it was before.',
  instructionFaults: {
    'no YAML': 'Its frontmatter is no YAML, so it is always told.',
    'frontmatter too long': 'Its frontmatter is too long, so it is always told.',
    'no paths': 'Its `paths` is neither a text nor a list of texts, so it is always told.',
    'too many patterns': 'Its `paths` has too many patterns, so it is always told.',
    'too long to search': 'It is too long to be searched for comments and imports.',
    'no JSON': 'It is no JSON.',
    'no list': 'Its `instructions` is no list of texts.',
    'list too long': 'Its `instructions` is too long.',
    'bad address': 'An address in it is none, or has a password.',
  },
  tellWhole: 'Tell it whole',
  fetchFrom: (host: Value) => `Fetch it from ${host}`,
  fetchAgain: (host: Value) => `Look for a newer version at ${host}`,
  fetchingFrom: (host: Value) => `Fetching it from ${host} …`,
  // FetchedText.svelte
  fetchedFrom: (address: Value) => `Text of ${address}`,
  fetchedSize: (size: Value) => `${size}. Its SHA-256:`,
  fetchedSame: 'It is the text that is told already.',
  fetchedWhy:
    'With your yes the agent is told this text as an instruction of the project, in this version alone: another one at that address is fetched only by you, and asked about again. It grants no permission.',
  close: 'Close',
  fetchedUse: 'Use it',
  fetchedRefuse: 'Do not use it',
  // Latencies.svelte
  howLong: 'How long answers took',
  latency: 'Latency',
  percentiles: 'p50 / p95 / p99',
  // RequestRows.svelte
  eachRequest: 'Each request of this session',
  requests: 'Requests',
  time: 'Time',
  model: 'Model',
  cost: 'Cost',
  beforeThese: (requests: Value) => `${requests} before these`,
  // ServiceLimits.svelte
  providerLimits: 'Provider’s limits',
  asProviderCounts: 'As the provider counts, whatever program used them:',
  beginsAnew: (percent: Value, now: Value) => `${percent} %, begins anew in ${now}`,
  // SpendLimits.svelte
  limitRun: 'Limit per run ($)',
  limitSession: 'Limit per session ($)',
  limitDay: 'Limit per day ($)',
  limitProblem: 'A limit is a number of US dollars, such as 2.50.',
  none: 'none',
  limitsHint:
    'Checked before each request; what that one costs is known only after it, so the last may go beyond. A day’s limit counts all sessions and tabs.',
  // UsageDialog.svelte
  lastRun: 'Last run',
  thisSession: 'This session',
  today: 'Today',
  allTime: 'All time',
  title: 'Usage and cost',
  fromCacheShare: (cached: Value) => `${cached} % of this session’s prompts came from the cache.`,
  listPrices:
    'Costs are the models’ list prices; your provider’s bill is what counts. “+”: some price is not known.',
  ofThisBrowser: (since: Value) =>
    `“Today” and “All time” are of this browser since ${since}, sessions that were deleted included.`,
  byModelTitle: 'All time, by model',
  byModel: 'By model',
  // UsageTable.svelte
  sums: 'Sums',
  // advice-verdict.ts
  littleUsed: 'This is less than one run in ten: you may well do without it.',
  // billed-to.ts
  noKeyKept: (service: Value) => `No API key is kept for ${service}: nothing is billed to one.`,
  // usage.svelte.ts
  readingUsage: 'Reading what was used',
  readingSums: 'Being read …',
  sumsNotRead: 'Could not be read',
  advisorAsked: (times: number, asked: Value, runs: number) =>
    `The advisor was asked ${times === 1 ? 'once' : `${times} times`}, in ${asked} of ${count(runs, 'run', 'runs')} of this session.`,
  usedAll: (runs: Value, limit: Value) =>
    `${runs} of them used all ${limit} calls that a run has: smaller tasks, or a stronger model for the work itself, help more than another limit.`,
  billedBy: (service: Value) => `Requests are billed by ${service} to your API key.`,
  billedByKey: (service: Value, end: Value) =>
    `Requests are billed by ${service} to your API key that ends in ${end}.`,
  notRead: (tokens: Value, reason: Value) => `${tokens} tokens were not read from the cache: ${reason}.`,
  theRequest: 'the request',
  nextTakes: (tokens: Value) => `The next request takes about ${tokens} tokens.`,
  nextTakesCost: (tokens: Value, cost: Value) =>
    `The next request takes about ${tokens} tokens, about ${cost} if they are still in the cache.`,
  takesMost: '{cell} takes the most.',
  takeMost: '{cell} take the most.',
  sources: {
    main: 'conversation',
    subagent: 'sub-agent',
    compaction: 'compaction',
    notes: 'running notes',
    title: 'title',
    summary: 'summary',
    suggestion: 'suggestion',
    memory: 'memory',
    classifier: 'classifier',
    advisor: 'advisor',
  },
  figures: {
    cost: {
      name: 'Cost',
      what: 'each kind of token times the list price of the model. Reckoned here for each answer; your provider’s bill is what counts.',
    },
    input: {
      name: 'Input',
      what: 'tokens that were sent and stood in no cache. Counted by the provider, which tells it with each answer.',
    },
    fromCache: {
      name: 'From cache',
      what: 'tokens that were sent and that the provider had kept from a request before; most charge about a tenth for them. Counted by the provider.',
    },
    toCache: {
      name: 'To cache',
      what: 'tokens that the provider put into its cache for the next request; some charge more for them than for others. Counted by the provider.',
    },
    output: {
      name: 'Output',
      what: 'tokens that the model wrote, its thinking and its calls of tools included. Counted by the provider.',
    },
    requests: {
      name: 'Requests',
      what: 'answers of a model that were counted: one for each round of work, and those for titles, summaries and the like. Counted here.',
    },
    for: {
      name: 'For',
      what: 'who asked: the conversation itself, or what goes on beside it. From the session’s log.',
    },
    cache: {
      name: 'Cache',
      what: 'whether the beginning of the request was still in the provider’s cache: kept, lost, or the first of its kind. Concluded here from what the provider counts; “Cache losses” has the causes.',
    },
    firstToken: {
      name: 'First token',
      what: 'from sending a request until the first of its answer: half of them, 95 and 99 of 100 took at most so long. Measured in this tab.',
    },
    wholeAnswer: {
      name: 'Whole answer',
      what: 'from sending a request until the end of its answer, for half, 95 and 99 of 100. Measured in this tab.',
    },
    answers: {
      name: 'Answers',
      what: 'how many answers of this model were timed in this session.',
    },
    tokens: {
      name: 'Tokens',
      what: 'what the next request would send. The sum was counted by the provider with the last answer; how it divides is estimated here by characters.',
    },
    share: {
      name: 'Share',
      what: 'of all that the model takes at once, its window.',
    },
  },
  verdicts: { cut: 'broken off', first: 'first', kept: 'kept', broken: 'lost', none: 'none', untracked: '–' },
  cellTexts: {
    system: {
      name: 'System prompt',
      what: 'Instructions to the agent about itself and the sandbox.',
      by: 'Vivarium',
      remedy:
        'It is as short as it can be, and read from the cache; a model with a larger window leaves more beside it.',
    },
    tools: {
      name: 'Tool definitions',
      what: 'The purpose of each tool, and its arguments.',
      by: 'Vivarium, your rules',
      remedy:
        'They are sent with every request. A rule that denies a tool as a whole takes it out from the next session on.',
    },
    instructions: {
      name: 'Instruction files',
      what: 'CLAUDE.md and AGENTS.md, as the project brings them.',
      by: 'the project',
      remedy:
        'Shorten CLAUDE.md and AGENTS.md: what only some tasks need belongs into files that are read when it is needed.',
    },
    memory: {
      name: 'Notes of the memory',
      what: 'Notes of earlier sessions, and how the agent writes new ones.',
      by: 'you and the agent',
      remedy:
        'Delete notes in /memory that are no longer true, or shorten them: one line for each is enough.',
    },
    history: {
      name: 'Conversation',
      what: 'Messages by you and by the model, its calls of tools included.',
      by: 'you and the model',
      remedy:
        'Have it summarised with /compact, or begin a new session for another task: the files stay, and what was said no longer goes along with every request.',
    },
    outputs: {
      name: 'Results of tools',
      what: 'Output of commands and content of files when the agent looked.',
      by: 'the tools, your requests',
      remedy:
        'Name the file, function or failing test, so that less is read; for a long log ask for its errors only.',
    },
    answer: {
      name: 'Kept for this answer',
      what: 'Room that the next answer may need.',
      by: 'the model',
      remedy: 'Less thinking (in the settings) keeps less free for it.',
    },
    headroom: { name: 'Free', what: 'Nothing stands here yet.', by: '–', remedy: 'There is room.' },
  },
  nothingBilled: 'The model runs in this tab: nothing is billed.',
})
