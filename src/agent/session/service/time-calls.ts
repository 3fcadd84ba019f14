/** The page's calls about what was: the session's steps, recordings of it, and what is run again of one. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import { fail } from '../../../sandbox/contract/errors.ts'
import type { ServiceParts } from './parts.ts'

export function timeCalls({
  busy,
  recordings,
  replays,
  timeline,
}: ServiceParts): Pick<AgentApi, 'history' | 'recordings' | 'replays'> {
  return {
    history: {
      steps: () => timeline.steps(),
      compare: (from, to) => timeline.compare(from, to),
      stepServer: (root) => timeline.server(root),
      stepPage: (root, request) => timeline.page(root, request),
      readVersion: (hash) => timeline.readVersion(hash),
      restore: (seq, what) => timeline.restore(seq, what),
      fork: (seq) => timeline.fork(seq),
    },
    recordings: {
      preview: async (choice) => (await recordings()).preview(choice),
      file: async (choice) => (await recordings()).file(choice),
      transcript: async (...args) => (await recordings()).transcript(...args),
      open: async (source) => (await recordings()).open(source),
    },
    replays: {
      async start(options) {
        return busy()
          ? fail('not_permitted', 'The agent is still working; stop it before a replay.')
          : replays.start(options)
      },
      steer: async (command) => replays.steer(command),
    },
  }
}
