/** Three trees merged into one: file by file, renames followed, with what could not be decided. */
import { isBinary, makePair, storedSide, type FilePair } from '../diff/file-pair.ts'
import { GitFailure } from '../failure.ts'
import { findRenames } from '../diff/renames.ts'
import type { Repository } from '../repository.ts'
import { compareText } from '../store/objects.ts'
import { fromText, splitLines, toText } from '../text.ts'
import { diffTrees, treeFiles, type TreeFile } from '../worktree/tree-files.ts'
import { mergeLines, type MergeStyle } from './merge-lines.ts'

export interface MergeRequest {
  readonly base: string | undefined
  readonly ours: string
  readonly theirs: string
  readonly labels: MergeStyle['labels']
  readonly favor?: MergeStyle['favor']
}

export interface Stages {
  readonly base: TreeFile | undefined
  readonly ours: TreeFile | undefined
  readonly theirs: TreeFile | undefined
}

export interface MergeResult {
  /** Everything that is in the worktree afterwards; of conflicts, the text with the markers. */
  readonly files: ReadonlyMap<string, TreeFile>
  readonly conflicts: ReadonlyMap<string, Stages>
  /** Messages as git prints them, in order. */
  readonly messages: readonly string[]
}

interface Merging {
  readonly repository: Repository
  readonly request: MergeRequest
  readonly style: MergeStyle
  readonly files: Map<string, TreeFile>
  readonly conflicts: Map<string, Stages>
  readonly messages: { readonly path: string; readonly text: string }[]
}

export function mergeTrees(repository: Repository, request: MergeRequest): MergeResult {
  const { objects } = repository
  const base = treeFiles(objects, request.base)
  const sides = { ours: treeFiles(objects, request.ours), theirs: treeFiles(objects, request.theirs) }
  const moves = {
    ours: renamesOf(repository, request.base, request.ours),
    theirs: renamesOf(repository, request.base, request.theirs),
  }
  const merging: Merging = {
    repository,
    request,
    style: { labels: request.labels, style: conflictStyle(repository), favor: request.favor },
    files: new Map(sides.ours),
    conflicts: new Map(),
    messages: [],
  }
  const done = new Set<string>()
  mergeMoved(merging, { base, ...sides }, moves, done)
  const paths = new Set([...base.keys(), ...sides.ours.keys(), ...sides.theirs.keys()])
  for (const path of [...paths].sort(compareText)) {
    if (done.has(path)) continue
    mergePath(merging, path, {
      base: base.get(path),
      ours: sides.ours.get(path),
      theirs: sides.theirs.get(path),
    })
  }
  moveAside(merging)
  const messages = merging.messages
    .map((message, at) => ({ ...message, at }))
    .sort((a, b) => compareText(a.path, b.path) || a.at - b.at)
    .map((message) => message.text)
  return { files: merging.files, conflicts: merging.conflicts, messages }
}

function conflictStyle(repository: Repository): MergeStyle['style'] {
  const configured = repository.config.get('merge.conflictstyle')
  return configured === 'diff3' || configured === 'zdiff3' ? configured : 'merge'
}

/** New names by old ones. */
function renamesOf(repository: Repository, base: string | undefined, side: string): Map<string, string> {
  if (base === undefined || repository.config.get('merge.renames') === 'false') return new Map()
  const { objects } = repository
  const pairs = diffTrees(objects, base, side).map((change): FilePair =>
    makePair(
      change.before && storedSide(objects, change.before),
      change.after && storedSide(objects, change.after),
    ),
  )
  const isEmpty = (pair: FilePair): boolean => (pair.before ?? pair.after)?.oid === EMPTY_BLOB
  const found = findRenames(
    pairs.filter((pair) => !isEmpty(pair)),
    { percent: 50 },
  )
  return new Map(
    found.flatMap((pair) =>
      pair.status === 'R' ? [[pair.before?.path ?? '', pair.after?.path ?? ''] as const] : [],
    ),
  )
}

const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'

interface Versions {
  readonly base: ReadonlyMap<string, TreeFile>
  readonly ours: ReadonlyMap<string, TreeFile>
  readonly theirs: ReadonlyMap<string, TreeFile>
}

