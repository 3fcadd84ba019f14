/** Points at which hooks are asked or told, each with its input: names and fields of the hook JSON protocol. */
import type { ToolResultBlock } from '../../protocol/messages.ts'
import type { PermissionMode } from '../../protocol/permission-modes.ts'
import type { ToolDisplay } from '../../protocol/events/call-events.ts'

/** A call as hooks see it: after validation, with absolute paths. */
interface CallInput {
  readonly tool_name: string
  readonly tool_input: Readonly<Record<string, unknown>>
  readonly tool_use_id: string
}

interface CallEnd extends CallInput {
  readonly tool_response: {
    readonly content: ToolResultBlock['content']
    readonly is_error: boolean
    readonly display?: ToolDisplay | undefined
  }
  /** Without waiting for permission, hooks and answers. */
  readonly duration_ms: number
}

interface StopInput {
  /** A stop hook has sent the agent back to work before, in this run. */
  readonly stop_hook_active: boolean
  readonly last_assistant_message: string
}

export type CompactionReason = 'manual' | 'auto'

/** Causes of a failure, by the names that matchers of `StopFailure` use. */
export type FailureCause =
  | 'rate_limit'
  | 'overloaded'
  | 'authentication_failed'
  | 'billing_error'
  | 'invalid_request'
  | 'model_not_found'
  | 'server_error'
  | 'max_output_tokens'
  | 'unknown'

/** Facts that the event itself tells, by its name. */
export interface HookFacts {
  readonly PreToolUse: CallInput
  readonly PostToolUse: CallEnd
  /** The call has run and failed; neither a denial nor an input that was refused, nor a stopped call. */
  readonly PostToolUseFailure: CallEnd & { readonly error: string }
  /** The person is about to be asked. */
  readonly PermissionRequest: Omit<CallInput, 'tool_use_id'>
  /** The classifier has denied a call. */
  readonly PermissionDenied: CallInput & { readonly reason: string }
  /** The agent would end. */
  readonly Stop: StopInput
  /** An agent that another one has started would end. */
  readonly SubagentStop: StopInput
  /** A failure has ended the run, so that no stop hook is asked. */
  readonly StopFailure: {
    readonly error: FailureCause
    readonly error_details: string
    readonly last_assistant_message: string
  }
  readonly PreCompact: { readonly trigger: CompactionReason; readonly custom_instructions: string }
  readonly PostCompact: { readonly trigger: CompactionReason; readonly compact_summary: string }
}

export type HookEvent = keyof HookFacts

/** Facts of the run, with every event. */
export interface RunFacts {
  readonly session_id: string
  /** Start directory of the next command. */
  readonly cwd: string
  readonly permission_mode: PermissionMode
  /** Id and purpose of an agent that another one has started; absent for the one that the person speaks with. */
  readonly agent_id?: string
  readonly agent_type?: string
}

/** Something that happens, told apart by `hook_event_name`. */
export type Happening = { [E in HookEvent]: { readonly hook_event_name: E } & HookFacts[E] }[HookEvent]

export type HookInput = RunFacts & Happening
