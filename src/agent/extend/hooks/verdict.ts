/** Answers of all hooks of one event as one verdict: a veto counts, however many have no objection. */
import { lifts } from '../../permission/rank.ts'
import type { HookDecision } from '../../permission/with-hook.ts'
import type { HookEvent } from './events.ts'
import type { Hook } from './hook.ts'
import type { HookOutput } from './output.ts'

/** A hook that has ended, and its answer. */
export interface Answered {
  readonly hook: Pick<Hook, 'name' | 'source' | 'rank' | 'isProcess'>
  /** Its place in the configuration. */
  readonly index: number
  readonly output: HookOutput
  /** It blocks, whatever its JSON says: the reason, where the JSON has none. */
  readonly blocks: string | undefined
  /** For the model, beside the text of the JSON. */
  readonly context: readonly string[]
}

export interface HookVerdict {
  /** The run ends after this; the reason is for the person. */
  readonly stop: { readonly reason: string } | undefined
  readonly decision: HookDecision | undefined
  /** Why it may not go on as it is, for the model. */
  readonly blocks: readonly string[]
  /** Another input of the call. */
  readonly input: Readonly<Record<string, unknown>> | undefined
  /** Another text of the result. */
  readonly output: string | undefined
  /** For the model. */
  readonly context: readonly string[]
  /** The model may try again what was denied. */
  readonly mayRetry: boolean
}

export const NO_VERDICT: HookVerdict = {
  stop: undefined,
  decision: undefined,
  blocks: [],
  input: undefined,
  output: undefined,
  context: [],
  mayRetry: false,
}

/** `answers` in the order in which they came: of several inputs or outputs, the last counts. */
export function merged(event: HookEvent, answers: readonly Answered[]): HookVerdict {
  const inOrder = answers.toSorted((a, b) => a.index - b.index)
  const stopped = inOrder.find(({ output }) => output.continue === false)
  const said = answers.map(({ output }) => output.hookSpecificOutput)
  return {
    stop: stopped && {
      reason: stopped.output.stopReason ?? `The hook “${stopped.hook.name}” has ended the run.`,
    },
    decision: inOrder.map((answer) => decisionOf(event, answer)).reduce(stricter, undefined),
    blocks: inOrder.flatMap((answer) => blockOf(answer) ?? []),
    input: said.findLast((specific) => specific?.updatedInput !== undefined)?.updatedInput,
    output: said.findLast((specific) => specific?.updatedToolOutput !== undefined)?.updatedToolOutput,
    context: inOrder.flatMap(({ output, context }) =>
      [...context, output.hookSpecificOutput?.additionalContext ?? []].flat(),
    ),
    mayRetry: said.some((specific) => specific?.retry === true),
  }
}

/** Why this hook blocks; undefined where it does not. */
export function blockOf({ hook, output, blocks }: Answered): string | undefined {
  const isBlocked = blocks !== undefined || output.decision === 'block'
  if (!isBlocked) return undefined
  const reason = output.reason ?? output.hookSpecificOutput?.permissionDecisionReason ?? blocks ?? ''
  return reason.trim() === '' ? `The hook “${hook.name}” blocks this.` : reason
}

export function decisionOf(event: HookEvent, answer: Answered): HookDecision | undefined {
  if (event === 'PreToolUse') return beforeCall(answer)
  return event === 'PermissionRequest' ? onRequest(answer) : undefined
}

function beforeCall(answer: Answered): HookDecision | undefined {
  const { hook, output } = answer
  const block = blockOf(answer)
  if (block !== undefined) return { behavior: 'deny', rank: hook.rank, reason: block }
  const { permissionDecision, permissionDecisionReason } = output.hookSpecificOutput ?? {}
  const said = permissionDecision ?? (output.decision === 'approve' ? 'allow' : undefined)
  if (said === undefined) return undefined
  // Nobody comes later to decide what was deferred.
  const behavior = said === 'defer' ? 'ask' : said
  return { behavior, rank: rankOf(hook, behavior), reason: permissionDecisionReason ?? output.reason }
}

function onRequest({ hook, output }: Answered): HookDecision | undefined {
  const { decision } = output.hookSpecificOutput ?? {}
  if (decision === undefined) return undefined
  const { behavior } = decision
  const reason = behavior === 'deny' ? decision.message : undefined
  return { behavior, rank: rankOf(hook, behavior), reason }
}

function rankOf(
  { isProcess, rank }: Answered['hook'],
  behavior: HookDecision['behavior'],
): HookDecision['rank'] {
  return isProcess && behavior === 'allow' ? 'program' : rank
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const

/** The stricter of two; of equal ones that of the higher rank, or the first. */
function stricter(one: HookDecision | undefined, other: HookDecision | undefined): HookDecision | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const by = STRICTNESS[other.behavior] - STRICTNESS[one.behavior]
  if (by !== 0) return by > 0 ? other : one
  return lifts(one.rank, other.rank) ? one : other
}