function mergeMoved(
  merging: Merging,
  versions: Versions,
  moves: { ours: ReadonlyMap<string, string>; theirs: ReadonlyMap<string, string> },
  done: Set<string>,
): void {
  const { labels } = merging.request
  const tell = (path: string, text: string): void => void merging.messages.push({ path, text: `${text}\n` })
  for (const from of [...new Set([...moves.ours.keys(), ...moves.theirs.keys()])].sort(compareText)) {
    const [mine, other] = [moves.ours.get(from), moves.theirs.get(from)]
    const to = mine ?? other ?? from
    const stages = {
      base: versions.base.get(from),
      ours: versions.ours.get(mine ?? from),
      theirs: versions.theirs.get(other ?? from),
    }
    const at = (file: TreeFile | undefined, path: string): TreeFile | undefined => file && { ...file, path }
    merging.files.delete(from)
    if (mine !== undefined && other !== undefined && mine !== other) {
      for (const path of [from, mine, other]) done.add(path)
      tell(
        from,
        `CONFLICT (rename/rename): ${from} renamed to ${mine} in ${labels.ours} and to ${other} in ${labels.theirs}.`,
      )
      if (stages.base) merging.conflicts.set(from, { base: stages.base, ours: undefined, theirs: undefined })
      keepBoth(merging, { path: mine, file: stages.ours, side: 'ours' })
      keepBoth(merging, { path: other, file: stages.theirs, side: 'theirs' })
      continue
    }
    const [one, deleter] = mine === undefined ? [stages.ours, labels.ours] : [stages.theirs, labels.theirs]
    if (one === undefined && (mine === undefined || other === undefined)) {
      const renamer = mine === undefined ? labels.theirs : labels.ours
      for (const path of [from, to]) done.add(path)
      const file = at(mine === undefined ? stages.theirs : stages.ours, to)
      tell(to, `CONFLICT (rename/delete): ${from} renamed to ${to} in ${renamer}, but deleted in ${deleter}.`)
      merging.conflicts.set(to, {
        base: at(stages.base, to),
        ours: mine === undefined ? undefined : file,
        theirs: mine === undefined ? file : undefined,
      })
      if (file !== undefined) merging.files.set(to, file)
      continue
    }
    // The side that kept the old name may have something else under the new one: then each path is for itself.
    const clash =
      mine === undefined ? versions.ours.get(to) : other === undefined ? versions.theirs.get(to) : undefined
    if (clash !== undefined) continue
    for (const path of [from, to]) done.add(path)
    mergePath(merging, to, {
      base: at(stages.base, to),
      ours: at(stages.ours, to),
      theirs: at(stages.theirs, to),
    })
  }
}

function keepBoth(
  merging: Merging,
  kept: { path: string; file: TreeFile | undefined; side: 'ours' | 'theirs' },
): void {
  const { path, file, side } = kept
  if (file === undefined) return
  merging.files.set(path, { ...file, path })
  const none = { base: undefined, ours: undefined, theirs: undefined }
  merging.conflicts.set(path, { ...none, [side]: { ...file, path } })
}

function isSame(a: TreeFile | undefined, b: TreeFile | undefined): boolean {
  return a?.oid === b?.oid && a?.mode === b?.mode
}

function mergePath(merging: Merging, path: string, { base, ours, theirs }: Stages): void {
  const { files } = merging
  const take = (file: TreeFile | undefined): void => {
    if (file === undefined) files.delete(path)
    else files.set(path, { ...file, path })
  }
  if (isSame(ours, theirs) || isSame(base, theirs)) return take(ours)
  if (isSame(base, ours)) return take(theirs)
  if (ours === undefined || theirs === undefined) return modifyDelete(merging, path, { base, ours, theirs })
  mergeContents(merging, path, { base, ours, theirs })
}

function modifyDelete(merging: Merging, path: string, stages: Stages): void {
  const { labels } = merging.request
  const [deleter, modifier] =
    stages.ours === undefined ? [labels.ours, labels.theirs] : [labels.theirs, labels.ours]
  const kept = stages.ours ?? stages.theirs
  merging.messages.push({
    path,
    text: `CONFLICT (modify/delete): ${path} deleted in ${deleter} and modified in ${modifier}.  Version ${modifier} of ${path} left in tree.\n`,
  })
  merging.conflicts.set(path, stages)
  if (kept !== undefined) merging.files.set(path, kept)
}

