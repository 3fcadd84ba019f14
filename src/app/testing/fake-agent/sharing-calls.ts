/** The store of the fake agent's recordings: none can be kept. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'

export function sharingCalls(): Pick<AgentApi, 'sharing'> {
  return {
    sharing: {
      store: async () => ({ store: undefined, host: '', hasSecret: false, hint: '' }),
      setStore: async () => fail('unsupported', 'No store can be kept here.'),
      forgetStore: async () => ({ store: undefined, host: '', hasSecret: false, hint: '' }),
      share: async () => fail('unsupported', 'Nothing can be shared here.'),
      list: async () => [],
      unshare: async () => ok(undefined),
      cancel: async () => undefined,
    },
  }
}
