/** The plan of a session of a backup, in words. */
import type { BackedUpSession } from '../../agent/protocol/calls/backups.ts'
import { backup as t } from '../language/en/backup.ts'

export function planText({ plan }: BackedUpSession): string {
  switch (plan.kind) {
    case 'same':
      return plan.copy ? t.plans.sameCopy : t.plans.same
    case 'ahead':
      return plan.copy ? t.plans.aheadCopy : t.plans.ahead
    case 'continues':
      return t.plans.continues(plan.events)
    case 'copy':
      return t.plans[plan.why]
    case 'damaged':
      return t.plans.damaged(plan.problem)
    case 'new':
    case 'undelete':
      return t.plans[plan.kind]
    default:
      return plan satisfies never
  }
}
