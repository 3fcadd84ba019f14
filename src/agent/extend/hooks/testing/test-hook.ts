/** A hook for tests: the user's own, in this thread, with a minute for its answer. */
import type { HookEvent } from '../events.ts'
import type { Hook, HookReply } from '../hook.ts'

export function testHook(
  events: readonly HookEvent[],
  run: Hook['run'] | HookReply,
  more: Partial<Hook> = {},
): Hook {
  return {
    name: 'check.sh',
    source: 'user',
    rank: 'user',
    isProcess: false,
    events,
    timeoutMs: 60_000,
    onFailure: 'continue',
    run: typeof run === 'function' ? run : async () => run,
    ...more,
  }
}
