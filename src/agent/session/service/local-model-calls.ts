/** The page's calls about models that are kept in this browser. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { ServiceParts } from './parts.ts'

export function localModelCalls({ localModels }: ServiceParts): Pick<AgentApi, 'localModels'> {
  return {
    localModels: {
      list: () => localModels.state(),
      offered: (url) => localModels.offered(url),
      download: (url) => localModels.download(url),
      add: (files) => localModels.add(files),
      async cancel() {
        localModels.cancel()
      },
      remove: (name) => localModels.remove(name),
    },
  }
}
