/** The steps, recordings and replays of the fake agent. */
import { stepsOf } from '../../../agent/protocol/steps.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { FakeAgent, Inside } from './fake-agent.ts'
import { hashOf } from './file-map.ts'
import type { HistoryApi } from '../../../agent/protocol/history.ts'

export function timeCalls(fake: FakeAgent, { log, open }: Inside): HistoryApi {
  return {
    steps: async () => stepsOf(log),
    compareTrees: async () => ok({ changes: [], areAll: true }),
    stepServer: async () => null,
    stepPage: async () => ({ status: 404, contentType: 'text/plain', body: new Uint8Array() }),
    readVersion: async (hash: string) => {
      const version = [...fake.originals.values(), ...fake.files.values()].find(
        (data) => hashOf(data) === hash,
      )
      return version ? ok(version) : fail('not_found', 'There is no such version here.')
    },
    restoreStep: async () => ok(undefined),
    forkSession: async () => ok(open('fork')),
    previewShare: async () => fail('unsupported', 'Nothing can be shared here.'),
    transcript: async () => fail('unsupported', 'Nothing can be written here.'),
    recording: async () => fail('unsupported', 'Nothing can be recorded here.'),
    openRecording: async () => ok({ ...open('recording'), known: false }),
    startReplay: async () => ok(open('replay')),
    steerReplay: async () => ok(undefined),
  }
}
