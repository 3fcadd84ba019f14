/** Three versions of a text merged into one, with markers where both sides changed the same lines. */
import { diffLines, type LineChange } from '../diff/lines.ts'

export interface ThreeTexts {
  readonly base: readonly string[]
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

export interface MergeStyle {
  readonly labels: { readonly base: string; readonly ours: string; readonly theirs: string }
  /** `diff3` and `zdiff3` show what was there before as well. */
  readonly style: 'merge' | 'diff3' | 'zdiff3'
  /** Instead of a conflict: take one side, or both one after the other. */
  readonly favor?: 'ours' | 'theirs' | 'union' | undefined
}

export interface MergedText {
  readonly text: string
  readonly conflicts: number
}

const MARKER_SIZE = 7
/** Unchanged lines between two conflicts that are drawn into one: more would be hard to read apart. */
const JOIN_LINES = 3

/** Lines of all three that belong together. */
interface Region {
  kind: 'ours' | 'theirs' | 'both' | 'conflict'
  base: [number, number]
  ours: [number, number]
  theirs: [number, number]
}

export function mergeLines(texts: ThreeTexts, style: MergeStyle): MergedText {
  let regions = pairChanges(texts)
  if (style.style === 'merge')
    regions = joinClose(
      regions.flatMap((region) => refine(texts, region)),
      texts,
    )
  return render(texts, regions, style)
}

/** Changes of both sides that touch are one region; where both did the same there is no conflict. */
function pairChanges({ base, ours, theirs }: ThreeTexts): Region[] {
  const left = diffLines(base, ours)
  const right = diffLines(base, theirs)
  const regions: Region[] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i], right[j]]
    if (a !== undefined && (b === undefined || a.a + a.aCount < b.a)) {
      regions.push(oneSided('ours', a, shiftBefore(right, j)))
      i += 1
      continue
    }
    if (b !== undefined && (a === undefined || b.a + b.aCount < a.a)) {
      regions.push(oneSided('theirs', b, shiftBefore(left, i)))
      j += 1
      continue
    }
    if (a === undefined || b === undefined) break
    const region = grow(left, right, { i, j })
    regions.push(region.region)
    i = region.i
    j = region.j
  }
  return regions.map((region) => settle(region, { base, ours, theirs }))
}

/** How far the other side has moved by the changes before its n-th. */
function shiftBefore(changes: readonly LineChange[], n: number): number {
  const last = changes[n - 1]
  return last === undefined ? 0 : last.b + last.bCount - (last.a + last.aCount)
}

function oneSided(kind: 'ours' | 'theirs', change: LineChange, shift: number): Region {
  const base: [number, number] = [change.a, change.a + change.aCount]
  const own: [number, number] = [change.b, change.b + change.bCount]
  const other: [number, number] = [base[0] + shift, base[1] + shift]
  return kind === 'ours' ? { kind, base, ours: own, theirs: other } : { kind, base, ours: other, theirs: own }
}

function grow(
  left: readonly LineChange[],
  right: readonly LineChange[],
  from: { i: number; j: number },
): { region: Region; i: number; j: number } {
  let { i, j } = from
  const start = Math.min(left[i]?.a ?? Infinity, right[j]?.a ?? Infinity)
  let end = start
  const [leftShift, rightShift] = [shiftBefore(left, i), shiftBefore(right, j)]
  for (;;) {
    const [a, b] = [left[i], right[j]]
    if (a !== undefined && a.a <= end) {
      end = Math.max(end, a.a + a.aCount)
      i += 1
    } else if (b !== undefined && b.a <= end) {
      end = Math.max(end, b.a + b.aCount)
      j += 1
    } else break
  }
  return {
    region: {
      kind: 'conflict',
      base: [start, end],
      ours: [start + leftShift, end + shiftBefore(left, i)],
      theirs: [start + rightShift, end + shiftBefore(right, j)],
    },
    i,
    j,
  }
}

function settle(region: Region, { ours, theirs }: ThreeTexts): Region {
  if (region.kind !== 'conflict') return region
  const [mine, other] = [ours.slice(...region.ours), theirs.slice(...region.theirs)]
  const isSame = mine.length === other.length && mine.every((line, at) => line === other[at])
  return isSame ? { ...region, kind: 'both' } : region
}

