/** The hooks of one run, as its loop, its calls and its compaction ask them. */
import type { FailureCause, Happening, HookFacts, RunFacts } from '../../../extend/hooks/events.ts'
import type { Hook } from '../../../extend/hooks/hook.ts'
import { HookRunner } from '../../../extend/hooks/runner.ts'
import type { HookVerdict } from '../../../extend/hooks/verdict.ts'
import type { LoopHooks, StopVerdict } from '../../../loop/deps.ts'
import type { PermissionState } from '../../../permission/contract.ts'
import { untrustedText } from '../../../protocol/text/untrusted-text.ts'
import type { AfterCall, EndedCall, HookedCall, ToolHooks } from '../../../tools/deps.ts'
import type { Thread } from '../../log/thread.ts'
import type { CompactionHooks } from '../../side-queries/compaction.ts'
import { textOf } from '../../../protocol/text/text-of.ts'

export interface RunHooksOptions {
  readonly thread: Pick<Thread, 'id' | 'conversation' | 'appendSoon'>
  /** The session's id. */
  readonly session: string
  /** Purpose of an agent that another one has started, in a word; undefined for the main one. */
  readonly agentType: string | undefined
  /** Guards of the program's own first, then those that were configured. */
  readonly hooks: readonly Hook[]
  readonly permission: () => Pick<PermissionState, 'mode'>
  /** Start directory of the next command. */
  readonly cwd: () => string
  /** Milliseconds. */
  readonly now: () => number
}

export class RunHooks {
  readonly tools: ToolHooks
  readonly loop: Required<Pick<LoopHooks, 'onStop' | 'onFailure' | 'stopRequested'>>
  readonly compaction: CompactionHooks
  readonly #options: RunHooksOptions
  readonly #runner: HookRunner
  /** Why a hook ends the run. */
  #stop: string | undefined

