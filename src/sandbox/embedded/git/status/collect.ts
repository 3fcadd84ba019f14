/** Collects the entries of `git status`: the three-way comparison of HEAD, index and worktree. */
import { findRenames } from '../diff/renames.ts'
import type { FilePair } from '../diff/file-pair.ts'
import { indexPairs } from '../diff/sources.ts'
import type { Repository } from '../repository.ts'
import { modeOfStats } from '../store/index-entry.ts'
import { compareText } from '../store/objects.ts'
import { IgnoreRules } from '../worktree/ignore.ts'
import type { Pathspec } from '../worktree/pathspec.ts'
import { scanWorktree, type ScanOptions } from '../worktree/scan.ts'
import { compareFile } from '../worktree/worktree-files.ts'

export interface StatusEntry {
  readonly path: string
  /** HEAD against index; undefined: no change. */
  readonly staged: FilePair | undefined
  /** Index against worktree. */
  readonly unstaged: 'M' | 'D' | 'T' | 'A' | undefined
  /** Which stages a conflict has: bit 0 base, bit 1 ours, bit 2 theirs; 0: no conflict. */
  readonly stages: number
  readonly worktreeMode: number
}

export interface Status {
  readonly entries: readonly StatusEntry[]
  readonly untracked: readonly string[]
  readonly ignored: readonly string[]
}

export function collectStatus(
  repository: Repository,
  options: {
    pathspec: Pathspec
    untracked: ScanOptions['untracked']
    ignored: ScanOptions['ignored']
    renames?: boolean
  },
): Status {
  const { index, objects, head } = repository
  const { pathspec } = options
  const scan = scanWorktree(repository, { ...options, ignore: new IgnoreRules(repository) })
  const tree = head === undefined ? undefined : objects.commit(head).tree
  const changes = indexPairs(repository, tree, pathspec).filter((pair) => pair.status !== 'U')
  const staged = options.renames === false ? changes : findRenames(changes, { percent: 50 })
  const entries = new Map<string, StatusEntry>()
  const blank = { staged: undefined, unstaged: undefined, stages: 0, worktreeMode: 0 }
  for (const pair of staged) {
    const path = pair.after?.path ?? pair.before?.path ?? ''
    entries.set(path, { ...blank, path, staged: pair })
  }
  for (const [path, conflict] of index.conflicts) {
    if (!pathspec.matches(path)) continue
    const stages = conflict.reduce((bits, entry) => bits | (1 << (entry.stage - 1)), 0)
    const worktreeMode = modeAt(scan.stats.get(path))
    entries.set(path, { ...blank, path, stages, worktreeMode })
  }
  for (const entry of [...index.clean]) {
    if (!pathspec.matches(entry.path)) continue
    const stats = scan.stats.get(entry.path)
    const state = compareFile(repository, entry, stats)
    const worktreeMode = modeAt(stats)
    if (state === 'same') {
      const known = entries.get(entry.path)
      if (known !== undefined) entries.set(entry.path, { ...known, worktreeMode })
      continue
    }
    const letter = entry.intentToAdd && state === 'modified' ? 'A' : LETTERS[state]
    const before = entries.get(entry.path) ?? { ...blank, path: entry.path }
    entries.set(entry.path, { ...before, unstaged: letter, worktreeMode })
  }
  const sorted = [...entries.values()].sort((a, b) => compareText(a.path, b.path))
  return { entries: sorted, untracked: scan.untracked, ignored: scan.ignored }
}

const LETTERS = { modified: 'M', deleted: 'D', 'type-changed': 'T' } as const

function modeAt(stats: Parameters<typeof modeOfStats>[0] | undefined): number {
  return stats === undefined ? 0 : modeOfStats(stats)
}

/** The letters of `--short` and `--porcelain`. */
export function statusLetters(entry: StatusEntry): string {
  if (entry.stages !== 0) return UNMERGED[entry.stages]?.letters ?? 'UU'
  return `${entry.staged?.status ?? ' '}${entry.unstaged ?? ' '}`
}

export const UNMERGED: Readonly<Record<number, { letters: string; words: string }>> = {
  1: { letters: 'DD', words: 'both deleted:' },
  2: { letters: 'AU', words: 'added by us:' },
  3: { letters: 'UD', words: 'deleted by them:' },
  4: { letters: 'UA', words: 'added by them:' },
  5: { letters: 'DU', words: 'deleted by us:' },
  6: { letters: 'AA', words: 'both added:' },
  7: { letters: 'UU', words: 'both modified:' },
}
