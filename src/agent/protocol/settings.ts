/** The user's settings. Stored as small values; exported without keys. */
import { z } from 'zod'
import { permissionMode } from './permission-mode.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import type { UsageOverview } from './usage.ts'
import type { ContextBudget } from './context-budget.ts'

/** The protocol that a server speaks, Anthropic's Messages or OpenAI's Chat Completions; or a model in this tab. */
const PROVIDERS = ['anthropic', 'openai', 'local'] as const
export type Provider = (typeof PROVIDERS)[number]

/** Claude Code's rule syntax, e.g. `Bash(npm test:*)`, `Edit`, `Read(~/.ssh/**)`. */
export const permissionRules = z.strictObject({
  allow: z.array(z.string()),
  ask: z.array(z.string()),
  deny: z.array(z.string()),
})
export type PermissionRules = z.infer<typeof permissionRules>

const positive = z.number().int().positive()
const price = z.number().nonnegative()

/** All tools, or a shell and an edit, for small models that many tools only confuse. */
const toolProfile = z.enum(['all', 'minimal'])
export type ToolProfile = z.infer<typeof toolProfile>

/** The user's facts about a model; absent fields are as known, or assumed. */
const modelOverride = z.strictObject({
  contextWindow: positive.optional(),
  maxOutput: positive.optional(),
  vision: z.boolean().optional(),
  thinking: z.enum(['budget', 'adaptive', 'effort', 'none']).optional(),
  tools: toolProfile.optional(),
  /** US dollars per million tokens; `cacheRead` is a cached token's share of the input price. */
  price: z.strictObject({ input: price, output: price, cacheRead: price.max(1).optional() }).optional(),
})
const modelOverrides = z.record(z.string().min(1), modelOverride, {
  error: 'it is JSON like {"my-model": {"contextWindow": 32000, "vision": false}}',
})
export type ModelOverrides = z.infer<typeof modelOverrides>

/** In a folder that has both AGENTS.md and a file for CLAUDE: which of them counts. */
const INSTRUCTION_CHOICES = ['claude-or-agents', 'both'] as const
export type InstructionChoice = (typeof INSTRUCTION_CHOICES)[number]

/** Sizes of all text, beside the browser's own setting. */
const TEXT_SIZES = ['small', 'normal', 'large', 'larger'] as const

/** US dollars after which no further request is made; 0 is none. */
const spendLimit = z.number().min(0).max(100_000)

/** A line of a commit's author, without what git cuts out of one. */
const identityPart = z
  .string()
  .max(200, { error: 'it is longer than 200 characters' })
  .regex(/^[^<>\p{Cc}]*$/u, { error: 'it is one line without < and >' })

