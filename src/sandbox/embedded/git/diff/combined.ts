/** Diffs against several parents at once (`--cc`): of merges, and of files in conflict. */
import type { Repository } from '../repository.ts'
import { modeText, NULL_OID } from '../store/objects.ts'
import { splitLines, toText } from '../text.ts'
import type { PathFilter } from '../worktree/pathspec.ts'
import { treeFiles } from '../worktree/tree-files.ts'
import { colorCombined } from './color.ts'
import type { DiffStyle } from './diff-options.ts'
import { diffLines } from './lines.ts'
import { quotePath } from './quote-path.ts'
import { blobOf } from '../worktree/worktree-files.ts'
import { fileLookup } from './sources.ts'

interface Version {
  readonly oid: string
  readonly mode: number
  readonly lines: readonly string[]
}

interface Shown {
  readonly pathspec: PathFilter
  readonly style: DiffStyle
}

/** A merge against its parents: files that differ from all of them. */
export function combinedDiff(repository: Repository, oid: string, { pathspec, style }: Shown): string {
  const { objects } = repository
  const { tree, parents } = objects.commit(oid)
  const result = treeFiles(objects, tree)
  const olds = parents.map((parent) => treeFiles(objects, objects.commit(parent).tree))
  let text = ''
  for (const [path, file] of result) {
    if (!pathspec.matches(path)) continue
    const before = olds.map((old) => old.get(path))
    if (before.some((old) => old?.oid === file.oid)) continue
    const version = (of: { oid: string; mode: number } | undefined): Version => ({
      oid: of?.oid ?? NULL_OID,
      mode: of?.mode ?? 0,
      lines: of === undefined ? [] : splitLines(toText(objects.file({ path, oid: of.oid }))),
    })
    text += formatCombined(path, { parents: before.map(version), result: version(file) }, style)
  }
  return text
}

/** Files in conflict: the worktree against both sides. */
export function combinedConflicts(repository: Repository, { pathspec, style }: Shown): string {
  const { index, objects } = repository
  const look = fileLookup(repository)
  let text = ''
  for (const [path, stages] of index.conflicts) {
    if (!pathspec.matches(path)) continue
    const stats = look(path)
    const sides = [2, 3].map((stage) => stages.find((entry) => entry.stage === stage))
    if (sides.includes(undefined) || stats === undefined) {
      text += `* Unmerged path ${quotePath(path, style.quoteHigh)}\n`
      continue
    }
    const parents = sides.map((entry): Version => ({
      oid: entry?.oid ?? NULL_OID,
      mode: entry?.mode ?? 0,
      lines: entry === undefined ? [] : splitLines(toText(objects.file({ path, oid: entry.oid }))),
    }))
    const lines = splitLines(toText(blobOf(repository, path, stats)))
    text += formatCombined(
      path,
      { parents, result: { oid: NULL_OID, mode: parents[0]?.mode ?? 0, lines } },
      style,
    )
  }
  return text
}

interface Line {
  /** Bit n: not in parent n. */
  flags: number
  /** Lines of parents that went from before this one. */
  lost: { text: string; parents: number }[]
}

function formatCombined(
  path: string,
  versions: { parents: readonly Version[]; result: Version },
  style: DiffStyle,
): string {
  return colorCombined(plainCombined(path, versions, style), versions.parents.length, style.colors)
}

function plainCombined(
  path: string,
  versions: { parents: readonly Version[]; result: Version },
  style: DiffStyle,
): string {
  const { parents, result } = versions
  const name = quotePath(path, style.quoteHigh)
  const short = (oid: string): string => (style.fullIndex ? oid : style.short.of(oid))
  let head = `diff --cc ${name}\nindex ${parents.map((parent) => short(parent.oid)).join(',')}..${short(result.oid)}\n`
  const isNew = parents.every((parent) => parent.mode === 0)
  if (isNew) head += `new file mode ${modeText(result.mode)}\n`
  else if (parents.some((parent) => parent.mode !== result.mode))
    head += `mode ${parents.map((parent) => modeText(parent.mode)).join(',')}..${modeText(result.mode)}\n`
  const all = 2 ** parents.length - 1
  const lines = compare(parents, result, style)
  const hunks = interestingHunks(lines, { all, context: style.context })
  if (hunks.length === 0) return parents.every((parent) => parent.mode === result.mode) ? '' : head
  const [from, to] = [quotePath(`a/${path}`, style.quoteHigh), quotePath(`b/${path}`, style.quoteHigh)]
  head += `--- ${isNew ? '/dev/null' : from}\n+++ ${to}\n`
  return head + hunks.map((hunk) => formatHunk(hunk, lines, versions)).join('')
}

