/** The page's calls about the workspace's files: one by one, edited and reviewed, and as a whole. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import { PATHS_SUGGESTED } from '../../limits.ts'
import { exportHeld } from '../steering-files/held-export.ts'
import type { ServiceParts } from './parts.ts'

export function fileCalls({
  edits,
  files,
  folders,
  paths,
  reviewCommit,
  runs,
  steering,
  textSearch,
}: ServiceParts): Pick<AgentApi, 'files' | 'workspace' | 'steeringFiles'> {
  return {
    files: {
      read: (path) => files.read((sandbox) => sandbox.readFile(path)),
      write: (path, data) =>
        steering.changes.during(async () => {
          const written = await files.change((sandbox) => sandbox.writeFile({ path, data }))
          if (written.ok) await steering.tookFile(path, data)
          return written
        }),
      list: (path) => files.read((sandbox) => sandbox.list(path)),
      findPaths: (query) => files.read((sandbox) => paths.find(sandbox, query, PATHS_SUGGESTED)),
      filterPaths: (text, limit) => files.read((sandbox) => paths.filter(sandbox, text, limit)),
      edit: (changes) => steering.changes.during(() => edits.edit(changes)),
      async undoEdit(edited) {
        const undone = await edits.undo(edited)
        if (undone.ok) runs.forgetFiles()
        return undone
      },
      reject: (...args) => steering.changes.during(() => edits.reject(...args)),
      gitStatus: () => edits.gitStatus(),
      committedVersions: (changed) => reviewCommit.versions(changed),
      commitReviewed: (...args) => reviewCommit.commit(...args),
      searchText: (...args) => textSearch.search(...args),
      cancelSearch: () => textSearch.cancel(),
      replaceText: (...args) => steering.changes.during(() => textSearch.replace(...args)),
    },
    workspace: {
      async importArchive(name, data, origin) {
        const imported = await files.importArchive(name, data, origin)
        if (imported.ok) runs.forgetFiles()
        return imported
      },
      cancelImport() {
        folders.cancel()
        return files.cancelImport()
      },
      exportArchive: () => exportHeld(files, steering),
      checkpoint: () => files.checkpoint(),
      async restore(root) {
        const restored = await files.restore(root)
        if (restored.ok) runs.forgetFiles()
        return restored
      },
      changes: (since) => files.changes(since),
    },
    steeringFiles: {
      pending: () => steering.pending(),
      versions: (change) => steering.versions(change),
      accept: (changes) => steering.accept(changes),
    },
  }
}