function mergeContents(
  merging: Merging,
  path: string,
  stages: { base: TreeFile | undefined; ours: TreeFile; theirs: TreeFile },
): void {
  const { base, ours, theirs } = stages
  const { objects } = merging.repository
  const tell = (text: string): void => void merging.messages.push({ path, text: `${text}\n` })
  const mode = base !== undefined && ours.mode === base.mode ? theirs.mode : ours.mode
  const kinds = [ours.mode, theirs.mode].map((value) => value & 0o170000)
  const plain = kinds.every((kind) => kind === 0o100000)
  if (!plain) {
    tell(`CONFLICT (${base === undefined ? 'add/add' : 'content'}): Merge conflict in ${path}`)
    merging.conflicts.set(path, stages)
    merging.files.set(path, { ...ours, path })
    return
  }
  if (ours.oid === theirs.oid || (base !== undefined && (base.oid === ours.oid || base.oid === theirs.oid))) {
    const oid = base?.oid === ours.oid ? theirs.oid : ours.oid
    merging.files.set(path, { path, mode, oid })
    return
  }
  const driver = driverOf(merging.repository, path)
  const [old, mine, other] = [base, ours, theirs].map((file) =>
    file === undefined ? new Uint8Array(0) : objects.blob(file.oid),
  )
  const binary =
    driver === 'binary' || [old, mine, other].some((data) => data !== undefined && isBinary(data))
  const { favor } = merging.request
  if (binary && driver !== 'ours' && favor !== 'ours' && favor !== 'theirs') {
    tell(
      `warning: Cannot merge binary files: ${path} (${merging.request.labels.ours} vs. ${merging.request.labels.theirs})`,
    )
    tell(`Auto-merging ${path}`)
    tell(`CONFLICT (${base === undefined ? 'add/add' : 'content'}): Merge conflict in ${path}`)
    merging.conflicts.set(path, stages)
    merging.files.set(path, { path, mode, oid: ours.oid })
    return
  }
  tell(`Auto-merging ${path}`)
  if (driver === 'ours') {
    merging.files.set(path, { path, mode, oid: ours.oid })
    return
  }
  if (binary) {
    merging.files.set(path, { path, mode, oid: favor === 'ours' ? ours.oid : theirs.oid })
    return
  }
  const lines = (data: Uint8Array | undefined): string[] => splitLines(toText(data ?? new Uint8Array(0)))
  const merged = mergeLines(
    { base: lines(old), ours: lines(mine), theirs: lines(other) },
    {
      ...merging.style,
      favor: driver === 'union' ? 'union' : favor,
    },
  )
  const oid = objects.write('blob', fromText(merged.text))
  merging.files.set(path, { path, mode, oid })
  if (merged.conflicts === 0) return
  tell(`CONFLICT (${base === undefined ? 'add/add' : 'content'}): Merge conflict in ${path}`)
  merging.conflicts.set(path, stages)
}

/** How attributes want a file merged. */
function driverOf({ attributes, config }: Repository, path: string): 'text' | 'binary' | 'union' | 'ours' {
  const value = attributes.of(path).get('merge')
  const name = value === undefined ? config.get('merge.default') : value
  if (name === false || name === 'binary') return 'binary'
  if (name === 'union') return 'union'
  const command = typeof name === 'string' ? config.get(`merge.${name}.driver`) : undefined
  // The usual way to keep one's own version.
  if (command?.trim() === 'true') return 'ours'
  if (command !== undefined)
    throw new GitFailure(`${path}: the merge driver '${String(name)}' is not supported in this sandbox's git`)
  return 'text'
}

/** A file where the other side has a directory gets another name. */
function moveAside(merging: Merging): void {
  const { files, conflicts } = merging
  const directories = new Set<string>()
  for (const path of files.keys())
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      directories.add(path.slice(0, at))
  for (const [path, file] of [...files]) {
    if (!directories.has(path)) continue
    const { labels, ours } = merging.request
    const isOurs = treeFiles(merging.repository.objects, ours).has(path)
    const label = isOurs ? labels.ours : labels.theirs
    const aside = `${path}~${label.replaceAll('/', '_')}`
    files.delete(path)
    files.set(aside, { ...file, path: aside })
    const none = { base: undefined, ours: undefined, theirs: undefined }
    const stages = conflicts.get(path) ?? { ...none, [isOurs ? 'ours' : 'theirs']: file }
    conflicts.delete(path)
    conflicts.set(aside, stages)
    merging.messages.push({
      path: aside,
      text: `CONFLICT (file/directory): directory in the way of ${path} from ${label}; moving it to ${aside} instead.\n`,
    })
  }
}
