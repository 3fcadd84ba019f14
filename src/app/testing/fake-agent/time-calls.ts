/** The steps, recordings and replays of the fake agent. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import { stepsOf } from '../../../agent/protocol/steps.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { FakeAgent, Inside } from './fake-agent.ts'
import { hashOf } from './file-map.ts'

export function timeCalls(
  fake: FakeAgent,
  { log, open }: Inside,
): Pick<AgentApi, 'history' | 'recordings' | 'replays'> {
  return {
    history: {
      steps: async () => stepsOf(log),
      compare: async () => ok({ changes: [], areAll: true }),
      stepServer: async () => null,
      stepPage: async () => ({ status: 404, contentType: 'text/plain', body: new Uint8Array() }),
      readVersion: async (hash: string) => {
        const version = [...fake.originals.values(), ...fake.files.values()].find(
          (data) => hashOf(data) === hash,
        )
        return version ? ok(version) : fail('not_found', 'There is no such version here.')
      },
      restore: async () => ok(undefined),
      fork: async () => ok(open('fork')),
    },
    recordings: {
      preview: async () => fail('unsupported', 'Nothing can be shared here.'),
      transcript: async () => fail('unsupported', 'Nothing can be written here.'),
      file: async () => fail('unsupported', 'Nothing can be recorded here.'),
      open: async () => ok({ ...open('recording'), known: false }),
    },
    replays: {
      start: async () => ok(open('replay')),
      steer: async () => ok(undefined),
    },
  }
}
