/** Several files in one answer: those after one in its directory, which most programs read next, or those that a program has named. */
import { Errno, type NamedStats } from '../syscalls.ts'
import type { FileNode } from '../vfs/inode.ts'
import { statsOf } from '../vfs/stats.ts'
import type { Vfs } from '../vfs/vfs.ts'
import type { WithheldOpenings } from './withheld-openings.ts'

interface Source {
  readonly vfs: Vfs
  /** Withheld files never come along: their opening is to be seen. */
  readonly openings: Pick<WithheldOpenings, 'withheldPath'>
}

export interface FileBatch {
  /** Further files, as many as fit: by name in the directory, or by path if paths were given. */
  readonly others: readonly NamedStats[]
  /** The bytes of the file that was asked for, then of each of `others`: views that stay as they are. */
  readonly contents: readonly Uint8Array[]
}

/** Throws `Errno` as `readFile` does. `maxBytes` is for the files that were not asked for. */
export function readBatch({ vfs, openings }: Source, path: string, maxBytes: number): FileBatch {
  const first = vfs.readFile(path)
  const others: NamedStats[] = []
  const parts = [first]
  const { parent, name, node } = vfs.locate(path, 'link')
  if (node?.kind === 'file' && !path.endsWith('/')) {
    const all = parent.names()
    let left = maxBytes
    for (const next of all.slice(all.indexOf(name) + 1)) {
      const file = parent.entries.get(next)
      if (file?.kind !== 'file' || !file.data.isHere || openings.withheldPath(file) !== undefined) continue
      if (file.size > left) break
      left -= file.size
      others.push({ name: next, ...statsOf(file) })
      parts.push(file.content())
    }
  }
  return { others, contents: parts }
}

/**
 * The file at `path`, then those at `next` as long as they fit. What is no file, or is behind a link at its end, is
 * left out. Throws `Errno` as `readFile` does, for `path` only.
 */
export function readSeveral(
  { vfs, openings }: Source,
  { path, next }: { path: string; next: readonly string[] },
  maxBytes: number,
): FileBatch {
  const parts = [vfs.readFile(path)]
  const others: NamedStats[] = []
  let left = maxBytes
  for (const name of next) {
    const file = fileAt(vfs, name)
    if (file?.data.isHere !== true || openings.withheldPath(file) !== undefined) continue
    if (file.size > left) break
    left -= file.size
    others.push({ name, ...statsOf(file) })
    parts.push(file.content())
  }
  return { others, contents: parts }
}

function fileAt(vfs: Vfs, path: string): FileNode | undefined {
  try {
    const { node, mustBeDirectory } = vfs.locate(path, 'link')
    return node?.kind === 'file' && !mustBeDirectory ? node : undefined
  } catch (error) {
    if (error instanceof Errno) return undefined
    throw error
  }
}

export function isFileBatch(value: unknown): value is FileBatch {
  return typeof value === 'object' && value !== null && 'contents' in value
}
