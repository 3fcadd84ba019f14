/**
 * Places of instruction files, in the order in which they are told, and which of them count. Names and order are those of
 * today's tools: a folder's general file first, its rules, the user's local notes last; folders from the root down.
 */
import type { InstructionChoice } from '../../protocol/settings.ts'

export interface InstructionPlace {
  /** From the workspace's root. */
  readonly path: string
  /** `config` names others, and says nothing itself. */
  readonly kind: 'claude' | 'agents' | 'rule' | 'config' | 'local'
  /** The folder that it speaks for, from the workspace's root; empty for the root. */
  readonly folder: string
}

const KINDS: ReadonlyArray<readonly [pattern: RegExp, kind: InstructionPlace['kind']]> = [
  [/^(?:(.+)\/)?AGENTS\.md$/, 'agents'],
  [/^(?:(.+)\/)?CLAUDE\.md$/, 'claude'],
  [/^(?:(.+)\/)?\.claude\/rules\/.+\.md$/, 'rule'],
  [/^(?:\.opencode\/)?opencode\.jsonc?$/, 'config'],
  [/^(?:(.+)\/)?CLAUDE\.local\.md$/, 'local'],
]
/** A folder of skills and settings of other tools: none of them reads instructions there. */
const OTHERS = /^(?:.+\/)?\.agents\//
const ORDER = KINDS.map(([, kind]) => kind)

export function isInstructionFile(path: string): boolean {
  return placeOf(path).length > 0
}

/** Instruction files among `paths`. */
export function instructionPlaces(paths: readonly string[]): readonly InstructionPlace[] {
  return paths.flatMap(placeOf).toSorted(byOrder)
}

/** Each AGENTS.md that does not count because a file for CLAUDE stands in the same folder. */
export function displacedPlaces(
  places: readonly InstructionPlace[],
  choice: InstructionChoice,
): ReadonlySet<InstructionPlace> {
  if (choice === 'both') return new Set()
  const own = new Set(
    places.filter(({ kind }) => kind === 'claude' || kind === 'local').map(({ folder }) => folder),
  )
  return new Set(places.filter(({ kind, folder }) => kind === 'agents' && own.has(folder)))
}

/** Whether work in `folder` is work in the place's folder or below. */
export function speaksFor({ folder }: Pick<InstructionPlace, 'folder'>, path: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

function placeOf(path: string): InstructionPlace[] {
  if (OTHERS.test(path)) return []
  for (const [pattern, kind] of KINDS) {
    const match = pattern.exec(path)
    if (match) return [{ path, kind, folder: folderOf(match[1] ?? '', kind) }]
  }
  return []
}

/** A file in `.claude` speaks for the folder that has it. */
function folderOf(parent: string, kind: InstructionPlace['kind']): string {
  return kind === 'rule' || kind === 'local' ? parent : parent.replace(/(?:^|\/)\.claude$/, '')
}

function byOrder(a: InstructionPlace, b: InstructionPlace): number {
  return (
    depthOf(a.folder) - depthOf(b.folder) ||
    compare(a.folder, b.folder) ||
    ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
    depthOf(a.path) - depthOf(b.path) ||
    compare(a.path, b.path)
  )
}

function depthOf(path: string): number {
  return path === '' ? 0 : path.split('/').length
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
