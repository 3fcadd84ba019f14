/** Finds files that were moved: the same or nearly the same content under another name. */
import { GIT_RENAME_MAX_PAIRS } from '../../../contract/limits.ts'
import { objectId } from '../store/sha1.ts'
import { MODE } from '../store/objects.ts'
import { toText } from '../text.ts'
import { pathOfPair, type FilePair, type FileSide } from './file-pair.ts'
import { compareText } from '../store/objects.ts'

/** As git measures: 60,000 is all. */
const MAX_SCORE = 60_000
/** Bytes of a line that count as one piece. */
const PIECE_BYTES = 64

interface Candidate {
  readonly source: FileSide
  readonly target: FileSide
  readonly score: number
  readonly sameName: boolean
}

/** `percent` is the least part that must be the same. `copies`: changed files may be sources as well. */
export function findRenames(
  pairs: readonly FilePair[],
  options: { percent: number; copies?: boolean },
): FilePair[] {
  const added = pairs.filter((pair) => pair.status === 'A' && isPlain(pair.after))
  const deleted = pairs.filter((pair) => pair.status === 'D' && isPlain(pair.before))
  const changed = options.copies ? pairs.filter((pair) => pair.status === 'M') : []
  const sources = [...deleted, ...changed].flatMap((pair) => pair.before ?? [])
  const targets = added.flatMap((pair) => pair.after ?? [])
  if (sources.length === 0 || targets.length === 0) return [...pairs]
  const found = match(sources, targets, options.percent)
  return rebuild(pairs, found, options.copies ?? false)
}

function isPlain(side: FileSide | undefined): boolean {
  return side !== undefined && side.mode !== MODE.gitlink
}

function match(
  sources: readonly FileSide[],
  targets: readonly FileSide[],
  percent: number,
): Map<FileSide, Candidate> {
  const found = new Map<FileSide, Candidate>()
  const used = new Set<FileSide>()
  const take = (candidate: Candidate): void => {
    found.set(candidate.target, candidate)
    used.add(candidate.source)
  }
  exactMatches(sources, targets).forEach((candidate) => {
    if (!found.has(candidate.target) && !used.has(candidate.source)) take(candidate)
  })
  const restTargets = targets.filter((target) => !found.has(target))
  const restSources = sources.filter((source) => !used.has(source))
  if (percent >= 100 || restTargets.length * restSources.length > GIT_RENAME_MAX_PAIRS) return found
  const candidates = similarPairs(restSources, restTargets, (percent / 100) * MAX_SCORE)
  candidates.sort((a, b) => b.score - a.score || Number(b.sameName) - Number(a.sameName))
  for (const candidate of candidates)
    if (!found.has(candidate.target) && !used.has(candidate.source)) take(candidate)
  return found
}

function exactMatches(sources: readonly FileSide[], targets: readonly FileSide[]): Candidate[] {
  const byId = new Map<string, FileSide[]>()
  for (const source of sources) {
    const id = idOf(source)
    byId.set(id, [...(byId.get(id) ?? []), source])
  }
  const candidates = targets.flatMap((target) =>
    (byId.get(idOf(target)) ?? [])
      .filter((source) => isSameKind(source, target))
      .map((source) => ({ source, target, score: MAX_SCORE, sameName: hasSameName(source, target) })),
  )
  return candidates.sort((a, b) => Number(b.sameName) - Number(a.sameName))
}

function idOf(side: FileSide): string {
  return side.oid ?? objectId('blob', side.read())
}

function isSameKind(a: FileSide, b: FileSide): boolean {
  return (a.mode & 0o170000) === (b.mode & 0o170000)
}

function hasSameName(a: FileSide, b: FileSide): boolean {
  return baseName(a.path) === baseName(b.path)
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

interface Measured {
  readonly side: FileSide
  readonly size: number
  /** Bytes by piece. */
  readonly pieces: ReadonlyMap<string, number>
}

function similarPairs(
  sources: readonly FileSide[],
  targets: readonly FileSide[],
  least: number,
): Candidate[] {
  const measuredSources = sources.filter((side) => side.mode !== MODE.symlink).map(measure)
  return targets
    .filter((side) => side.mode !== MODE.symlink)
    .map(measure)
    .flatMap((target) =>
      measuredSources.flatMap((source) => {
        const score = similarity(source, target, least)
        if (score < least || score === 0) return []
        const sameName = hasSameName(source.side, target.side)
        return [{ source: source.side, target: target.side, score, sameName }]
      }),
    )
}

function measure(side: FileSide): Measured {
  const data = side.read()
  const pieces = new Map<string, number>()
  const text = toText(data)
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at)
    const end = Math.min(newline < 0 ? text.length : newline + 1, at + PIECE_BYTES)
    // Line ends of both kinds count as the same.
    const piece = text.slice(at, end).replace('\r\n', '\n')
    pieces.set(piece, (pieces.get(piece) ?? 0) + piece.length)
    at = end
  }
  return { side, size: data.length, pieces }
}

function similarity(source: Measured, target: Measured, least: number): number {
  const larger = Math.max(source.size, target.size)
  const smaller = Math.min(source.size, target.size)
  if (larger === 0 || larger * (MAX_SCORE - least) < (larger - smaller) * MAX_SCORE) return 0
  let copied = 0
  for (const [piece, bytes] of source.pieces) copied += Math.min(bytes, target.pieces.get(piece) ?? 0)
  return Math.floor((copied * MAX_SCORE) / larger)
}

function rebuild(
  pairs: readonly FilePair[],
  found: ReadonlyMap<FileSide, Candidate>,
  copies: boolean,
): FilePair[] {
  const changedPaths = new Set(
    pairs.flatMap((pair) => (pair.status === 'M' ? (pair.before?.path ?? []) : [])),
  )
  const moved = new Set([...found.values()].map(({ source }) => source.path))
  const result = pairs.flatMap((pair): FilePair[] => {
    const candidate = pair.status === 'A' && pair.after !== undefined ? found.get(pair.after) : undefined
    if (candidate !== undefined) {
      const isCopy = copies && changedPaths.has(candidate.source.path)
      const similarity = Math.floor((candidate.score * 100) / MAX_SCORE)
      return [{ status: isCopy ? 'C' : 'R', before: candidate.source, after: candidate.target, similarity }]
    }
    const isGone = pair.status === 'D' && pair.before !== undefined && moved.has(pair.before.path)
    return isGone ? [] : [pair]
  })
  return result.sort((a, b) => compareText(pathOfPair(a), pathOfPair(b)))
}