  constructor(options: RunHooksOptions) {
    this.#options = options
    this.#runner = new HookRunner({
      hooks: options.hooks,
      facts: () => this.#facts(),
      // A store that fails shows with the loop's own events.
      log: (ran) => void options.thread.appendSoon(ran).catch(() => undefined),
      now: options.now,
    })
    this.tools = this.#toolHooks()
    this.loop = {
      onStop: (facts, signal) => this.#onStop(facts, signal),
      onFailure: (failure) => this.#onFailure(failure),
      stopRequested: () => this.#stop,
    }
    this.compaction = {
      before: async (trigger, custom_instructions, signal) => {
        const { blocks } = await this.#runner.run(
          { hook_event_name: 'PreCompact', trigger, custom_instructions },
          signal,
        )
        return blocks[0]
      },
      after: async (trigger, compact_summary, signal) => {
        await this.#runner.run({ hook_event_name: 'PostCompact', trigger, compact_summary }, signal)
      },
    }
  }

  #toolHooks(): ToolHooks {
    return {
      preToolUse: (call, signal) => this.#beforeCall(call, signal),
      postToolUse: (call, ended, signal) => this.#afterCall(call, ended, signal),
      permissionDenied: (call, denial, signal) => this.#onDenial(call, denial, signal),
      // A question waits for no hook if none listens.
      ...(this.#runner.listensTo('PermissionRequest') && {
        permissionRequest: async ({ tool: tool_name, input: tool_input }: HookedCall, signal: AbortSignal) =>
          (await this.#runner.run({ hook_event_name: 'PermissionRequest', tool_name, tool_input }, signal))
            .decision,
      }),
    }
  }

  async #beforeCall(call: HookedCall, signal: AbortSignal) {
    if (this.#stop !== undefined) return { decision: { ...ENDED, reason: this.#stop } }
    const verdict = this.#noted(
      await this.#runner.run({ hook_event_name: 'PreToolUse', ...factsOf(call) }, signal),
    )
    if (verdict.stop !== undefined) return { decision: { ...ENDED, reason: verdict.stop.reason } }
    const { decision, input } = verdict
    return {
      ...(decision && { decision }),
      ...(input && { input }),
      context: contextOf(verdict),
    }
  }

  async #afterCall(call: HookedCall, ended: EndedCall, signal: AbortSignal): Promise<AfterCall> {
    const { content, isError, display } = ended.output
    const facts = {
      ...factsOf(call),
      tool_response: { content: [...content], is_error: isError, display },
      duration_ms: ended.durationMs,
    }
    const verdict = this.#noted(
      await (ended.failed
        ? this.#runner.run(
            { hook_event_name: 'PostToolUseFailure', ...facts, error: textOf({ content }) },
            signal,
          )
        : this.#runner.run({ hook_event_name: 'PostToolUse', ...facts }, signal)),
    )
    return { notes: [...verdict.blocks.map(untrustedText), ...contextOf(verdict)], text: verdict.output }
  }

  /** Only a classifier's word may be doubted. */
  async #onDenial(
    call: HookedCall,
    { source, reason }: { readonly source: string; readonly reason: string },
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    if (source !== 'classifier') return []
    const { mayRetry } = await this.#runner.run(
      { hook_event_name: 'PermissionDenied', ...factsOf(call), reason },
      signal,
    )
    return mayRetry ? ['A hook says that you may try this call again.'] : []
  }

  async #onStop({ hasBlocked }: { readonly hasBlocked: boolean }, signal: AbortSignal): Promise<StopVerdict> {
    const verdict = await this.#runner.run(
      {
        hook_event_name: this.#options.agentType === undefined ? 'Stop' : 'SubagentStop',
        stop_hook_active: hasBlocked,
        last_assistant_message: this.#lastMessage(),
      },
      signal,
    )
    if (verdict.stop !== undefined) return { type: 'prevent', reason: verdict.stop.reason }
    const messages = [...verdict.blocks.map(sentBack), ...contextOf(verdict).map(reminder)]
    return messages.length === 0 ? { type: 'continue' } : { type: 'block', messages }
  }

  /** Told, not asked: nobody waits for it. */
  #onFailure({ kind, message }: { readonly kind: string; readonly message: string }): void {
    const failed: Happening = {
      hook_event_name: 'StopFailure',
      error: CAUSES[kind] ?? 'unknown',
      error_details: message,
      last_assistant_message: this.#lastMessage(),
    }
    void this.#runner.run(failed, new AbortController().signal)
  }

  #noted(verdict: HookVerdict): HookVerdict {
    this.#stop ??= verdict.stop?.reason
    return verdict
  }

  #facts(): RunFacts {
    const { thread, session, agentType, permission, cwd } = this.#options
    return {
      session_id: session,
      cwd: cwd(),
      permission_mode: permission().mode,
      ...(agentType !== undefined && { agent_id: thread.id, agent_type: agentType }),
    }
  }

  #lastMessage(): string {
    const { messages } = this.#options.thread.conversation
    const last = messages.findLast(({ role }) => role === 'assistant')
    return last === undefined ? '' : textOf(last)
  }
}

/** Decision on calls after a hook has ended the run. */
const ENDED = { behavior: 'deny', rank: 'user' } as const

const CAUSES: Readonly<Record<string, FailureCause>> = {
  authentication: 'authentication_failed',
  rate_limited: 'rate_limit',
  overloaded: 'overloaded',
  credits: 'billing_error',
  invalid_request: 'invalid_request',
  prompt_too_long: 'invalid_request',
  too_large: 'invalid_request',
  image: 'invalid_request',
  not_found: 'model_not_found',
  server: 'server_error',
  output_limit: 'max_output_tokens',
}

function factsOf({ tool, input, toolUseId }: HookedCall): HookFacts['PreToolUse'] {
  return { tool_name: tool, tool_input: input, tool_use_id: toolUseId }
}

/** Nothing in it closes the tags that it is put into. */
function contextOf({ context }: HookVerdict): readonly string[] {
  return context.map(untrustedText)
}

function sentBack(reason: string): string {
  return reminder(`A stop hook sends you back to work: ${untrustedText(reason)}`)
}

function reminder(text: string): string {
  return `<system-reminder>${text}</system-reminder>`
}
