/** The page's calls about recordings that lie in a store of the person's own, for others to open. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { ServiceParts } from './parts.ts'

export function sharingCalls({ recordings, sharing }: ServiceParts): Pick<AgentApi, 'sharing'> {
  return {
    sharing: {
      store: () => sharing.status(),
      setStore: (...args) => sharing.setStore(...args),
      forgetStore: () => sharing.forgetStore(),
      async share(choice) {
        const file = await (await recordings()).file(choice)
        if (!file.ok) return file
        return sharing.share(file.value.name.replace(/\.vivarium$/, ''), file.value.data)
      },
      list: () => sharing.list(),
      unshare: (id, { onlyHere }) => sharing.unshare(id, onlyHere),
      async cancel() {
        sharing.cancel()
      },
    },
  }
}
