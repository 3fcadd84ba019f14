/** The person as an answerer: the dialog is the event, and the answer comes from the page. */
import { judgeRule } from '../../../permission/judge-rule.ts'
import { RANK_OF } from '../../../permission/rank.ts'
import type { PermissionAnswer } from '../../../protocol/permission-requests.ts'
import type { CallRun } from '../call-run.ts'
import type { Answer, Answerer } from './answerer.ts'

export function byPerson({ planned, context, emit }: CallRun): Answerer {
  return {
    source: 'person',
    rank: RANK_OF.person.allow,
    aloneMs: 0,
    answer: async ({ call, request }, { signal, beside, attend }) => {
      const ids = { turnId: context.turnId, toolUseId: planned.block.id }
      const classifying = beside.includes('classifier') ? { isClassifying: true as const } : {}
      emit({ type: 'permission_requested', ...ids, ...request, ...classifying })
      const judge = (rule: string) => judgeRule(rule, call, context.permission())
      return answerOf(await context.ask({ ...ids, ...request }, { judge, attended: attend, signal }))
    },
  }
}

const GRANTED = {
  once: 'The user allowed it once.',
  session: 'The user allowed it for this session.',
  always: 'The user allowed it always.',
} as const

function answerOf(answer: PermissionAnswer): Answer {
  const { behavior, comment } = answer
  if (behavior === 'deny') return { behavior, comment, reason: 'The user refused it.' }
  const { scope, rule, place } = answer
  const grant = scope === 'once' ? {} : { grant: { rule, scope, place } }
  return { behavior, comment, reason: GRANTED[scope], ...grant }
}
