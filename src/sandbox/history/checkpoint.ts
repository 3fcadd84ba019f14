/** Stores a tree: hashes what changed since the last time, hands over what is not stored yet, children first. */
import { inBatches } from '../contract/bytes.ts'
import type { BlobStore, Checkpoint, NewBlob } from '../contract/contract.ts'
import type { Result } from '../contract/errors.ts'
import { ok } from '../contract/errors.ts'
import { HISTORY_BATCH_BYTES, HISTORY_UNASKED_BYTES } from '../contract/limits.ts'
import { encodeDirectory } from './directory-object.ts'
import type { DirectoryObjectEntry } from './directory-object.ts'
import { sha256 } from './hash.ts'
import type { TreeSourceDirectory, TreeSourceNode } from './tree-source.ts'
import { encodeWtf8 } from './wtf8.ts'

export interface Totals {
  readonly files: number
  readonly bytes: number
}

/** Known objects, between checkpoints. Only a cache: losing it costs time, not correctness. */
export interface KnownObjects {
  /** Objects that the store is known to have. */
  readonly stored: Set<string>
  /** Totals of directories, by hash. */
  readonly totals: Map<string, Totals>
}

/** One checkpoint's work in progress. */
interface Work {
  readonly known: KnownObjects
  readonly contents: NewBlob[]
  readonly directories: NewBlob[]
  /** To be remembered on the nodes once everything is stored: a hash on a node means that it is. */
  readonly hashed: { readonly node: TreeSourceNode; readonly hash: string; readonly version: number }[]
}

/** Resolves when the tree is stored whole. On a failure nothing is remembered, so the next one does all of it again. */
export async function storeTree(
  source: TreeSourceDirectory,
  blobs: BlobStore,
  known: KnownObjects,
): Promise<Result<Omit<Checkpoint, 'changed'>>> {
  const work: Work = { known, contents: [], directories: [], hashed: [] }
  const root = await hashDirectory(source, work)
  const stored = await storeObjects(work, blobs)
  if (!stored.ok) return stored
  for (const { node, hash, version } of work.hashed) node.rememberHash(hash, version)
  return ok({ root: root.hash, ...root.totals })
}

interface HashedDirectory {
  readonly hash: string
  readonly totals: Totals
}

async function hashDirectory(node: TreeSourceDirectory, work: Work): Promise<HashedDirectory> {
  const known = node.hash === undefined ? undefined : work.known.totals.get(node.hash)
  if (node.hash !== undefined && known) return { hash: node.hash, totals: known }
  const { version } = node
  const entries = await Promise.all(
    node.children().map(({ name, node: child }) => hashEntry(name, child, work)),
  )
  const totals = {
    files: entries.reduce((sum, entry) => sum + entry.files, 0),
    bytes: entries.reduce((sum, entry) => sum + entry.entry.size, 0),
  }
  const data = encodeDirectory({ entries: entries.map(({ entry }) => entry), ...totals })
  const hash = await sha256(data)
  work.directories.push({ hash, data, like: node.formerHash })
  work.hashed.push({ node, hash, version })
  work.known.totals.set(hash, totals)
  return { hash, totals }
}

async function hashEntry(
  name: string,
  node: TreeSourceNode,
  work: Work,
): Promise<{ entry: DirectoryObjectEntry; files: number }> {
  const { mode } = node
  if (node.kind === 'directory') {
    const { hash, totals } = await hashDirectory(node, work)
    return { entry: { name, kind: 'directory', mode, size: totals.bytes, hash }, files: totals.files }
  }
  const { version } = node
  const data = node.kind === 'file' ? node.content() : encodeWtf8(node.target)
  const entry = (hash: string) => ({
    entry: { name, kind: node.kind, mode, size: data.length, hash },
    files: 1,
  })
  if (node.hash !== undefined) return entry(node.hash)
  const hash = await sha256(data)
  work.contents.push({ hash, data, like: node.formerHash })
  work.hashed.push({ node, hash, version })
  return entry(hash)
}

/** Contents before directories, the root last: a root is in the store only when all below it is. */
async function storeObjects(work: Work, blobs: BlobStore): Promise<Result<void>> {
  const candidates = new Map([...work.contents, ...work.directories].map((object) => [object.hash, object]))
  const unknown = [...candidates.values()].filter(({ hash }) => !work.known.stored.has(hash))
  const fresh = isLittle(unknown) ? unknown : await onlyMissing(unknown, blobs)
  for (const batch of inBatches(fresh, HISTORY_BATCH_BYTES, ({ data }) => data.length)) {
    const put = await blobs.put(batch)
    if (!put.ok) return put
  }
  for (const hash of candidates.keys()) work.known.stored.add(hash)
  return ok(undefined)
}

function isLittle(objects: readonly NewBlob[]): boolean {
  return objects.reduce((sum, { data }) => sum + data.length, 0) <= HISTORY_UNASKED_BYTES
}

async function onlyMissing(objects: readonly NewBlob[], blobs: BlobStore): Promise<NewBlob[]> {
  const missing = new Set(await blobs.missing(objects.map(({ hash }) => hash)))
  return objects.filter(({ hash }) => missing.has(hash))
}
