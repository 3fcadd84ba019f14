/** What the machinery around the tools needs from outside; the worker hands it in. */
import type { PermissionAnswer } from '../protocol/rpc.ts'
import type { PermissionCall, PermissionState } from '../permission/contract.ts'
import type { Sandbox } from '../../sandbox/contract.ts'
import type { BackgroundJobs } from './background-jobs.ts'
import type { Tool } from './contract.ts'
import type { ToolState } from './state.ts'

export interface ToolLookup {
  /** By name, then by a built-in's alias (TS-13). */
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
}

/** Where hooks will come in (BP-15); absent: none. */
interface ToolHooks {
  /** A reason to refuse the call, or undefined. It may tighten, never lift a deny (DESIGN). */
  beforeTool(call: PermissionCall): Promise<string | undefined>
}

/** One per turn. */
export interface CallContext {
  readonly sandbox: Sandbox
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
  ask(request: PermissionRequest): Promise<PermissionAnswer>
  /** Takes over a rule the user granted, before the next call is decided. */
  grant(rule: string, scope: 'session' | 'always'): Promise<void>
  /** Milliseconds since the epoch. */
  now(): number
  readonly hooks?: ToolHooks
}
