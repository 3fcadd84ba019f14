/** Which file a patch is for. */
import type { CommandRun } from '../frame/command-run.ts'
import type { FilePatch } from './patch-format.ts'

/** Name of a missing file in a diff. */
export const NO_FILE = '/dev/null'

export interface Target {
  /** File to read. */
  readonly path: string
  /** File to write. */
  readonly to: string
  readonly exists: boolean
}

interface Choice {
  /** The file that the command line names. */
  readonly original: string | undefined
  readonly folder: string
  /** Undefined: the last part of the name. */
  readonly strip: number | undefined
  /** The patch has been turned round. */
  readonly isReversed: boolean
}

/** Undefined when none of the patch's files is there. */
export function fileOf(run: CommandRun, patch: FilePatch, choice: Choice): Target | undefined {
  const { original, folder } = choice
  const below = (name: string): string => (folder === '.' ? name : `${folder}/${name}`)
  if (original !== undefined) {
    const path = below(original)
    return { path, to: path, exists: run.exists(path) }
  }
  const [oldName, newName] = [patch.oldName, patch.newName].map((name) => stripped(name, choice.strip))
  if ((patch.isRename || patch.isCopy) && oldName !== undefined && newName !== undefined) {
    const path = below(oldName)
    return run.exists(path) ? { path, to: below(newName), exists: true } : undefined
  }
  const inOrder = choice.isReversed ? [newName, oldName] : [oldName, newName]
  const names = inOrder.filter((name) => name !== undefined)
  const [best] = names.filter((name) => run.exists(below(name))).sort(byLength)
  if (best !== undefined) return { path: below(best), to: below(best), exists: true }
  const isNew = patch.oldName === NO_FILE || patch.hunks.every((hunk) => hunk.oldStart === 0)
  if (!isNew || newName === undefined) return undefined
  return { path: below(newName), to: below(newName), exists: false }
}

/** Names that lead out are nobody's. */
function stripped(name: string | undefined, strip: number | undefined): string | undefined {
  if (name === undefined || name === NO_FILE) return undefined
  const parts = name.split(/\/+/)
  const kept = strip === undefined ? parts.slice(-1) : parts.slice(strip)
  if (kept.length === 0 || kept.includes('..') || kept[0] === '') return undefined
  return kept.join('/')
}

/** Fewer parts first, then the shorter name. */
function byLength(one: string, other: string): number {
  return one.split('/').length - other.split('/').length || one.length - other.length
}
