/** Dependencies of the machinery around the tools; the worker passes them in. */
import type { AnsweredQuery } from '../protocol/billed.ts'
import type { EventBody } from '../protocol/events.ts'
import type { Browser } from '../protocol/browser.ts'
import type { PermissionMode } from '../protocol/permission-modes.ts'
import type { UserAnswer } from '../protocol/questions.ts'
import type { PermissionAnswer, RulePlace } from '../protocol/permission-requests.ts'
import type { RuleJudgement } from '../protocol/calls/permissions.ts'
import type { PermissionCall, PermissionState } from '../permission/contract.ts'
import type { HookDecision } from '../permission/with-hook.ts'
import type { ResultFile, Sandbox } from '../../sandbox/contract/contract.ts'
import type { Egress } from '../../sandbox/contract/egress.ts'
import type { BackgroundJobs } from './shell/background-jobs.ts'
import type { Tool, ToolOutput } from './contract.ts'
import type { Gates } from './gates.ts'
import type { ToolState } from './state.ts'

export interface ToolLookup {
  /** By name, then by a built-in's alias. */
  find(name: string): Tool | undefined
  /** Sorted names, for "no tool named X". */
  names(): readonly string[]
}

/** The dialog's content. `suggestedRule` is empty when only this one call can be allowed. */
interface PermissionRequest {
  readonly turnId: string
  readonly toolUseId: string
  readonly tool: string
  readonly title: string
  readonly reason: string
  readonly suggestedRule: string
  readonly destructive: boolean
  /** The question is about the call's output, not about the call. */
  readonly about?: 'output'
}

/** Context of a question to the user. */
export interface Asking {
  /** Whether a rule that the person would have in place of the suggested one can be kept. */
  readonly judge: (rule: string) => RuleJudgement
  /** The person has turned to it: nobody else decides any more. Absent: nobody else would. */
  readonly attended?: (() => void) | undefined
  /** Aborted when it is decided otherwise. */
  readonly signal?: AbortSignal | undefined
}

/** A call as the log has it. */
export interface CallIds {
  readonly turnId: string
  readonly toolUseId: string
}

/** A classifier's verdict on a call, and its usage; `ask` also if it could not be reached. */
export interface Classified {
  readonly decision: 'allow' | 'deny' | 'ask'
  readonly reason: string
  readonly model: string
  /** Absent where it gave none. */
  readonly used?: AnsweredQuery
}

/** Never rejects. */
export type Classify = (
  question: {
    readonly call: PermissionCall
    readonly input: Readonly<Record<string, unknown>>
    readonly of: CallIds
  },
  signal: AbortSignal,
) => Promise<Classified>

/** The verdict of a hook before a call. It may tighten, or turn an ask of its rank into an allow, never lift a deny. */
export interface HookVerdict {
  readonly decision?: HookDecision
  /** Another input: it goes through the schema, the validation and the rules like the first. */
  readonly input?: Readonly<Record<string, unknown>>
  /** Told to the model after the result. */
  readonly context?: readonly string[]
}

