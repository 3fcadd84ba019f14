/** The page's calls about recordings that lie in a store of the person's own, for others to open. */
import type { SharingApi } from '../../protocol/sharing.ts'
import type { ServiceParts } from './parts.ts'

export function sharingCalls({ recordings, sharing }: ServiceParts): SharingApi {
  return {
    shareStore: () => sharing.status(),
    setShareStore: (...args) => sharing.setStore(...args),
    forgetShareStore: () => sharing.forgetStore(),
    async shareToStore(choice) {
      const file = await (await recordings()).file(choice)
      if (!file.ok) return file
      return sharing.share(file.value.name.replace(/\.vivarium$/, ''), file.value.data)
    },
    sharedRecordings: () => sharing.list(),
    unshare: (id, { onlyHere }) => sharing.unshare(id, onlyHere),
    async cancelTransfer() {
      sharing.cancel()
    },
  }
}
