/** Files that a note rests on: those of the workspace that it names. When one of them has changed since, the note may be out of date. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { relativeTo, resolve, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { NOTE_EVIDENCE } from '../../limits.ts'
import type { StoredVersion } from './memory-record.ts'
import { treeHashes } from './tree-hashes.ts'

/** A path as notes write one: letters, digits and the signs of file names, with a folder or an ending. */
const PATH = /\/?[\p{L}\p{N}@_.+-]+(?:\/[\p{L}\p{N}@_.+-]+)*/gu
/** Words that are looked up in the tree, at most. */
const CANDIDATES = 500

export type Evidence = StoredVersion['evidence']

/** The files of this tree that the text names, as they are. */
export async function evidenceFor(
  text: string,
  blobs: Pick<BlobStore, 'get'>,
  root: string | undefined,
): Promise<Evidence> {
  const hashes = await treeHashes(blobs, root, filesNamedIn(text))
  return [...hashes].slice(0, NOTE_EVIDENCE).map(([path, hash]) => ({ path, hash }))
}

/** Paths from the workspace's root that the text may name; no more than are looked up. */
export function filesNamedIn(text: string): ReadonlySet<string> {
  const named = new Set<string>()
  for (const [word] of text.matchAll(PATH)) {
    const path = pathIn(word)
    if (path !== undefined) named.add(path)
    if (named.size >= CANDIDATES) break
  }
  return named
}

/** Paths of the files that are not as they were, by what each note rests on. */
export async function staleFiles<T>(
  notes: ReadonlyMap<T, Evidence>,
  blobs: Pick<BlobStore, 'get'>,
  root: string | undefined,
): Promise<ReadonlyMap<T, readonly string[]>> {
  if (root === undefined) return new Map()
  const paths = new Set([...notes.values()].flatMap((evidence) => evidence.map(({ path }) => path)))
  if (paths.size === 0) return new Map()
  const now = await treeHashes(blobs, root, paths)
  return new Map(
    [...notes].map(([note, evidence]) => [
      note,
      evidence.filter(({ path, hash }) => now.get(path) !== hash).map(({ path }) => path),
    ]),
  )
}

/** From the workspace's root; undefined where the word is none, or leads elsewhere. */
function pathIn(word: string): string | undefined {
  const written = word.replace(/[.+-]+$/, '')
  if (!/[./]/.test(written)) return undefined
  const path = relativeTo(resolve(written))
  return path.startsWith('/') || path === '' || path === WORKSPACE_ROOT ? undefined : path
}