function compare(parents: readonly Version[], result: Version, style: DiffStyle): Line[] {
  const lines: Line[] = Array.from({ length: result.lines.length + 1 }, () => ({ flags: 0, lost: [] }))
  parents.forEach((parent, number) => {
    const bit = 1 << number
    for (const change of diffLines(parent.lines, result.lines, { normalize: style.normalize })) {
      for (let at = change.b; at < change.b + change.bCount; at += 1) {
        const line = lines[at]
        if (line !== undefined) line.flags |= bit
      }
      const line = lines[change.b]
      if (line !== undefined) addLost(line, parent.lines.slice(change.a, change.a + change.aCount), bit)
    }
  })
  return lines
}

/** The same line that several parents lost is shown once. */
function addLost(line: Line, texts: readonly string[], bit: number): void {
  const known = line.lost.map((lost) => lost.text)
  const merged: Line['lost'] = []
  let [a, b] = [0, 0]
  const take = (count: number): void => {
    for (; count > 0; count -= 1, a += 1, b += 1) {
      const lost = line.lost[a]
      if (lost !== undefined) merged.push({ ...lost, parents: lost.parents | bit })
    }
  }
  for (const change of diffLines(known, texts)) {
    take(change.a - a)
    merged.push(...line.lost.slice(a, a + change.aCount))
    merged.push(...texts.slice(b, b + change.bCount).map((text) => ({ text, parents: bit })))
    a += change.aCount
    b += change.bCount
  }
  take(known.length - a)
  line.lost = merged
}

interface Range {
  readonly start: number
  readonly end: number
}

function interestingHunks(
  lines: readonly Line[],
  { all, context }: { all: number; context: number },
): Range[] {
  const groups: { start: number; end: number }[] = []
  const last = lines.length - 1
  lines.forEach((line, at) => {
    if (line.flags === 0 && line.lost.length === 0) return
    const group = groups.at(-1)
    if (group !== undefined && at - group.end <= context) group.end = at + 1
    else groups.push({ start: at, end: at + 1 })
  })
  const kept = groups.filter((group) => isInteresting(lines.slice(group.start, group.end), all))
  const wide: { start: number; end: number }[] = []
  for (const { start, end } of kept) {
    const from = Math.max(0, start - context)
    const to = Math.min(last, end + context)
    const before = wide.at(-1)
    if (before !== undefined && from <= before.end) before.end = Math.max(before.end, to)
    else wide.push({ start: from, end: Math.max(to, end === lines.length ? lines.length : to) })
  }
  return wide
}

/** A hunk in which all changes are against the same parents says only that another parent was taken. */
function isInteresting(lines: readonly Line[], all: number): boolean {
  const sets = new Set(lines.flatMap((line) => [line.flags, ...line.lost.map((lost) => lost.parents)]))
  sets.delete(0)
  return sets.size > 1 || sets.has(all)
}

function formatHunk(
  { start, end }: Range,
  lines: readonly Line[],
  versions: { parents: readonly Version[]; result: Version },
): string {
  const { parents, result } = versions
  const marks = '@'.repeat(parents.length + 1)
  const ranges = parents.map((_, number) => {
    const bit = 1 << number
    const count = (from: number, to: number): number =>
      lines.slice(from, to).reduce((sum, line, offset) => {
        const kept = from + offset < result.lines.length && (line.flags & bit) === 0 ? 1 : 0
        return sum + kept + line.lost.filter((lost) => (lost.parents & bit) !== 0).length
      }, 0)
    const size = count(start, end)
    const before = count(0, start)
    return `-${size === 0 ? before : before + 1},${size}`
  })
  const size = Math.min(end, result.lines.length) - start
  let text = `${marks} ${ranges.join(' ')} +${size === 0 ? start : start + 1},${size} ${marks}${section(result.lines, start)}\n`
  for (let at = start; at < end; at += 1) {
    const line = lines[at]
    for (const lost of line?.lost ?? [])
      text += columns(parents, (bit) => ((lost.parents & bit) !== 0 ? '-' : ' ')) + ended(lost.text)
    const own = result.lines[at]
    if (own !== undefined)
      text += columns(parents, (bit) => (((line?.flags ?? 0) & bit) !== 0 ? '+' : ' ')) + ended(own)
  }
  return text
}

function columns(parents: readonly Version[], mark: (bit: number) => string): string {
  return parents.map((_, number) => mark(1 << number)).join('')
}

/** A combined diff does not say that a newline is missing. */
function ended(line: string): string {
  return line.endsWith('\n') ? line : `${line}\n`
}

/** As git has it: the last char that is no blank, of at most forty, is left out. */
function section(lines: readonly string[], start: number): string {
  const head = lines.slice(0, start).findLast((line) => /^[A-Za-z_$]/.test(line)) ?? ''
  const shown = head.replace(/\n$/, '').slice(0, 40).trimEnd().slice(0, -1)
  return shown === '' ? '' : ` ${shown}`
}
