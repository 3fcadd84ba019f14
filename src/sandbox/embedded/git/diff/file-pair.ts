/** Pairs of files that a diff compares: before and after, stored or in the worktree. */
import { BINARY_SNIFF_BYTES } from '../../../contract/limits.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { MODE } from '../store/objects.ts'
import { fromText } from '../text.ts'
import type { TreeChange, TreeFile } from '../worktree/tree-files.ts'

export interface FileSide {
  readonly path: string
  readonly mode: number
  /** Undefined for a file of the worktree that nobody has hashed. */
  readonly oid: string | undefined
  read(): Uint8Array
}

export type PairStatus = 'A' | 'D' | 'M' | 'T' | 'R' | 'C' | 'U'

export interface FilePair {
  readonly status: PairStatus
  readonly before: FileSide | undefined
  readonly after: FileSide | undefined
  /** Similarity of a rename or copy, in percent. */
  readonly similarity?: number
}

export function pathOfPair(pair: FilePair): string {
  return pair.after?.path ?? pair.before?.path ?? ''
}

/** A file whose bytes are an object. A submodule shows as the one line that git shows for it. */
export function storedSide(objects: ObjectStore, file: TreeFile): FileSide {
  const read =
    file.mode === MODE.gitlink ? () => fromText(`Subproject commit ${file.oid}\n`) : () => objects.file(file)
  return { path: file.path, mode: file.mode, oid: file.oid, read }
}

export function makePair(before: FileSide | undefined, after: FileSide | undefined): FilePair {
  return { status: statusOf(before, after), before, after }
}

function statusOf(before: FileSide | undefined, after: FileSide | undefined): PairStatus {
  if (before === undefined) return 'A'
  if (after === undefined) return 'D'
  return (before.mode & 0o170000) === (after.mode & 0o170000) ? 'M' : 'T'
}

export function pairsOfChanges(objects: ObjectStore, changes: readonly TreeChange[]): FilePair[] {
  const side = (file: TreeFile | undefined): FileSide | undefined =>
    file === undefined ? undefined : storedSide(objects, file)
  return changes.map((change) => makePair(side(change.before), side(change.after)))
}

/** Whether a difference is not shown line by line. */
export function isBinaryPair(
  pair: FilePair,
  contents: readonly Uint8Array[],
  showsText: (path: string) => boolean | undefined,
): boolean {
  const said = showsText(pathOfPair(pair))
  return said === undefined ? contents.some(isBinary) : !said
}

export function isBinary(data: Uint8Array): boolean {
  return data.subarray(0, BINARY_SNIFF_BYTES).includes(0)
}
