/** The ports that the page hands to the fake agent: it takes none. */
import type { ConnectionApi } from '../../../agent/protocol/rpc.ts'
import { ok } from '../../../sandbox/contract/errors.ts'

export function connectionCalls(): ConnectionApi {
  return {
    connect: async () => undefined,
    attachBrowser: async () => undefined,
    pageErrors: async () => undefined,
    sandboxLost: async () => undefined,
    attachSandbox: async () => undefined,
    moveSandbox: async () => ok(undefined),
  }
}
