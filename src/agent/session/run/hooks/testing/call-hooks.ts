/** Hooks of calls as a run has them, without a session around it. */
import type { Hook } from '../../../../extend/hooks/hook.ts'
import type { EventBody } from '../../../../protocol/events.ts'
import { ModelConversation } from '../../../log/model-conversation.ts'
import { RunHooks } from '../run-hooks.ts'

/** The hooks of a run with nothing else in it; what it logs goes into `log`. */
export function runHooks(hooks: readonly Hook[], log: EventBody[] = [], agentType?: string): RunHooks {
  return new RunHooks({
    thread: {
      id: 'thread',
      conversation: new ModelConversation(),
      appendSoon: async (event) => {
        log.push(event)
        return []
      },
    },
    session: 'session',
    agentType,
    hooks,
    permission: () => ({ mode: 'default' }),
    cwd: () => '/workspace',
    now: () => 0,
  })
}

export function callHooks(...hooks: readonly Hook[]) {
  return runHooks(hooks).tools
}
