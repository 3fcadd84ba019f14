/** Guards of the program itself as hooks: they run in this thread, have the person's rank, and are not logged. */
import type { HookDecision } from '../../permission/with-hook.ts'
import type { HookEvent } from './events.ts'
import type { Hook, HookReply } from './hook.ts'

type OwnHook = Pick<Hook, 'name' | 'events' | 'run'>

export function ownHook(hook: OwnHook): Hook {
  return {
    ...hook,
    source: 'program',
    isOwn: true,
    rank: 'user',
    isProcess: false,
    timeoutMs: Infinity,
    onFailure: 'block',
  }
}

/** The reply of a guard before a call; undefined has nothing to say. */
export function saidBefore(decision: Omit<HookDecision, 'rank'> | undefined): HookReply {
  if (decision === undefined) return {}
  const { behavior, reason } = decision
  return {
    output: {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse' satisfies HookEvent,
        permissionDecision: behavior,
        ...(reason !== undefined && { permissionDecisionReason: reason }),
      },
    },
  }
}
