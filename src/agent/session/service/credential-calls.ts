/** The page's calls about what the person keeps here: keys, tokens and hidden values, and the passphrase over them. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { ServiceOptions } from './options.ts'
import type { ServiceParts } from './parts.ts'

export function credentialCalls(
  { credentials, copies }: Pick<ServiceOptions, 'credentials' | 'copies'>,
  { runs, settingsInForce }: ServiceParts,
): Pick<AgentApi, 'keys' | 'credentials'> {
  const { keyring } = credentials
  const provider = async () => (await settingsInForce.read()).provider
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
        await credentials.removeKeys()
        return ok(undefined)
      },
    },
    credentials: {
      dismissLost: async () => copies?.dismissLost(),
      keyStatus: async () => credentials.keyStatus(await provider()),
      setApiKey: async (key) => credentials.setApiKey(await provider(), key),
      testConnection: async () => (await runs.inquiries()).testConnection(),
      async extraHeaders() {
        const headers = await credentials.extraHeaders(await provider())
        return { names: Object.keys(headers), dropped: [] }
      },
      setExtraHeaders: async (lines) => credentials.setExtraHeaders(await provider(), lines),
      gitTokens: () => credentials.gitTokens(),
      setGitToken: (host, token) => credentials.setGitToken(host, token),
      programKeys: () => credentials.programs.list(),
      setProgramKey: (key) => credentials.setProgramKey(key),
      forgetProgramKey: (name) => credentials.forgetProgramKey(name),
      hiddenValues: () => credentials.hiddenValues(),
      hideValue: (value) => credentials.hideValue(value),
      forgetHidden: (id) => credentials.forgetHidden(id),
    },
  }
}
