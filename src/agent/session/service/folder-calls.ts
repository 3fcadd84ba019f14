/** The page's calls about a folder of the person's own machine as the workspace. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { ServiceParts } from './parts.ts'

export function folderCalls({ folders, runs }: ServiceParts): Pick<AgentApi, 'localFolder'> {
  return {
    localFolder: {
      survey: (handle) => folders.survey(handle),
      async open(handle, choice) {
        const opened = await folders.open(handle, choice)
        if (opened.ok) runs.forgetFiles()
        return opened
      },
      current: () => folders.current(),
      compare: () => folders.compare(),
      versions: (item) => folders.versions(item),
      writeBack: (items) => folders.writeBack(items),
    },
  }
}
