/** The page's calls to begin a run, to speak to it, and to end it. */
import { fail } from '../../../sandbox/contract/errors.ts'
import type { RunsApi } from '../../protocol/runs.ts'
import type { OpenSession } from './open-session.ts'
import type { ServiceParts } from './parts.ts'

export function runCalls({ questions, replays, runs }: ServiceParts, opened: OpenSession): RunsApi {
  /** Why no run can begin now. */
  const replaying = () =>
    replays.active
      ? fail('not_permitted', 'A replay is under way; the message was not sent.', {
          hint: 'Take over first, or wait until it has ended.',
        })
      : undefined
  return {
    send: async (prompt, options, images) => replaying() ?? runs.send(prompt, options, images),
    tryAgain: async () => replaying() ?? runs.tryAgain(),
    compact: async (keep) => replaying() ?? runs.compact(keep),
    queue: async (prompt, options) => replaying() ?? runs.queue(prompt, options),
    resume: async () => runs.pause.resume(),
    hurryQueued: async (messageId) => runs.hurry(messageId),
    removeQueued: (messageId) => runs.inbox.remove(messageId),
    stop: () => opened.stopRun(),
    stopJob: (id) => runs.stopJob(id),
    answerQuestion: async (toolUseId, answer) => questions.answer(toolUseId, answer),
    setMode: (mode) => runs.setMode(mode),
  }
}
