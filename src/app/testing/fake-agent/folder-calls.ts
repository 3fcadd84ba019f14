/** Folders of the person's machine: the fake agent has none. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import { fail } from '../../../sandbox/contract/errors.ts'

export function folderCalls(): Pick<AgentApi, 'localFolder'> {
  return {
    localFolder: {
      survey: async () => fail('unsupported', 'There are no folders here.'),
      open: async () => fail('unsupported', 'There are no folders here.'),
      current: async () => undefined,
      compare: async () => fail('unsupported', 'There are no folders here.'),
      versions: async () => fail('unsupported', 'There are no folders here.'),
      writeBack: async () => fail('unsupported', 'There are no folders here.'),
    },
  }
}
