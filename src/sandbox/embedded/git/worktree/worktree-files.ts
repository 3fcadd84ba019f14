/** Files of the worktree: what they are, compared with the index, as blobs. */
import type { Stats } from '../../syscalls.ts'
import type { Repository } from '../repository.ts'
import { makeEntry, markOf, marksAgree, modeOfStats, type IndexEntry } from '../store/index-entry.ts'
import type { Index } from '../store/index.ts'
import { MODE } from '../store/objects.ts'
import { objectId } from '../store/sha1.ts'
import { fromText } from '../text.ts'
import { convertsLineEnds, toStored } from './line-ends.ts'

/** The bytes that git would store for the file. */
export function blobOf(repository: Repository, path: string, stats: Stats): Uint8Array {
  const file = repository.path(path)
  if (stats.kind === 'symlink') return fromText(repository.files.readLink(file))
  return toStored(repository, path, repository.files.read(file) ?? new Uint8Array(0))
}

export type FileState = 'same' | 'modified' | 'deleted' | 'type-changed'

/** `stats` is what is there now. A file that proved to be the same is remembered as it looks. */
export function compareFile(repository: Repository, entry: IndexEntry, stats: Stats | undefined): FileState {
  if (entry.assumeValid || entry.skipWorktree) return 'same'
  if (stats === undefined) return 'deleted'
  const mode = modeInIndex(repository, entry, stats)
  if ((mode & 0o170000) !== (entry.mode & 0o170000)) {
    return stats.kind === 'directory' ? 'deleted' : 'type-changed'
  }
  if (entry.mode === MODE.gitlink) return 'same'
  if (entry.intentToAdd) return 'modified'
  const { index } = repository
  if (marksAgree(entry, stats) && !isRacy(index, entry)) return mode === entry.mode ? 'same' : 'modified'
  // Size 0 may also say that the entry was written while nothing could be known of the file.
  if (entry.size !== 0 && entry.size !== stats.size >>> 0 && !convertsLineEnds(repository, entry.path))
    return 'modified'
  if (objectId('blob', blobOf(repository, entry.path, stats)) !== entry.oid) return 'modified'
  if (mode !== entry.mode) return 'modified'
  index.refresh({ ...entry, ...markOf(stats) })
  return 'same'
}

/** Written in the same moment as the index: it may have changed after that and look the same. */
function isRacy({ writtenAt }: Index, entry: IndexEntry): boolean {
  if (entry.mtimeSeconds !== writtenAt.seconds) return entry.mtimeSeconds > writtenAt.seconds
  return entry.mtimeNanoseconds >= writtenAt.nanoseconds
}

/** The mode to be recorded, heeding `core.fileMode` and `core.symlinks`. */
export function modeInIndex(repository: Repository, before: IndexEntry | undefined, stats: Stats): number {
  const mode = modeOfStats(stats)
  if (mode !== MODE.file && mode !== MODE.executable) return mode
  if (before?.mode === MODE.symlink && !repository.config.boolean('core.symlinks', true)) return MODE.symlink
  if (repository.config.boolean('core.filemode', true)) return mode
  return before?.mode === MODE.executable ? MODE.executable : MODE.file
}

/** Stores the file's bytes; the entry for it. */
export function addFile(repository: Repository, path: string, stats: Stats): IndexEntry {
  const mode = modeInIndex(repository, repository.index.get(path), stats)
  const oid = repository.objects.write('blob', blobOf(repository, path, stats))
  return makeEntry({ path, mode, oid }, stats)
}
