/** The page's calls about the workspace's files: one by one, edited and reviewed, and as a whole. */
import { PATHS_SUGGESTED } from '../../limits.ts'
import type { FilesApi } from '../../protocol/files.ts'
import type { SteeringFilesApi } from '../../protocol/steering-files.ts'
import type { WorkspaceApi } from '../../protocol/workspace.ts'
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
}: ServiceParts): WorkspaceApi & FilesApi & SteeringFilesApi {
  return {
    readFile: (path) => files.read((sandbox) => sandbox.readFile(path)),
    async writeFile(path, data) {
      const written = await files.change((sandbox) => sandbox.writeFile({ path, data }))
      if (written.ok) await steering.tookFile(path, data)
      return written
    },
    list: (path) => files.read((sandbox) => sandbox.list(path)),
    findPaths: (query) => files.read((sandbox) => paths.find(sandbox, query, PATHS_SUGGESTED)),
    filterPaths: (text, limit) => files.read((sandbox) => paths.filter(sandbox, text, limit)),

    editFiles: (changes) => edits.edit(changes),
    async undoEdit(edited) {
      const undone = await edits.undo(edited)
      if (undone.ok) runs.forgetFiles()
      return undone
    },
    rejectChanges: (...args) => edits.reject(...args),
    gitStatus: () => edits.gitStatus(),
    committedVersions: (changed) => reviewCommit.versions(changed),
    commitReviewed: (...args) => reviewCommit.commit(...args),
    searchText: (...args) => textSearch.search(...args),
    cancelSearch: () => textSearch.cancel(),
    replaceText: (...args) => textSearch.replace(...args),

    async importArchive(name, data) {
      const imported = await files.importArchive(name, data)
      if (imported.ok) runs.forgetFiles()
      return imported
    },
    cancelImport() {
      folders.cancel()
      return files.cancelImport()
    },
    exportArchive: () => exportHeld(files, steering),
    steeringChanges: () => steering.pending(),
    steeringVersions: (change) => steering.versions(change),
    acceptSteering: (changes) => steering.accept(changes),
    checkpoint: () => files.checkpoint(),
    async restore(root) {
      const restored = await files.restore(root)
      if (restored.ok) runs.forgetFiles()
      return restored
    },
    changes: (since) => files.changes(since),
  }
}
