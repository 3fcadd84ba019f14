/** Lists a folder's files, and marks groups that a user may want to leave out. */
import { FOLDER_MAX_DEPTH } from '../../limits.ts'
import { isGitFolderName } from '../../../sandbox/contract/git-folder.ts'
import { IgnoreRules } from '../../../sandbox/contract/ignore-rules.ts'

export type FolderGroup = 'project' | 'ignored' | 'git' | 'packages'

export interface FolderEntry {
  readonly path: string
  readonly group: FolderGroup
  /** Absent for a folder that is not looked into. */
  readonly file?: FileSystemFileHandle
}

/** In no order. `wants` says which of the groups are looked into; of the others only the top-most name is told. */
export async function* walkFolder(
  root: FileSystemDirectoryHandle,
  wants: (group: FolderGroup) => boolean,
  signal: AbortSignal,
): AsyncGenerator<FolderEntry> {
  const rules = new IgnoreRules()
  yield* walk({ handle: root, path: '', group: 'project', depth: 0 })

  async function* walk(folder: {
    handle: FileSystemDirectoryHandle
    path: string
    group: FolderGroup
    depth: number
  }): AsyncGenerator<FolderEntry> {
    signal.throwIfAborted()
    if (folder.depth > FOLDER_MAX_DEPTH) return
    const entries: (FileSystemDirectoryHandle | FileSystemFileHandle)[] = []
    for await (const entry of folder.handle.values()) entries.push(entry)
    const own = entries.find((entry) => entry.kind === 'file' && entry.name === '.gitignore')
    if (own?.kind === 'file') rules.add(folder.path, await (await own.getFile()).text())
    for (const entry of entries) {
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`
      const group = groupOf(path, entry, folder.group, rules)
      if (!wants(group)) {
        yield { path, group }
        continue
      }
      if (entry.kind === 'file') yield { path, group, file: entry }
      else yield* walk({ handle: entry, path, group, depth: folder.depth + 1 })
    }
  }
}

function groupOf(
  path: string,
  { kind, name }: FileSystemHandle,
  parent: FolderGroup,
  rules: IgnoreRules,
): FolderGroup {
  if (parent === 'git' || parent === 'packages') return parent
  if (isGitFolderName(name)) return 'git'
  if (name === 'node_modules' && kind === 'directory') return 'packages'
  if (parent === 'ignored') return parent
  return rules.isIgnored(path, kind === 'directory') ? 'ignored' : 'project'
}
