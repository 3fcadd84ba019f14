/** Keys, tokens and hidden values of the fake agent. */
import type { FakeAgent } from './fake-agent.ts'
import type { PassphraseChange } from '../../../agent/protocol/calls/key-protection.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'

export function credentialCalls(fake: FakeAgent): Pick<AgentApi, 'keys' | 'credentials'> {
  return {
    keys: {
      protection: async () => fake.protection,
      unlock: async (passphrase: string) => fake.unlock(passphrase),
      declineUnlock: async () => void fake.calls.push('declineUnlock'),
      lock: async () => {
        fake.calls.push('lockKeys')
        return ok(undefined)
      },
      changePassphrase: async ({ current, next }: PassphraseChange) => {
        fake.calls.push(`changePassphrase: ${current} to ${next}`)
        return ok(undefined)
      },
      remove: async () => {
        fake.calls.push('removeKeys')
        return ok(undefined)
      },
    },
    credentials: {
      keyStatus: async () => ({ present: fake.keyHint !== '', hint: fake.keyHint }),
      setApiKey: async (key: string) => {
        fake.keyHint = key.slice(-4)
        return ok({ present: key !== '', hint: fake.keyHint })
      },
      testConnection: async (): ReturnType<AgentApi['credentials']['testConnection']> => [
        { name: 'Address', state: 'failed', message: 'No address.', fix: 'Give one.' },
      ],
      extraHeaders: async () => ({ names: [], dropped: [] }),
      setExtraHeaders: async () => ok({ names: ['x-team'], dropped: [] }),
      gitTokens: async () => [],
      programKeys: async () => [],
      setProgramKey: async () => ok([]),
      forgetProgramKey: async () => [],
      dismissLost: async () => undefined,
      hiddenValues: async () => [],
      hideValue: async (value: string) => ok([{ id: 'hidden', hint: value.slice(-4) }]),
      forgetHidden: async () => ok([]),
      setGitToken: async (host: string, token: string) =>
        ok(token === '' ? [] : [{ host, hint: token.slice(-4) }]),
    },
  }
}