/** A conflict is cut down to the lines in which the sides really differ. */
function refine({ ours, theirs }: ThreeTexts, region: Region): Region[] {
  if (region.kind !== 'conflict') return [region]
  const [mine, other] = [ours.slice(...region.ours), theirs.slice(...region.theirs)]
  if (mine.length === 0 || other.length === 0) return [region]
  const changes = diffLines(mine, other)
  const out: Region[] = []
  const [oursStart, theirsStart] = [region.ours[0], region.theirs[0]]
  let [x, y] = [0, 0]
  const same = (toX: number, toY: number): void => {
    if (toX > x)
      out.push({
        kind: 'both',
        base: [region.base[1], region.base[1]],
        ours: [oursStart + x, oursStart + toX],
        theirs: [theirsStart + y, theirsStart + toY],
      })
  }
  changes.forEach((change, at) => {
    same(change.a, change.b)
    out.push({
      kind: 'conflict',
      base: at === 0 ? region.base : [region.base[1], region.base[1]],
      ours: [oursStart + change.a, oursStart + change.a + change.aCount],
      theirs: [theirsStart + change.b, theirsStart + change.b + change.bCount],
    })
    x = change.a + change.aCount
    y = change.b + change.bCount
  })
  same(mine.length, other.length)
  // Lines before the first conflict belong to the region as well: the base must be taken out there.
  const [first] = out
  if (first?.kind === 'both') first.base = [region.base[0], region.base[0]]
  return out
}

/** Conflicts with few unchanged lines between them become one. */
function joinClose(regions: readonly Region[], texts: ThreeTexts): Region[] {
  const out: Region[] = []
  for (const region of regions) {
    const last = out.findLastIndex((candidate) => candidate.kind === 'conflict')
    const before = out[last]
    if (region.kind !== 'conflict' || before === undefined) {
      out.push({ ...region })
      continue
    }
    const between = out.slice(last + 1)
    const gap = region.ours[0] - before.ours[1]
    const onlySame = between.every((candidate) => candidate.kind === 'both')
    if (
      !onlySame ||
      gap > JOIN_LINES ||
      gap !== region.theirs[0] - before.theirs[1] ||
      !isSameGap(before, region, texts)
    ) {
      out.push({ ...region })
      continue
    }
    before.base = [before.base[0], Math.max(before.base[1], region.base[1])]
    before.ours = [before.ours[0], region.ours[1]]
    before.theirs = [before.theirs[0], region.theirs[1]]
    out.splice(last + 1)
  }
  return out
}

function isSameGap(before: Region, region: Region, { ours, theirs }: ThreeTexts): boolean {
  const mine = ours.slice(before.ours[1], region.ours[0])
  const other = theirs.slice(before.theirs[1], region.theirs[0])
  return mine.every((line, at) => line === other[at])
}

function render(texts: ThreeTexts, regions: readonly Region[], style: MergeStyle): MergedText {
  const { base, ours, theirs } = texts
  let text = ''
  let at = 0
  let conflicts = 0
  for (const region of regions) {
    // Unchanged lines in front are the same in all three; ours is followed.
    text += ours.slice(at, region.ours[0]).join('')
    at = region.ours[1]
    const [mine, other] = [ours.slice(...region.ours), theirs.slice(...region.theirs)]
    if (region.kind === 'ours' || region.kind === 'both') text += mine.join('')
    else if (region.kind === 'theirs') text += other.join('')
    else if (style.favor === 'ours') text += mine.join('')
    else if (style.favor === 'theirs') text += other.join('')
    else if (style.favor === 'union') text += closed(mine) + other.join('')
    else {
      conflicts += 1
      text += conflictText({ mine, other, old: base.slice(...region.base) }, style)
    }
  }
  return { text: text + ours.slice(at).join(''), conflicts }
}

function conflictText(
  sides: { mine: readonly string[]; other: readonly string[]; old: readonly string[] },
  { labels, style }: MergeStyle,
): string {
  let { mine, other } = sides
  let [before, after] = ['', '']
  if (style === 'zdiff3') {
    let start = 0
    while (start < mine.length && start < other.length && mine[start] === other[start]) start += 1
    let end = 0
    while (
      end < mine.length - start &&
      end < other.length - start &&
      mine.at(-1 - end) === other.at(-1 - end)
    )
      end += 1
    before = mine.slice(0, start).join('')
    after = mine.slice(mine.length - end).join('')
    mine = mine.slice(start, mine.length - end)
    other = other.slice(start, other.length - end)
  }
  // Markers end with CRLF if the texts do.
  const end =
    [...mine, ...other, ...sides.old].some((line) => line.endsWith('\r\n')) &&
    ![...mine, ...other].some((line) => /[^\r]\n$/.test(line))
      ? '\r\n'
      : '\n'
  const marker = (char: string, label: string): string =>
    `${char.repeat(MARKER_SIZE)}${label === '' ? '' : ` ${label}`}${end}`
  const old = style === 'merge' ? '' : marker('|', labels.base) + closed(sides.old)
  return `${before}${marker('<', labels.ours)}${closed(mine)}${old}${marker('=', '')}${closed(other)}${marker('>', labels.theirs)}${after}`
}

/** With a newline at the end, so that the marker stands on a line of its own. */
function closed(lines: readonly string[]): string {
  const text = lines.join('')
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