/** A call as hooks see it: after validation, with absolute paths. */
export interface HookedCall {
  readonly turnId: string
  readonly toolUseId: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** A call that has run. */
export interface EndedCall {
  readonly output: ToolOutput
  /** It says so itself, or it has thrown. */
  readonly failed: boolean
  /** Milliseconds, without waiting. */
  readonly durationMs: number
}

export interface AfterCall {
  /** Told to the model after the result. */
  readonly notes: readonly string[]
  /** Takes the place of the result's text. */
  readonly text?: string | undefined
}

/** Hooks of a call; absent ones do nothing. They do not reject, and end when the signal fires. */
export interface ToolHooks {
  preToolUse?(call: HookedCall, signal: AbortSignal): Promise<HookVerdict>
  /** The person is about to be asked: a decision may take the place of the answer. */
  permissionRequest?(call: HookedCall, signal: AbortSignal): Promise<HookDecision | undefined>
  /** `source` has denied it. Something the model should know of that. */
  permissionDenied?(
    call: HookedCall,
    denial: { readonly source: string; readonly reason: string },
    signal: AbortSignal,
  ): Promise<readonly string[]>
  /** The call has run, whether it failed or not. */
  postToolUse?(call: HookedCall, ended: EndedCall, signal: AbortSignal): Promise<AfterCall>
}

/** A call that is not run, so that the model reads first what the user has said of such calls. */
export interface HeldCall {
  /** Stands behind the result's own words; absent: with another call of the answer. */
  readonly text?: string
  /** Logged right before the result. */
  readonly event?: EventBody
}

/** Before a call that may run: whether it is held. Never rejects. */
export type BeforeAct = (call: PermissionCall, of: CallIds) => Promise<HeldCall | undefined>

/** The values in withheld files, and which of these files the user lets the model see. */
export interface WithheldValues {
  /** By its absolute path, as its content is now. */
  isAllowed(path: string): boolean
  allow(paths: readonly string[]): void
  /** Takes the values in these files out of a text; undefined where not all of them are known. */
  mask(paths: readonly string[]): ((text: string) => string) | undefined
  /** The same for all files that are known. */
  maskAll(): (text: string) => string
}

/** A result that is too long for the conversation. */
export interface LongResult {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** Without secrets. */
  readonly text: string
}

/** Stores results beside the log, whole. */
export interface ResultStore {
  /** The file that has it; undefined where it could not be stored. Never rejects. */
  keep(result: LongResult): Promise<ResultFile | undefined>
}

/** One per turn. */
export interface CallContext {
  readonly sandbox: Sandbox
  readonly egress: Egress
  readonly browser: Browser
  readonly tools: ToolLookup
  readonly state: ToolState
  readonly jobs: BackgroundJobs
  readonly turnId: string
  /** The run's signal: every call still open gets a `cancelled` result at once. */
  readonly signal: AbortSignal
  /** Calls whose input could not be parsed as a JSON object: tool_use id to what the parser said. */
  readonly unparsed: ReadonlyMap<string, string>
  /** Read afresh for each call. */
  permission(): PermissionState
  /** Resolves with the user's answer. May stay open for ever: the pipeline stops waiting on abort. */
  ask(request: PermissionRequest, asking: Asking): Promise<PermissionAnswer>
  /** Resolves with what the person says to the call's question; may stay open for ever. */
  answer(toolUseId: string): Promise<UserAnswer>
  /** The person wants another mode from now on. */
  setMode(mode: PermissionMode): Promise<void>
  /** Takes over a rule the user granted, before the next call is decided. */
  grant(rule: string, scope: 'session' | 'always', place?: RulePlace): Promise<void>
  /** Calls that run at the same time, at most; absent, or more than that: as many as ever. */
  readonly parallelCalls?: number
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds for which a command, by its exec's id, has waited for the person's word on requests; told once. Absent: none. */
  waitedFor?(execId: string): number
  /** For results that are too long; absent: they are cut. */
  readonly results?: ResultStore
  /** Whether the conversation still has the result of an earlier turn's call as it was given; absent: it has none. */
  isShown?(toolUseId: string): boolean
  /** Takes secrets out of results, before any of one is cut off; absent: nothing is taken for a secret. */
  readonly clean?: (text: string) => string
  /** Has `clean` know what the workspace's files hold: as it was logged last, or as it is now. */
  readonly learnSecrets?: (when: 'logged' | 'now') => Promise<void>
  /** Values of withheld files that commands open; absent: nothing is asked or masked. */
  readonly withheld?: WithheldValues
  readonly hooks?: ToolHooks
  /** Absent: no call is held. */
  readonly beforeAct?: BeforeAct | undefined
  /** Classifier of the mode `auto`; absent: the user decides. */
  readonly classify?: Classify
  /** One per run; absent: nothing is counted. */
  readonly gates?: Gates
}
