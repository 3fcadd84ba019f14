/**
 * Computes the effect of writing back: the workspace now against the folder now, and both against their last
 * common content.
 */
import type { TreeChange } from '../../../sandbox/contract/contract.ts'
import { isInGitFolder, isMisspeltGitPath } from '../../../sandbox/contract/git-folder.ts'
import { steers } from '../steering-files/steers.ts'
import type { FolderDifference } from '../../protocol/calls/local-folder.ts'

/** A path's last common content, if it differs from the folder's content when it was opened. */
export interface Written {
  /** Content in the workspace when the folder was opened; null: none. */
  readonly base: string | null
  /** Content that was written to the folder since; null: it was removed there. */
  readonly hash: string | null
}

export interface DifferenceSource {
  /** Between what was opened and the workspace now. */
  readonly changes: readonly TreeChange[]
  readonly written: ReadonlyMap<string, Written>
  /** Hash of the file in the folder as it is now. */
  readonly folderHash: (path: string) => Promise<string | undefined>
  readonly isIgnored: (path: string) => boolean
  /** A steering file whose version the user neither set nor accepted. */
  readonly isUnseen: (path: string) => boolean
}

export async function differences(source: DifferenceSource): Promise<FolderDifference[]> {
  const changes = new Map(source.changes.map((change) => [change.path, change]))
  const paths = [...new Set([...changes.keys(), ...source.written.keys()])].sort()
  const found: FolderDifference[] = []
  for (const path of paths) {
    const difference = await compare(path, changes.get(path), source)
    if (difference) found.push(difference)
  }
  return found
}

async function compare(
  path: string,
  change: TreeChange | undefined,
  { written, folderHash, ...of }: DifferenceSource,
): Promise<FolderDifference | undefined> {
  const last = written.get(path)
  const now = change ? change.after?.hash : (last?.base ?? undefined)
  const shared = last ? (last.hash ?? undefined) : change?.before?.hash
  const there = await folderHash(path)
  if (there === now) return undefined
  const conflict = there === shared ? undefined : kindOf(shared, there)
  const isLink = change?.after?.kind === 'symlink' || change?.before?.kind === 'symlink'
  return {
    path,
    change: kindOf(there, now),
    group: groupOf(path, of),
    ...(conflict ? { conflict } : {}),
    ...(now === undefined ? {} : { hash: now }),
    ...(there === undefined ? {} : { folderHash: there }),
    ...refusal(path, isLink),
  }
}

function groupOf(
  path: string,
  { isUnseen, isIgnored }: Pick<DifferenceSource, 'isUnseen' | 'isIgnored'>,
): FolderDifference['group'] {
  if (steers(path) && isUnseen(path)) return 'steering'
  if (isInGitFolder(path)) return 'git'
  return isIgnored(path) ? 'ignored' : 'project'
}

/** A second name of git's folder would reach the real one where the file system takes the two for the same. */
function refusal(path: string, isLink: boolean): Pick<FolderDifference, 'refused'> {
  if (isMisspeltGitPath(path)) return { refused: 'git_name' }
  return isLink ? { refused: 'link' } : {}
}

function kindOf(before: string | undefined, after: string | undefined): 'added' | 'changed' | 'removed' {
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}
