/** The store of the fake agent's recordings: none can be kept. */
import type { SharingApi } from '../../../agent/protocol/sharing.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'

export function sharingCalls(): SharingApi {
  return {
    shareStore: async () => ({ store: undefined, host: '', hasSecret: false, hint: '' }),
    setShareStore: async () => fail('unsupported', 'No store can be kept here.'),
    forgetShareStore: async () => ({ store: undefined, host: '', hasSecret: false, hint: '' }),
    shareToStore: async () => fail('unsupported', 'Nothing can be shared here.'),
    sharedRecordings: async () => [],
    unshare: async () => ok(undefined),
    cancelTransfer: async () => undefined,
  }
}
