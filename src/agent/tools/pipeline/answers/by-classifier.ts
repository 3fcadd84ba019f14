/** The classifier of the mode `auto` as an answerer. */
import { CLASSIFIER_ALONE_MS } from '../../../limits.ts'
import { RANK_OF } from '../../../permission/rank.ts'
import type { Classified, Classify } from '../../deps.ts'
import type { CallRun } from '../call-run.ts'
import type { Answerer } from './answerer.ts'

export function byClassifier(classify: Classify, run: CallRun): Answerer {
  return {
    source: 'classifier',
    rank: RANK_OF.classifier.allow,
    aloneMs: CLASSIFIER_ALONE_MS,
    answer: async ({ call, input }, { signal }) => {
      const verdict = await classify({ call, input }, signal)
      tell(verdict, run, signal.aborted)
      if (verdict.decision === 'ask') return { leftOpen: verdict.reason }
      return { behavior: verdict.decision, reason: `The classifier says: ${verdict.reason}` }
    },
  }
}

/** A classifier's request is billed, even if the person decides. */
function tell(verdict: Classified, { context, planned, emit }: CallRun, isStopped: boolean): void {
  const { decision, reason, model, used } = verdict
  const ids = { turnId: context.turnId, toolUseId: planned.block.id }
  if (used !== undefined)
    emit({
      type: 'call_classified',
      ...ids,
      model,
      decision: isStopped ? 'ask' : decision,
      reason,
      ...used,
    })
}
