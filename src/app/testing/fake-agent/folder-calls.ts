/** Folders of the person's machine: the fake agent has none. */
import type { LocalFolderApi } from '../../../agent/protocol/local-folder.ts'
import { fail } from '../../../sandbox/contract/errors.ts'

export function folderCalls(): LocalFolderApi {
  return {
    surveyFolder: async () => fail('unsupported', 'There are no folders here.'),
    openFolder: async () => fail('unsupported', 'There are no folders here.'),
    localFolder: async () => undefined,
    compareFolder: async () => fail('unsupported', 'There are no folders here.'),
    folderVersions: async () => fail('unsupported', 'There are no folders here.'),
    writeBack: async () => fail('unsupported', 'There are no folders here.'),
  }
}
