/** The classifier of the mode `auto` as an answerer. */
import { CLASSIFIER_ALONE_MS } from '../../../limits.ts'
import { RANK_OF } from '../../../permission/rank.ts'
import type { CallIds, Classified, Classify } from '../../deps.ts'
import type { CallRun } from '../call-run.ts'
import type { Answerer } from './answerer.ts'

export function byClassifier(classify: Classify, run: CallRun): Answerer {
  return {
    source: 'classifier',
    rank: RANK_OF.classifier.allow,
    aloneMs: CLASSIFIER_ALONE_MS,
    answer: async ({ call, input }, { signal }) => {
      const of = { turnId: run.context.turnId, toolUseId: run.planned.block.id }
      const verdict = await classify({ call, input, of }, signal)
      tell(verdict, of, run, signal.aborted)
      if (verdict.decision === 'ask') return { leftOpen: verdict.reason }
      return { behavior: verdict.decision, reason: `The classifier says: ${verdict.reason}` }
    },
  }
}

/** Logs the verdict, even if the person decides. */
function tell(verdict: Classified, of: CallIds, { emit }: CallRun, isStopped: boolean): void {
  const { decision, reason, model, used } = verdict
  if (used === undefined) return
  emit({ type: 'call_classified', ...of, model, decision: isStopped ? 'ask' : decision, reason, ...used })
}
