/** The page's calls about models that are kept in this browser. */
import type { LocalModelsApi } from '../../protocol/local-models.ts'
import type { ServiceParts } from './parts.ts'

export function localModelCalls({ localModels }: ServiceParts): LocalModelsApi {
  return {
    localModels: () => localModels.state(),
    offeredModel: (url) => localModels.offered(url),
    downloadModel: (url) => localModels.download(url),
    addModel: (files) => localModels.add(files),
    async cancelModel() {
      localModels.cancel()
    },
    removeModel: (name) => localModels.remove(name),
  }
}
