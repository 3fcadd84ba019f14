/** The models that the fake agent keeps in this browser. */
import type { FakeAgent } from './fake-agent.ts'
import type { LocalModelsApi } from '../../../agent/protocol/local-models.ts'
import { ok } from '../../../sandbox/contract/errors.ts'

export function localModelCalls(fake: FakeAgent): LocalModelsApi {
  return {
    localModels: async () => ({ models: [...fake.models], support: fake.modelSupport, freeBytes: 8e9 }),
    offeredModel: async (url: string) => {
      fake.calls.push(`look at model: ${url}`)
      return ok({ name: 'small.gguf', bytes: 1_100_000_000, parts: 1 })
    },
    downloadModel: async (url: string) => {
      fake.calls.push(`download model: ${url}`)
      return fake.storedModel
    },
    addModel: async () => fake.storedModel,
    cancelModel: async () => {
      fake.calls.push('cancel model')
    },
    removeModel: async (name: string) => {
      fake.models = fake.models.filter((model) => model.name !== name)
      return ok(undefined)
    },
  }
}
