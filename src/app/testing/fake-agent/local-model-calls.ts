/** The models that the fake agent keeps in this browser. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { FakeAgent } from './fake-agent.ts'
import { ok } from '../../../sandbox/contract/errors.ts'

export function localModelCalls(fake: FakeAgent): Pick<AgentApi, 'localModels'> {
  return {
    localModels: {
      list: async () => ({ models: [...fake.models], support: fake.modelSupport, freeBytes: 8e9 }),
      offered: async (url: string) => {
        fake.calls.push(`look at model: ${url}`)
        return ok({ name: 'small.gguf', bytes: 1_100_000_000, parts: 1 })
      },
      download: async (url: string) => {
        fake.calls.push(`download model: ${url}`)
        return fake.storedModel
      },
      add: async () => fake.storedModel,
      cancel: async () => {
        fake.calls.push('cancel model')
      },
      remove: async (name: string) => {
        fake.models = fake.models.filter((model) => model.name !== name)
        return ok(undefined)
      },
    },
  }
}
