/** Files of the worktree written and removed as entries say, never outside of it. */
import { isInGitFolder } from '../../../contract/git-folder.ts'
import { errorFailure } from '../failure.ts'
import type { Repository } from '../repository.ts'
import { MODE } from '../store/objects.ts'
import { parentOf } from '../store/cache-tree.ts'
import { readable, toText } from '../text.ts'
import { toWorktree } from './line-ends.ts'
import type { TreeFile } from './tree-files.ts'

export class WorktreeWriter {
  readonly #repository: Repository
  /** Directories known to be real ones. */
  readonly #directories = new Set<string>([''])

  constructor(repository: Repository) {
    this.#repository = repository
  }

  /** Replaces what is there, if it is a file; a directory with something in it is a failure. */
  write(file: TreeFile): void {
    const { files, objects } = this.#repository
    refuseDangerous(file.path)
    this.#makeDirectory(parentOf(file.path))
    const path = this.#repository.path(file.path)
    if (file.mode === MODE.gitlink) return files.makeDirectory(path)
    if (!files.remove(path) && files.lstat(path)?.kind === 'directory' && !this.#removeEmpty(path))
      throw errorFailure(
        `unable to write '${readable(file.path)}': there is a directory with files in it`,
        128,
      )
    const data = objects.blob(file.oid)
    if (/(?:^|\/)\.gitattributes$/.test(file.path)) this.#repository.attributes.forget(parentOf(file.path))
    if (file.mode === MODE.symlink) files.symlink(toText(data), path)
    else
      files.write(
        path,
        toWorktree(this.#repository, file.path, data),
        file.mode === MODE.executable ? 0o755 : 0o644,
      )
  }

  /** And the directories that are empty after it. */
  remove(path: string): void {
    const { files } = this.#repository
    if (!this.#isInside(parentOf(path))) return
    files.remove(this.#repository.path(path))
    this.removeEmptyParents(path)
  }

  removeEmptyParents(path: string): void {
    const { files, cwd } = this.#repository
    for (let at = parentOf(path); at !== ''; at = parentOf(at)) {
      const directory = this.#repository.path(at)
      // A shell stands there, maybe.
      if (cwd === directory || !files.removeEmptyDirectory(directory)) return
      this.#directories.delete(at)
    }
  }

  /** False when a parent is no directory, or a link to one. */
  #isInside(directory: string): boolean {
    if (this.#directories.has(directory)) return true
    if (!this.#isInside(parentOf(directory))) return false
    return this.#repository.files.lstat(this.#repository.path(directory))?.kind === 'directory'
  }

  #makeDirectory(directory: string): void {
    if (this.#directories.has(directory)) return
    this.#makeDirectory(parentOf(directory))
    const { files } = this.#repository
    const path = this.#repository.path(directory)
    const kind = files.lstat(path)?.kind
    if (kind !== undefined && kind !== 'directory') files.remove(path)
    if (kind !== 'directory') files.makeDirectory(path)
    this.#directories.add(directory)
  }

  #removeEmpty(path: string): boolean {
    const { files } = this.#repository
    for (const { name, kind } of files.entries(path))
      if (kind !== 'directory' || !this.#removeEmpty(`${path}/${name}`)) return false
    return files.removeEmptyDirectory(path)
  }
}

/** Names that would lead out of the worktree or into the repository itself. */
export function refuseDangerous(path: string): void {
  const isBad = path
    .split('/')
    .some((part) => part === '' || part === '.' || part === '..' || isInGitFolder(part))
  if (isBad) throw errorFailure(`invalid path '${readable(path)}'`, 128)
}
