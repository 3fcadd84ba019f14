/** One walk over the worktree: what is there of the tracked files, and what is not tracked. */
import type { Stats } from '../../syscalls.ts'
import type { EntryStats } from '../files.ts'
import type { Repository } from '../repository.ts'
import { compareText } from '../store/objects.ts'
import type { IgnoreRules } from './ignore.ts'
import type { Pathspec } from './pathspec.ts'

export interface ScanOptions {
  readonly ignore: IgnoreRules
  readonly pathspec: Pathspec
  /** `normal`: a directory without any tracked file is told as one entry with a slash. */
  readonly untracked: 'no' | 'normal' | 'all'
  /** Tell what is ignored too: in the same way, or with every file. */
  readonly ignored: 'no' | 'normal' | 'matching' | 'all'
}

export interface Scan {
  /** Stats of the tracked paths that exist. */
  readonly stats: ReadonlyMap<string, Stats>
  readonly untracked: readonly string[]
  readonly ignored: readonly string[]
}

interface Scanning extends ScanOptions {
  readonly repository: Repository
  readonly tracked: ReadonlySet<string>
  /** Directories in which something is tracked. */
  readonly directories: ReadonlySet<string>
  readonly stats: Map<string, Stats>
  readonly untrackedPaths: string[]
  readonly ignoredPaths: string[]
}

export function scanWorktree(repository: Repository, options: ScanOptions): Scan {
  const { tracked, directories } = trackedPaths(repository)
  const scanning: Scanning = {
    ...options,
    repository,
    tracked,
    directories,
    stats: new Map(),
    untrackedPaths: [],
    ignoredPaths: [],
  }
  scanDirectory(scanning, '')
  return {
    stats: scanning.stats,
    untracked: scanning.untrackedPaths.sort(compareText),
    ignored: scanning.ignoredPaths.sort(compareText),
  }
}

function trackedPaths(repository: Repository): { tracked: Set<string>; directories: Set<string> } {
  const tracked = new Set<string>()
  const directories = new Set<string>()
  for (const { path } of repository.index.entries) {
    tracked.add(path)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const directory = path.slice(0, at)
      if (directories.has(directory)) break
      directories.add(directory)
    }
  }
  return { tracked, directories }
}

function list({ repository, ignore }: Scanning, prefix: string): EntryStats[] {
  const path = prefix === '' ? repository.root : repository.path(prefix.slice(0, -1))
  const entries = repository.files.entriesWithStats(path)
  ignore.noteDirectory(
    prefix,
    entries.some((entry) => entry.name === '.gitignore'),
  )
  return entries.filter((entry) => entry.name !== '.git')
}

/** A directory in which something is tracked, or the top. */
function scanDirectory(scanning: Scanning, prefix: string): void {
  for (const { name, stats } of list(scanning, prefix)) {
    const path = prefix + name
    const isDirectory = stats.kind === 'directory'
    if (scanning.tracked.has(path)) scanning.stats.set(path, stats)
    else if (!isDirectory) scanUntrackedFile(scanning, path)
    else if (scanning.directories.has(path)) {
      if (scanning.pathspec.mayMatchBelow(path)) scanDirectory(scanning, `${path}/`)
    } else if (scanning.pathspec.mayMatchBelow(path)) scanUntrackedDirectory(scanning, path)
  }
}

function scanUntrackedFile(scanning: Scanning, path: string): void {
  if (scanning.untracked === 'no' && scanning.ignored === 'no') return
  if (!scanning.pathspec.matches(path)) return
  if (!scanning.ignore.isIgnored(path, false)) scanning.untrackedPaths.push(path)
  else if (scanning.ignored !== 'no') scanning.ignoredPaths.push(path)
}

function scanUntrackedDirectory(scanning: Scanning, path: string): void {
  if (scanning.untracked === 'no' && scanning.ignored === 'no') return
  if (scanning.ignore.isIgnored(path, true)) {
    if (scanning.ignored === 'no') return
    if (scanning.ignored !== 'all' || isNestedRepository(scanning, path))
      scanning.ignoredPaths.push(`${path}/`)
    else collectAll(scanning, `${path}/`)
    return
  }
  if (isNestedRepository(scanning, path)) {
    scanning.untrackedPaths.push(`${path}/`)
    return
  }
  const whole = scanning.untracked !== 'all' && matchesWhole(scanning, path)
  const before = [scanning.untrackedPaths.length, scanning.ignoredPaths.length] as const
  const files = countFiles(scanning, `${path}/`, whole && scanning.ignored === 'no')
  if (
    whole &&
    files.untracked === 0 &&
    scanning.ignored === 'normal' &&
    scanning.ignoredPaths.length > before[1]
  ) {
    // All that is in it is ignored.
    scanning.ignoredPaths.splice(before[1])
    scanning.ignoredPaths.push(`${path}/`)
  }
  if (!whole || files.untracked === 0) return
  scanning.untrackedPaths.splice(before[0])
  scanning.untrackedPaths.push(`${path}/`)
}

/** False when only a part of the directory was asked for, and so cannot be told as one. */
function matchesWhole({ pathspec }: Scanning, path: string): boolean {
  return pathspec.isAll || pathspec.matches(`${path}/x`)
}

/** Lists it, which will be done anyway and is remembered, instead of asking for one name that is hardly ever there. */
function isNestedRepository({ repository }: Scanning, path: string): boolean {
  return repository.files.entriesWithStats(repository.path(path)).some(({ name }) => name === '.git')
}

/** Adds what is below; `enough` stops at the first. */
function countFiles(scanning: Scanning, prefix: string, enough: boolean): { untracked: number } {
  const start = scanning.untrackedPaths.length
  for (const { name, stats } of list(scanning, prefix)) {
    const path = prefix + name
    if (stats.kind !== 'directory') scanUntrackedFile(scanning, path)
    else if (scanning.pathspec.mayMatchBelow(path)) scanUntrackedDirectory(scanning, path)
    if (enough && scanning.untrackedPaths.length > start) break
  }
  return { untracked: scanning.untrackedPaths.length - start }
}

function collectAll(scanning: Scanning, prefix: string): void {
  for (const { name, stats } of list(scanning, prefix)) {
    const path = prefix + name
    if (stats.kind === 'directory') collectAll(scanning, `${path}/`)
    else if (scanning.pathspec.matches(path)) scanning.ignoredPaths.push(path)
  }
}
