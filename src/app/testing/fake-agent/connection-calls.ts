/** The ports that the page hands to the fake agent: it takes none. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import { ok } from '../../../sandbox/contract/errors.ts'

export function connectionCalls(): Pick<AgentApi, 'connection'> {
  return {
    connection: {
      connect: async () => undefined,
      attachBrowser: async () => undefined,
      reportPageErrors: async () => undefined,
      sandboxLost: async () => undefined,
      attachSandbox: async () => undefined,
      moveSandbox: async () => ok(undefined),
    },
  }
}