export const settings = z.strictObject({
  provider: z.enum(PROVIDERS),
  /** Absolute URL: of a Messages API without `/v1`, of a Chat Completions API up to `/v1`. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  model: z.string().min(1),
  /** Asked for the rest of a run when the model is overloaded again and again; '' for none. */
  fallbackModel: z.string(),
  /** Overloads and rate limits are waited for, for hours: nobody is watching. */
  persistentRetry: z.boolean(),
  /** By the model's name, as requests have it. */
  models: modelOverrides,
  /** For models that `models` says nothing else of. */
  tools: toolProfile,
  /** Asked for advice by the model where the way forks; '' for none. */
  advisorModel: z.string(),
  /** Times in a run. */
  advisorUses: z.number().int().min(1).max(10),
  /** Asked about calls in the mode `auto`; '' for the model that works. */
  classifierModel: z.string(),
  /** The service keeps the beginning of requests for an hour, not five minutes; writing it costs more. */
  cacheForAnHour: z.boolean(),
  /** Content that no longer fits the model's window is left out or summarised before the next request. */
  autoCompact: z.boolean(),
  /** The model writes notes on a long conversation ahead of time, so that nobody waits for a summary. */
  runningNotes: z.boolean(),
  permissionMode,
  /** Opens `bypassPermissions`. */
  allowBypass: z.boolean(),
  /** Calls that provably stay inside the sandbox and can be rewound run unasked. */
  sandboxAutoAllow: z.boolean(),
  rules: permissionRules,
  sandbox: z.enum(['auto', 'embedded', 'webcontainer']),
  /** Base URL for the sandbox's `npm install`; empty: as configured where the app was started. */
  packageRegistry: z.string(),
  /**
   * Author of commits if neither the repository nor the sandbox's own configuration names one; '' for nobody.
   * Programs can read them.
   */
  gitName: identityPart,
  gitEmail: identityPart,
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.enum(['system', 'more']),
  /** Minutes without a touch after which keys under a passphrase are locked; 0 is never. */
  lockKeysAfter: z.number().int().min(0).max(1440),
  /**
   * Language of the screen; text for the model is English. `auto`: the first of the browser's languages that
   * is supported.
   */
  language: z.enum(['auto', 'en', 'de']),
  /** Colours that are told apart without red and green. */
  palette: z.enum(['usual', 'colour-blind']),
  textSize: z.enum(TEXT_SIZES),
  density: z.enum(['comfortable', 'compact']),
  /** The browser tells when the agent is done or waits, while the tab is in the background. */
  notify: z.boolean(),
  notifySound: z.boolean(),
  /** Errors of the previewed page are reported to the model, with its next request. */
  pageErrorsToAgent: z.boolean(),
  /** Messages to a remote model that are sent offline wait, and are sent once there is a network again. */
  queueOffline: z.boolean(),
  /** Keys of commands, e.g. `Mod+K`, by the command's name; '' for none. Only those that the person has changed. */
  shortcuts: z.record(z.string().max(60), z.string().max(40)),
  /** Turns after which an interactive run ends with `max_turns`. */
  maxTurns: z.number().int().min(1).max(1000),
  /** Tool calls of a response that run at the same time, at most; in force from the next run on. */
  parallelCalls: z.number().int().min(1).max(10),
  /** Tokens of extended thinking in a response; 0 is off. */
  thinkingTokens: z.number().int().min(0).max(64_000),
  /** Whether AGENTS.md counts only where no file for CLAUDE stands, or always. */
  instructionFiles: z.enum(INSTRUCTION_CHOICES),
  /** Instructions for all projects, told before each project's own; '' for none. */
  ownInstructions: z.string().max(20_000, { error: 'they are longer than 20,000 characters' }),
  /** Notes outlive a session: the agent is told them, and may write some. A project can have it switched off for itself. */
  memory: z.boolean(),
  /** The user is asked before the agent writes a note. */
  askBeforeRemembering: z.boolean(),
  /** A while after each piece of work the program looks back on it: a lesson where something failed, and an agent that takes notes. */
  learnFromWork: z.boolean(),
  /** Asked which notes belong to a message; '' for none: by its words. */
  memoryModel: z.string(),
  /** The model is asked to leave out what is not needed to understand it. */
  terseAnswers: z.boolean(),
  /** A day's limit is younger than the others. */
  limits: z.strictObject({ run: spendLimit, session: spendLimit, day: spendLimit.default(0) }),
})
export type Settings = z.infer<typeof settings>

/** The tool profile of the model in these settings. */
export function toolProfileOf({
  model,
  models,
  tools,
}: Pick<Settings, 'model' | 'models' | 'tools'>): ToolProfile {
  return (Object.hasOwn(models, model) ? models[model]?.tools : undefined) ?? tools
}

export const DEFAULT_SETTINGS: Settings = {
  provider: 'anthropic',
  baseUrl: 'https://api.anthropic.com',
  model: 'claude-sonnet-4-6',
  fallbackModel: '',
  persistentRetry: false,
  models: {},
  tools: 'all',
  advisorModel: '',
  advisorUses: 3,
  classifierModel: '',
  cacheForAnHour: false,
  autoCompact: true,
  runningNotes: true,
  permissionMode: 'default',
  allowBypass: false,
  sandboxAutoAllow: true,
  rules: { allow: [], ask: [], deny: [] },
  sandbox: 'auto',
  packageRegistry: '',
  gitName: '',
  gitEmail: '',
  theme: 'system',
  contrast: 'system',
  lockKeysAfter: 0,
  language: 'auto',
  palette: 'usual',
  textSize: 'normal',
  density: 'comfortable',
  notify: false,
  notifySound: false,
  pageErrorsToAgent: false,
  queueOffline: true,
  shortcuts: {},
  maxTurns: 200,
  parallelCalls: 10,
  thinkingTokens: 0,
  instructionFiles: 'claude-or-agents',
  ownInstructions: '',
  memory: true,
  askBeforeRemembering: false,
  learnFromWork: true,
  memoryModel: '',
  terseAnswers: false,
  limits: { run: 0, session: 0, day: 0 },
}

export interface SettingsApi {
  read(): Promise<Settings>
  /** Unknown or wrong values are refused whole, with the field's name. */
  update(change: Partial<Settings>): Promise<Result<Settings>>
}

export interface UsageApi {
  overview(): Promise<UsageOverview>
  /** Undefined while there is no sandbox. */
  contextBudget(): Promise<ContextBudget | undefined>
}
