/** Makes a tree byte-equal to a stored one, touching only what differs. Everything is read and checked first. */
import type { Result } from '../contract/errors.ts'
import { fail, ok } from '../contract/errors.ts'
import {
  PATH_MAX_BYTES,
  RESTORE_MAX_ROUNDS,
  VFS_MAX_BYTES,
  VFS_MAX_DEPTH,
  VFS_MAX_FILES,
} from '../contract/limits.ts'
import type { KnownObjects } from './checkpoint.ts'
import type { DirectoryObject, DirectoryObjectEntry } from './directory-object.ts'
import { readDirectories, readObjects } from './read-objects.ts'
import type { ObjectSource } from './read-objects.ts'
import type { TreeSourceDirectory, TreeSourceNode } from './tree-source.ts'
import { decodeWtf8 } from './wtf8.ts'

/** Target of a restore. Paths are relative to the tree's root, without a leading slash. */
export interface RestoreTarget {
  makeDirectory(path: string, mode: number): void
  /** Creates or replaces; `data` belongs to the target from now on. */
  writeFile(path: string, data: Uint8Array, mode: number): void
  symlink(path: string, target: string): void
  setMode(path: string, mode: number): void
  /** With everything below it. */
  remove(path: string): void
  /** Calls `run`, which makes all changes of a restore; where files have times, they get the same: none came before another. */
  atOneMoment?(run: () => void): void
}

type Change =
  | { readonly type: 'remove'; readonly path: string }
  | { readonly type: 'directory'; readonly path: string; readonly mode: number }
  | { readonly type: 'mode'; readonly path: string; readonly mode: number }
  | {
      readonly type: 'content'
      readonly path: string
      readonly entry: DirectoryObjectEntry
      /** Bytes more than what it replaces has. */
      readonly growth: number
    }

/** A directory of the stored tree, and what stands in its place now. */
interface Visit {
  readonly path: string
  readonly hash: string
  /** Bytes below it, as the directory above says. */
  readonly size: number | undefined
  readonly depth: number
  readonly current: TreeSourceDirectory | undefined
}

export interface RestoreRequest {
  readonly root: string
  readonly source: TreeSourceDirectory
  readonly target: RestoreTarget
  readonly blobs: ObjectSource
  readonly known: KnownObjects
}

/**
 * On a failure nothing has been changed. Reading takes time in which programs may go on writing, so the plan is made
 * anew after each read; the last one is carried out in the same breath.
 */
export async function restoreTree(request: RestoreRequest): Promise<Result<void>> {
  const { blobs, target, known } = request
  const directories = new Map<string, DirectoryObject>()
  const contents = new Map<string, Uint8Array>()
  for (let round = 0; round < RESTORE_MAX_ROUNDS; round++) {
    const { changes, unread, refusal } = plan(request, directories)
    if (refusal !== undefined) return refused(request.root, refusal)
    const lacking = changes.flatMap((change) =>
      change.type === 'content' && !contents.has(change.entry.hash) ? [change.entry.hash] : [],
    )
    if (unread.length === 0 && lacking.length === 0) {
      const wrong = changes.map((change) => wrongContent(change, contents)).find((why) => why !== undefined)
      if (wrong !== undefined) return refused(request.root, wrong)
      const applyAll = () => {
        for (const change of inOrder(changes)) apply(change, target, contents)
      }
      if (target.atOneMoment) target.atOneMoment(applyAll)
      else applyAll()
      for (const [hash, { files, bytes }] of directories) {
        known.stored.add(hash)
        known.totals.set(hash, { files, bytes })
      }
      rememberHashes(request.source, request.root, directories)
      return ok(undefined)
    }
    const moreDirectories = await readDirectories(blobs, unread)
    if (!moreDirectories.ok) return moreDirectories
    for (const [hash, directory] of moreDirectories.value) directories.set(hash, directory)
    // Contents wait until the whole shape is known, so that they are read in few large batches.
    if (unread.length > 0) continue
    const moreContents = await readObjects(blobs, lacking)
    if (!moreContents.ok) return moreContents
    for (const [hash, data] of moreContents.value) contents.set(hash, data)
  }
  return fail(
    'limit',
    'The files kept changing while they were restored, or that checkpoint is nested too deeply.',
    {
      hint: 'Stop the running programs and try again.',
    },
  )
}

function refused(root: string, why: string): Result<never> {
  return fail('corrupt', `The tree ${root.slice(0, 12)} is refused: ${why}. Nothing was changed.`, {
    hint: 'Restore another checkpoint.',
  })
}

interface Plan {
  readonly changes: readonly Change[]
  /** Directories that have to be read before the plan is whole. */
  readonly unread: readonly string[]
  /** Why the stored tree is not to be had. */
  readonly refusal?: string
}

/**
 * A hostile store can say with a few small objects that a directory holds itself many times, level by level: so the
 * walk is counted, and what each directory holds must be what the one above it says.
 */
