/** Differences between two stored trees. Equal subtrees are not even read. */
import type { BlobStore, DiffOptions, TreeChange, TreeFile } from '../contract/contract.ts'
import type { Result } from '../contract/errors.ts'
import { fail, ok } from '../contract/errors.ts'
import { IgnoreRules } from '../contract/ignore-rules.ts'
import { DIFF_STEP_DIRECTORIES, VFS_MAX_FILES } from '../contract/limits.ts'
import type { DirectoryObject, DirectoryObjectEntry } from './directory-object.ts'
import { readDirectories, readObjects } from './read-objects.ts'

/** Two directories in the same place; an absent one is undefined. */
interface Pair {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
  /** Additions to it are not reported. */
  readonly isIgnored: boolean
}

type Directories = ReadonlyMap<string, DirectoryObject>

/** Sorted by path. */
export async function diffTrees(
  blobs: BlobStore,
  { from, to }: { readonly from: string; readonly to: string },
  options: DiffOptions = {},
): Promise<Result<TreeChange[]>> {
  const { enough = Infinity } = options
  const comparison = new Comparison(options)
  let waiting: Pair[] = from === to ? [] : [{ path: '', before: from, after: to, isIgnored: false }]
  while (waiting.length > 0 && comparison.changes.length < enough) {
    // All of a level at once, where nobody stops in the middle.
    const step = enough === Infinity ? waiting : waiting.slice(0, DIFF_STEP_DIRECTORIES)
    const next = await comparison.compare(blobs, step)
    if (!next.ok) return next
    waiting = [...waiting.slice(step.length), ...next.value]
    // Two whole sandboxes cannot differ in more; a tree that holds itself many times can.
    if (comparison.changes.length + waiting.length > 2 * VFS_MAX_FILES) return tooMany()
  }
  return ok(comparison.changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)))
}

function tooMany(): Result<never> {
  return fail('limit', 'The two trees differ in more files than a sandbox can hold.', {
    hint: 'Compare checkpoints that are closer to each other.',
  })
}

class Comparison {
  readonly changes: TreeChange[] = []
  readonly #options: DiffOptions
  readonly #rules = new IgnoreRules()

  constructor(options: DiffOptions) {
    this.#options = options
  }

  /** Adds to the changes, and tells which directories are next. */
  async compare(blobs: BlobStore, pairs: readonly Pair[]): Promise<Result<Pair[]>> {
    const hashes = pairs.flatMap(({ before, after }) => [before, after]).filter((hash) => hash !== undefined)
    const directories = await readDirectories(blobs, hashes)
    if (!directories.ok) return directories
    if (this.#options.withoutIgnored) {
      const learned = await this.#learnRules(blobs, pairs, directories.value)
      if (!learned.ok) return learned
    }
    const next: Pair[] = []
    // One by one: two directories may have many thousands in them.
    for (const pair of pairs) for (const child of this.#comparePair(pair, directories.value)) next.push(child)
    return ok(next)
  }

  async #learnRules(
    blobs: BlobStore,
    pairs: readonly Pair[],
    directories: Directories,
  ): Promise<Result<void>> {
    const found = pairs.flatMap(({ path, after }) => {
      const file = entriesOf(after, directories).find(({ name }) => name === '.gitignore')
      return file?.kind === 'file' ? [{ path, hash: file.hash }] : []
    })
    const texts = await readObjects(
      blobs,
      found.map(({ hash }) => hash),
    )
    if (!texts.ok) return texts
    for (const { path, hash } of found) this.#rules.add(path, new TextDecoder().decode(texts.value.get(hash)))
    return ok(undefined)
  }

  #comparePair(pair: Pair, directories: Directories): Pair[] {
    const before = byName(entriesOf(pair.before, directories))
    const after = byName(entriesOf(pair.after, directories))
    const next: Pair[] = []
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const path = pair.path === '' ? name : `${pair.path}/${name}`
      const [old, now] = [before.get(name), after.get(name)]
      if (old?.hash === now?.hash && old?.mode === now?.mode && old?.kind === now?.kind) continue
      if (!this.#isWanted(path)) continue
      const isIgnored = pair.isIgnored || this.#isIgnored(path, name, now)
      if (isIgnored && old === undefined) continue
      const [oldFolder, newFolder] = [folderHash(old), folderHash(now)]
      if (oldFolder !== newFolder) next.push({ path, before: oldFolder, after: newFolder, isIgnored })
      const change = fileChange(path, fileOf(old), fileOf(now))
      if (change && !(isIgnored && change.change === 'added')) this.changes.push(change)
    }
    return next
  }

  #isWanted(path: string): boolean {
    const { path: wanted, withoutIgnored } = this.#options
    if (withoutIgnored && (path === '.git' || path.endsWith('/.git'))) return false
    return wanted === undefined || wanted === path || wanted.startsWith(`${path}/`)
  }

  #isIgnored(path: string, name: string, now: DirectoryObjectEntry | undefined): boolean {
    if (!this.#options.withoutIgnored) return false
    return name === 'node_modules' || this.#rules.isIgnoredItself(path, now?.kind === 'directory')
  }
}

function entriesOf(hash: string | undefined, directories: Directories): readonly DirectoryObjectEntry[] {
  return (hash === undefined ? undefined : directories.get(hash)?.entries) ?? []
}

function byName(entries: readonly DirectoryObjectEntry[]): Map<string, DirectoryObjectEntry> {
  return new Map(entries.map((entry) => [entry.name, entry]))
}

function folderHash(entry: DirectoryObjectEntry | undefined): string | undefined {
  return entry?.kind === 'directory' ? entry.hash : undefined
}

function fileOf(entry: DirectoryObjectEntry | undefined): TreeFile | undefined {
  if (!entry || entry.kind === 'directory') return undefined
  const { kind, hash, size, mode } = entry
  return { kind, hash, size, mode }
}

function fileChange(
  path: string,
  before: TreeFile | undefined,
  after: TreeFile | undefined,
): TreeChange | undefined {
  if (before && after) return { path, change: 'modified', before, after }
  if (before) return { path, change: 'removed', before }
  return after && { path, change: 'added', after }
}
