/** The page's calls about what the person keeps here: keys, tokens and hidden values, and the passphrase over them. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { ServiceOptions } from './options.ts'
import type { ServiceParts } from './parts.ts'

export function credentialCalls(
  { values, copies }: Pick<ServiceOptions, 'values' | 'copies'>,
  { runs }: ServiceParts,
): Pick<AgentApi, 'keys' | 'credentials'> {
  const { keyring } = values
  const provider = async () => (await values.settings()).provider
  return {
    keys: {
      protection: () => keyring.protection(),
      unlock: (passphrase) => keyring.unlock(passphrase),
      async declineUnlock() {
        keyring.decline()
      },
      lock: () => keyring.lock(),
      changePassphrase: (change) => keyring.change(change),
      async remove() {
        await values.removeKeys()
        return ok(undefined)
      },
    },
    credentials: {
      dismissLost: async () => copies?.dismissLost(),
      keyStatus: async () => values.keyStatus(await provider()),
      setApiKey: async (key) => values.setApiKey(await provider(), key),
      testConnection: async () => (await runs.inquiries()).testConnection(),
      async extraHeaders() {
        const headers = await values.extraHeaders(await provider())
        return { names: Object.keys(headers), dropped: [] }
      },
      setExtraHeaders: async (lines) => values.setExtraHeaders(await provider(), lines),
      gitTokens: () => values.gitTokens(),
      setGitToken: (host, token) => values.setGitToken(host, token),
      programKeys: () => values.programs.list(),
      setProgramKey: (key) => values.setProgramKey(key),
      forgetProgramKey: (name) => values.forgetProgramKey(name),
      hiddenValues: () => values.hiddenValues(),
      hideValue: (value) => values.hideValue(value),
      forgetHidden: (id) => values.forgetHidden(id),
    },
  }
}
