/** The page's calls about what was: the session's steps, recordings of it, and what is run again of one. */
import { fail } from '../../../sandbox/contract/errors.ts'
import type { HistoryApi } from '../../protocol/history.ts'
import type { ServiceParts } from './parts.ts'

export function timeCalls({ busy, recordings, replays, timeline }: ServiceParts): HistoryApi {
  return {
    steps: () => timeline.steps(),
    compareTrees: (from, to) => timeline.compare(from, to),
    stepServer: (root) => timeline.server(root),
    stepPage: (root, request) => timeline.page(root, request),
    readVersion: (hash) => timeline.readVersion(hash),
    restoreStep: (seq, what) => timeline.restore(seq, what),
    forkSession: (seq) => timeline.fork(seq),
    previewShare: async (choice) => (await recordings()).preview(choice),
    recording: async (choice) => (await recordings()).file(choice),
    transcript: async (...args) => (await recordings()).transcript(...args),
    openRecording: async (source) => (await recordings()).open(source),
    async startReplay(options) {
      return busy()
        ? fail('not_permitted', 'The agent is still working; stop it before a replay.')
        : replays.start(options)
    },
    steerReplay: async (command) => replays.steer(command),
  }
}