function plan({ root, source }: RestoreRequest, directories: ReadonlyMap<string, DirectoryObject>): Plan {
  const changes: Change[] = []
  const unread = new Set<string>()
  const top: Visit = { path: '', hash: root, size: undefined, depth: 0, current: source }
  const queue: Visit[] = source.hash === root ? [] : [top]
  let entries = 0
  for (let next = 0; next < queue.length; next++) {
    const visit = queue[next] ?? top
    const directory = directories.get(visit.hash)
    entries += directory?.entries.length ?? 0
    const refusal = directory && refusalOf(visit, directory, entries)
    if (refusal !== undefined) return { changes: [], unread: [], refusal }
    if (directory) compare(visit, directory, changes, queue)
    else unread.add(visit.hash)
  }
  return { changes, unread: [...unread] }
}

function refusalOf(visit: Visit, directory: DirectoryObject, entries: number): string | undefined {
  if (directory.bytes > VFS_MAX_BYTES) return 'it is larger than a sandbox'
  if (entries > VFS_MAX_FILES) return 'it has more files than a sandbox can hold'
  if (visit.depth > VFS_MAX_DEPTH || visit.path.length > PATH_MAX_BYTES) return 'it is nested too deeply'
  const isAsSaid = visit.size === undefined || visit.size === directory.bytes
  return isAsSaid ? undefined : `${JSON.stringify(visit.path)} does not hold what is said of it`
}

/** Sizes that lie would be carried on into later checkpoints; a link's target must be one that a link can have. */
function wrongContent(change: Change, contents: ReadonlyMap<string, Uint8Array>): string | undefined {
  if (change.type !== 'content') return undefined
  const { kind, size, hash } = change.entry
  const data = contents.get(hash)
  if (data?.length !== size) return `${JSON.stringify(change.path)} is not as large as is said of it`
  return kind === 'symlink' && linkTarget(data) === undefined
    ? `the link ${JSON.stringify(change.path)} leads to no path`
    : undefined
}

function linkTarget(data: Uint8Array): string | undefined {
  const target = data.length === 0 || data.length >= PATH_MAX_BYTES ? undefined : decodeWtf8(data)
  return target?.includes('\0') ? undefined : target
}

function compare(visit: Visit, wanted: DirectoryObject, changes: Change[], next: Visit[]): void {
  const current = new Map(visit.current?.children().map(({ name, node }) => [name, node]))
  for (const entry of wanted.entries) {
    const path = visit.path === '' ? entry.name : `${visit.path}/${entry.name}`
    const node = current.get(entry.name)
    current.delete(entry.name)
    if (node && node.kind !== entry.kind) changes.push({ type: 'remove', path })
    const same = node?.kind === entry.kind ? node : undefined
    if (entry.kind === 'directory') {
      if (!same) changes.push({ type: 'directory', path, mode: entry.mode })
      const below = same?.kind === 'directory' ? same : undefined
      if (below?.hash !== entry.hash || below === undefined)
        next.push({ path, hash: entry.hash, size: entry.size, depth: visit.depth + 1, current: below })
    } else if (same?.hash !== entry.hash) {
      const replaced = same?.kind === 'file' ? same.size : 0
      changes.push({ type: 'content', path, entry, growth: entry.size - replaced })
    }
    if (same && entry.kind !== 'symlink' && same.mode !== entry.mode) {
      changes.push({ type: 'mode', path, mode: entry.mode })
    }
  }
  for (const name of current.keys()) {
    changes.push({ type: 'remove', path: visit.path === '' ? name : `${visit.path}/${name}` })
  }
}

/** Puts changes that give room first: a restore between two trees that fit must not run out of it. */
function inOrder(changes: readonly Change[]): Change[] {
  const rank = (change: Change) => ORDER.indexOf(change.type)
  const growth = (change: Change) => (change.type === 'content' ? change.growth : 0)
  return changes.toSorted((a, b) => rank(a) - rank(b) || growth(a) - growth(b))
}

const ORDER: readonly Change['type'][] = ['remove', 'directory', 'content', 'mode']

function apply(change: Change, target: RestoreTarget, objects: ReadonlyMap<string, Uint8Array>): void {
  switch (change.type) {
    case 'remove':
      return target.remove(change.path)
    case 'directory':
      return target.makeDirectory(change.path, change.mode)
    case 'mode':
      return target.setMode(change.path, change.mode)
    case 'content': {
      const { kind, mode, hash } = change.entry
      const data = objects.get(hash) ?? new Uint8Array() // readObjects gives all or fails
      if (kind === 'symlink') {
        target.remove(change.path)
        return target.symlink(change.path, linkTarget(data) ?? '')
      }
      return target.writeFile(change.path, data, mode)
    }
    default:
      change satisfies never
  }
}

/** The tree is what was stored now: its nodes know their hashes, so that the next checkpoint has nothing to do. */
function rememberHashes(
  source: TreeSourceDirectory,
  root: string,
  directories: ReadonlyMap<string, DirectoryObject>,
): void {
  const directory = directories.get(root)
  if (!directory) return
  const nodes = new Map<string, TreeSourceNode>(source.children().map(({ name, node }) => [name, node]))
  for (const entry of directory.entries) {
    const node = nodes.get(entry.name)
    if (node?.kind === 'directory') rememberHashes(node, entry.hash, directories)
    else node?.rememberHash(entry.hash, node.version)
  }
  source.rememberHash(root, source.version)
}
