/** One entry of the index: a path, the object it had when it was added, and what the file looked like then. */
import type { Stats } from '../../syscalls.ts'
import { MODE } from './objects.ts'

export interface FileMark {
  readonly ctimeSeconds: number
  readonly ctimeNanoseconds: number
  readonly mtimeSeconds: number
  readonly mtimeNanoseconds: number
  readonly ino: number
  /** The lower 32 bits. */
  readonly size: number
}

export interface IndexEntry extends FileMark {
  readonly path: string
  /** 0, or 1 (base), 2 (ours) and 3 (theirs) of a conflict. */
  readonly stage: 0 | 1 | 2 | 3
  readonly mode: number
  readonly oid: string
  readonly dev: number
  readonly uid: number
  readonly gid: number
  readonly assumeValid: boolean
  readonly skipWorktree: boolean
  readonly intentToAdd: boolean
}

const NO_MARK: FileMark = {
  ctimeSeconds: 0,
  ctimeNanoseconds: 0,
  mtimeSeconds: 0,
  mtimeNanoseconds: 0,
  ino: 0,
  size: 0,
}

export function makeEntry(
  entry: { path: string; mode: number; oid: string; stage?: IndexEntry['stage']; intentToAdd?: boolean },
  stats?: Stats,
): IndexEntry {
  return {
    ...(stats === undefined ? NO_MARK : markOf(stats)),
    path: entry.path,
    mode: entry.mode,
    oid: entry.oid,
    stage: entry.stage ?? 0,
    dev: 0,
    uid: 0,
    gid: 0,
    assumeValid: false,
    skipWorktree: false,
    intentToAdd: entry.intentToAdd ?? false,
  }
}

export function markOf(stats: Stats): FileMark {
  return {
    ctimeSeconds: seconds(stats.ctimeMs),
    ctimeNanoseconds: nanoseconds(stats.ctimeMs),
    mtimeSeconds: seconds(stats.mtimeMs),
    mtimeNanoseconds: nanoseconds(stats.mtimeMs),
    ino: stats.ino >>> 0,
    size: stats.size >>> 0,
  }
}

/** True when the file is surely the one that was added; false means that its content must be compared. */
export function marksAgree(entry: FileMark, stats: Stats): boolean {
  return (
    entry.size === stats.size >>> 0 &&
    entry.mtimeSeconds === seconds(stats.mtimeMs) &&
    entry.mtimeNanoseconds === nanoseconds(stats.mtimeMs) &&
    entry.ctimeSeconds === seconds(stats.ctimeMs) &&
    entry.ctimeNanoseconds === nanoseconds(stats.ctimeMs) &&
    entry.ino === stats.ino >>> 0
  )
}

/** The mode that a file of the worktree has in the index. */
export function modeOfStats(stats: Stats): number {
  if (stats.kind === 'symlink') return MODE.symlink
  if (stats.kind === 'directory') return MODE.gitlink
  return (stats.mode & 0o100) === 0 ? MODE.file : MODE.executable
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000) >>> 0
}

function nanoseconds(ms: number): number {
  return Math.round((ms - Math.floor(ms / 1000) * 1000) * 1e6)
}
