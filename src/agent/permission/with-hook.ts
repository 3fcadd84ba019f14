/** A decision together with that of a hook before the call. */
import type { PermissionDecision } from './contract.ts'
import { lifts, type Rank } from './rank.ts'

/** `rank`: of who has configured the hook; for an allow that a process has printed it is `program`. */
export interface HookDecision {
  readonly behavior: 'allow' | 'ask' | 'deny'
  readonly rank: Rank
  readonly reason?: string | undefined
}

export interface Decided {
  readonly behavior: 'allow' | 'ask' | 'deny'
  readonly source: PermissionDecision['source'] | 'hook'
  readonly rank: Rank
  readonly reason: string
  readonly suggestedRule: string
  readonly destructive: boolean
}

/**
 * A deny stands, whoever said it; an ask is lifted by an allow of its rank, but for those of the safety checks. If both ask,
 * the one of the higher rank is told.
 */
export function withHook(
  decision: PermissionDecision,
  hook: HookDecision | undefined,
  canAsk: boolean,
): Decided {
  if (hook === undefined || decision.behavior === 'deny') return decision
  const { behavior, rank, reason = `A hook says ${behavior}.` } = hook
  // A rule would not keep it from asking again.
  const said: Decided = { ...decision, behavior, source: 'hook', rank, reason, suggestedRule: '' }
  if (behavior === 'deny') return said
  if (behavior === 'allow') return isLifted(decision, rank) ? said : decision
  if (decision.behavior === 'ask')
    return lifts(decision.rank, rank) ? { ...decision, suggestedRule: '' } : said
  return canAsk ? said : { ...said, behavior: 'deny', reason: `${reason} Nobody is there to be asked.` }
}

function isLifted({ behavior, source, rank: needed }: PermissionDecision, rank: Rank): boolean {
  return behavior === 'ask' && source !== 'safety_check' && lifts(rank, needed)
}
