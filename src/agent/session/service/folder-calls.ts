/** The page's calls about a folder of the person's own machine as the workspace. */
import type { LocalFolderApi } from '../../protocol/local-folder.ts'
import type { ServiceParts } from './parts.ts'

export function folderCalls({ folders, runs }: ServiceParts): LocalFolderApi {
  return {
    surveyFolder: (handle) => folders.survey(handle),
    async openFolder(handle, choice) {
      const opened = await folders.open(handle, choice)
      if (opened.ok) runs.forgetFiles()
      return opened
    },
    localFolder: () => folders.current(),
    compareFolder: () => folders.compare(),
    folderVersions: (item) => folders.versions(item),
    writeBack: (items) => folders.writeBack(items),
  }
}
