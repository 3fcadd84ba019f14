/**
 * Chooses the instruction files that count for the work at hand: those of the root, those of folders in which files were read or
 * written, rules that are meant for such files, and what all these import.
 */
import type { InstructionFault, InstructionState } from '../../protocol/calls/instructions.ts'
import type { InstructionChoice } from '../../protocol/settings.ts'
import { loadFiles } from './load-files.ts'
import type { HeldVersion, InstructionSource } from './instruction-source.ts'
import type { HeldBack, LoadedFiles } from './load-files.ts'
import type { LoadedFile } from './loaded-file.ts'
import { displacedPlaces, instructionPlaces, speaksFor } from './places.ts'
import type { InstructionPlace } from './places.ts'
import { ruleMatcher } from './rule-file.ts'

export interface InstructionScope {
  readonly choice: InstructionChoice
  /** Files that the agent has read or written, from the workspace's root. */
  readonly worked: readonly string[]
  /** Files that were told before: they stay, also after what was worked on is forgotten. */
  readonly told: ReadonlySet<string>
  readonly heldBack: HeldBack
}

/** Why a file is not told. */
export type UnreadReason = Exclude<InstructionState, 'told' | 'left'>

export interface InstructionEntry {
  /** From the workspace's root; absolute where it lies outside. */
  readonly path: string
  /** The file that imports it. */
  readonly importedBy?: string
}

export interface ReadFile extends InstructionEntry {
  /** As it is told: without frontmatter and comments. */
  readonly text: string
  /** Something is wrong with it. */
  readonly fault?: InstructionFault
}

export interface UnreadFile extends InstructionEntry {
  readonly reason: UnreadReason
  /** Something is wrong with it. */
  readonly fault?: InstructionFault
}

export interface ReadInstructions {
  /** In the order in which they are told. */
  readonly files: readonly ReadFile[]
  readonly unread: readonly UnreadFile[]
  /** By path. */
  readonly held: ReadonlyMap<string, HeldVersion>
}

/** Undefined: it cannot be found out. */
export async function readInstructionFiles(
  source: InstructionSource,
  scope: InstructionScope,
): Promise<ReadInstructions | undefined> {
  const paths = await source.places()
  if (!paths.ok) return undefined
  const places = instructionPlaces(paths.value)
  const [near, far] = parted(places, (place) => isNear(place, scope))
  const kinds = new Map(near.map(({ path, kind }) => [path, kind]))
  const loaded = await loadFiles(
    near.map(({ path }) => path),
    { source, heldBack: scope.heldBack, kindOf: (path) => kinds.get(path) },
  )
  if (!loaded) return undefined
  // A file that nobody has accepted displaces none.
  const inForce = near.filter(({ path }) => loaded.files.get(path) !== 'missing')
  const displaced = displacedPlaces(inForce, scope.choice)
  const [counting, left] = parted(inForce, (place) => !displaced.has(place))
  const [meant, others] = parted(counting, (place) => isMeant(place, loaded, scope))
  const { files, unread } = inOrder(meant, loaded)
  // One that is displaced and imported is told all the same.
  const isOpen = ({ path }: InstructionEntry) => !files.some((file) => file.path === path)
  const named = [
    ...unreadFor(left, 'displaced'),
    ...unreadFor(far, 'elsewhere'),
    ...unreadFor(others, 'other files'),
  ]
  const silent = new Set(named.filter(isOpen).map(({ path }) => path))
  // A change of a file that does not count changes nothing.
  const held = new Map([...loaded.held].filter(([path]) => !silent.has(path)))
  return { files, unread: [...named.filter(isOpen), ...unread], held }
}

function unreadFor(places: readonly InstructionPlace[], reason: UnreadReason): UnreadFile[] {
  return places.map(({ path }) => ({ path, reason }))
}

function isNear(place: InstructionPlace, { told, worked }: InstructionScope): boolean {
  return place.folder === '' || told.has(place.path) || worked.some((path) => speaksFor(place, path))
}

/** Whether it is for all files of its folder, or for one that was worked on. */
function isMeant(
  { path, folder }: InstructionPlace,
  { files }: LoadedFiles,
  { told, worked }: InstructionScope,
): boolean {
  if (told.has(path)) return true
  const loaded = files.get(path)
  if (typeof loaded !== 'object' || loaded.paths === undefined) return true
  const matches = ruleMatcher(loaded.paths)
  return worked.some(
    (file) => speaksFor({ folder }, file) && matches(folder === '' ? file : file.slice(folder.length + 1)),
  )
}

/** Imported files stand before the one that imports them. */
function inOrder(
  places: readonly InstructionPlace[],
  { files: loaded }: LoadedFiles,
): Pick<ReadInstructions, 'files' | 'unread'> {
  const files: ReadFile[] = []
  const unread: UnreadFile[] = []
  const done = new Set<string>()
  const walk = (entry: InstructionEntry) => {
    if (done.has(entry.path)) return
    done.add(entry.path)
    const file = loaded.get(entry.path) ?? 'too deep'
    if (typeof file === 'string') return void unread.push({ ...entry, reason: file })
    for (const path of file.imports) walk({ path, importedBy: entry.path })
    const reason = reasonAgainst(file, files)
    // A file of settings that names no instructions has nothing to do with them.
    if (file.isConfig && file.imports.length === 0 && file.fault === undefined) return
    if (reason) unread.push({ ...entry, reason, ...(file.fault !== undefined && { fault: file.fault }) })
    else files.push({ ...entry, text: file.text, ...(file.fault !== undefined && { fault: file.fault }) })
  }
  for (const { path } of places) walk({ path })
  return { files, unread }
}

/** A file that only imports says nothing itself. */
function reasonAgainst(
  { text, isConfig }: LoadedFile,
  before: readonly ReadFile[],
): UnreadReason | undefined {
  if (isConfig) return 'names others'
  if (text.trim() === '') return 'empty'
  return before.some((file) => file.text.trim() === text.trim()) ? 'same' : undefined
}

function parted<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
