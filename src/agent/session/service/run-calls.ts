/** The page's calls to begin a run, to speak to it, and to end it. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import { fail } from '../../../sandbox/contract/errors.ts'
import type { OpenSession } from './open-session.ts'
import type { ServiceParts } from './parts.ts'

export function runCalls(
  { questions, replays, runs }: ServiceParts,
  opened: OpenSession,
): Pick<AgentApi, 'runs'> {
  /** Why no run can begin now. */
  const replaying = () =>
    replays.active
      ? fail('not_permitted', 'A replay is under way; the message was not sent.', {
          hint: 'Take over first, or wait until it has ended.',
        })
      : undefined
  return {
    runs: {
      run: async (prompt, options) => replaying() ?? runs.run(prompt, options),
      tryAgain: async () => replaying() ?? runs.tryAgain(),
      compact: async (keep, options) => replaying() ?? runs.summaries.compact(keep, options),
      useDraft: async () => replaying() ?? runs.summaries.useDraft(),
      dropDraft: async () => replaying() ?? runs.summaries.dropDraft(),
      undoCompaction: async () => replaying() ?? runs.summaries.undo(),
      say: async (prompt, options) => replaying() ?? runs.say(prompt, options),
      resume: () => runs.resume(),
      hurry: async (messageId) => replaying() ?? runs.hurry(messageId),
      removeQueued: (messageId) => runs.agent.inbox.remove(messageId),
      stop: () => opened.stopRun(),
      stopJob: (id) => runs.stopJob(id),
      answerQuestion: async (toolUseId, answer) => questions.answer(toolUseId, answer),
    },
  }
}
