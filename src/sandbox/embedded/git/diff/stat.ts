/** How much changed: `--stat`, `--numstat`, `--shortstat`, `--summary`. */
import { modeText } from '../store/objects.ts'
import type { DiffStyle } from './diff-options.ts'
import { isBinaryPair, pathOfPair, type FilePair } from './file-pair.ts'
import { changesOf, linesOf, shownPath } from './patch.ts'
import { quotePath } from './quote-path.ts'

export interface FileStat {
  readonly pair: FilePair
  readonly added: number
  readonly deleted: number
  readonly binary: { readonly before: number; readonly after: number } | undefined
}

export function measureFile(pair: FilePair, style: DiffStyle): FileStat {
  const isSame = pair.before?.oid !== undefined && pair.before.oid === pair.after?.oid
  if (pair.status === 'U' || isSame) return { pair, added: 0, deleted: 0, binary: undefined }
  const [old, young] = [pair.before?.read() ?? new Uint8Array(0), pair.after?.read() ?? new Uint8Array(0)]
  if (isBinaryPair(pair, [old, young], style.showsText))
    return { pair, added: 0, deleted: 0, binary: sizesOf(old, young) }
  const changes = changesOf({ a: linesOf(old), b: linesOf(young) }, style)
  const added = changes.reduce((sum, change) => sum + change.bCount, 0)
  const deleted = changes.reduce((sum, change) => sum + change.aCount, 0)
  return { pair, added, deleted, binary: undefined }
}

/** Nothing of either, where the bytes are the same. */
function sizesOf(old: Uint8Array, young: Uint8Array): { before: number; after: number } {
  const isSame = old.length === young.length && old.every((byte, at) => byte === young[at])
  return isSame ? { before: 0, after: 0 } : { before: old.length, after: young.length }
}

export function formatNumstat(stats: readonly FileStat[], style: DiffStyle): string {
  return stats.map((stat) => numstatLine(stat, style)).join('')
}

function numstatLine({ pair, added, deleted, binary }: FileStat, style: DiffStyle): string {
  const counts = binary === undefined ? `${added}\t${deleted}` : '-\t-'
  const isMoved = pair.status === 'R' || pair.status === 'C'
  if (style.nul) {
    const names = isMoved ? `\0${pair.before?.path ?? ''}\0${pair.after?.path ?? ''}` : pathOfPair(pair)
    return `${counts}\t${names}\0`
  }
  return `${counts}\t${displayName(pair, style)}\n`
}

/** Renames as `dir/{old => new}/file`. */
function displayName(pair: FilePair, style: DiffStyle): string {
  const [from, to] = [pair.before?.path ?? '', pair.after?.path ?? '']
  if (pair.status !== 'R' && pair.status !== 'C')
    return quotePath(shownPath(pathOfPair(pair), style), style.quoteHigh)
  const quotes = (path: string): boolean => quotePath(path, style.quoteHigh) !== path
  if (quotes(from) || quotes(to))
    return `${quotePath(from, style.quoteHigh)} => ${quotePath(to, style.quoteHigh)}`
  return shortenRename(from, to)
}

function shortenRename(from: string, to: string): string {
  let start = 0
  for (let at = 0; at < from.length && at < to.length && from[at] === to[at]; at += 1)
    if (from[at] === '/') start = at + 1
  let end = 0
  // The slash that ends the common beginning may begin the common end as well.
  const room = Math.min(from.length, to.length) - Math.max(0, start - 1)
  for (let at = 1; at <= room && from[from.length - at] === to[to.length - at]; at += 1)
    if (from[from.length - at] === '/') end = at
  if (start === 0 && end === 0) return `${from} => ${to}`
  const middle = (path: string): string => path.slice(start, Math.max(start, path.length - end))
  return `${from.slice(0, start)}{${middle(from)} => ${middle(to)}}${from.slice(from.length - end)}`
}

export function formatShortstat(stats: readonly FileStat[]): string {
  const files = stats.filter((stat) => stat.pair.status !== 'U').length
  const added = stats.reduce((sum, stat) => sum + stat.added, 0)
  const deleted = stats.reduce((sum, stat) => sum + stat.deleted, 0)
  if (files === 0) return ' 0 files changed\n'
  let text = ` ${files} file${files === 1 ? '' : 's'} changed`
  if (added > 0 || deleted === 0) text += `, ${added} insertion${added === 1 ? '' : 's'}(+)`
  if (deleted > 0 || added === 0) text += `, ${deleted} deletion${deleted === 1 ? '' : 's'}(-)`
  return `${text}\n`
}

export function formatStat(stats: readonly FileStat[], style: DiffStyle): string {
  if (stats.length === 0) return ''
  const names = stats.map((stat) => displayName(stat.pair, style))
  const totals = stats.map((stat) => stat.added + stat.deleted)
  const most = Math.max(...totals)
  const longest = Math.max(...names.map((name) => name.length))
  const hasBinary = stats.some((stat) => stat.binary !== undefined)
  const binaryWidth = Math.max(0, ...stats.map((stat) => binaryText(stat).length))
  const hasUnmerged = stats.some((stat) => stat.pair.status === 'U')
  const numberWidth = Math.max(String(most).length, hasBinary ? 3 : 0, hasUnmerged ? 8 : 0)
  const { nameWidth, graphWidth } = widths({
    width: style.statWidth,
    longest,
    most,
    numberWidth,
    binaryWidth,
  })
  const lines = stats.map((stat, at) => {
    const name = fitName(names[at] ?? '', nameWidth).padEnd(nameWidth)
    if (stat.pair.status === 'U') return ` ${name} | ${'Unmerged'.padStart(numberWidth)}\n`
    if (stat.binary !== undefined) return ` ${name} | ${'Bin'.padStart(numberWidth)}${binaryText(stat)}\n`
    const bar = graph(stat, most, graphWidth)
    return ` ${name} | ${String(totals[at]).padStart(numberWidth)}${bar === '' ? '' : ` ${bar}`}\n`
  })
  return lines.join('') + formatShortstat(stats)
}

function binaryText({ binary }: FileStat): string {
  if (binary === undefined) return ''
  return binary.before === 0 && binary.after === 0 ? '' : ` ${binary.before} -> ${binary.after} bytes`
}

/** Git gives the names five eighths of the line where both do not fit. */
function widths(sizes: {
  width: number
  longest: number
  most: number
  numberWidth: number
  binaryWidth: number
}): { nameWidth: number; graphWidth: number } {
  const width = Math.max(sizes.width, 16 + 6 + sizes.numberWidth)
  let nameWidth = sizes.longest
  let graphWidth = Math.max(sizes.most, sizes.binaryWidth > 0 ? sizes.binaryWidth + 3 - sizes.numberWidth : 0)
  if (nameWidth + sizes.numberWidth + 6 + graphWidth > width) {
    const share = Math.floor((width * 3) / 8) - sizes.numberWidth - 6
    if (graphWidth > share) graphWidth = Math.max(6, share)
    const rest = width - sizes.numberWidth - 6 - graphWidth
    if (nameWidth > rest) nameWidth = rest
    else graphWidth = width - sizes.numberWidth - 6 - nameWidth
  }
  return { nameWidth, graphWidth }
}

function fitName(name: string, width: number): string {
  if (name.length <= width) return name
  const tail = name.slice(name.length - Math.max(0, width - 3))
  const slash = tail.indexOf('/')
  return `...${slash < 0 ? tail : tail.slice(slash)}`
}

function graph({ added, deleted }: FileStat, most: number, width: number): string {
  let [plus, minus] = [added, deleted]
  if (width < most && most > 0) {
    const scale = (count: number): number => (count === 0 ? 0 : 1 + Math.floor((count * (width - 1)) / most))
    let total = scale(plus + minus)
    if (total < 2 && plus > 0 && minus > 0) total = 2
    if (plus < minus) {
      plus = scale(plus)
      minus = total - plus
    } else {
      minus = scale(minus)
      plus = total - minus
    }
  }
  return '+'.repeat(plus) + '-'.repeat(minus)
}

export function formatSummary(pairs: readonly FilePair[], style: DiffStyle): string {
  return pairs.map((pair) => summaryLine(pair, style)).join('')
}

function summaryLine(pair: FilePair, style: DiffStyle): string {
  const name = quotePath(shownPath(pathOfPair(pair), style), style.quoteHigh)
  const { before, after } = pair
  switch (pair.status) {
    case 'A':
      return ` create mode ${modeText(after?.mode ?? 0)} ${name}\n`
    case 'D':
      return ` delete mode ${modeText(before?.mode ?? 0)} ${name}\n`
    case 'R':
    case 'C': {
      const word = pair.status === 'R' ? 'rename' : 'copy'
      return ` ${word} ${displayName(pair, style)} (${pair.similarity ?? 100}%)\n${modeChange(pair, '')}`
    }
    case 'M':
    case 'T':
      return modeChange(pair, ` ${name}`)
    case 'U':
      return ''
    default:
      return pair.status satisfies never
  }
}

function modeChange({ before, after }: FilePair, name: string): string {
  if (before === undefined || after === undefined || before.mode === after.mode) return ''
  return ` mode change ${modeText(before.mode)} => ${modeText(after.mode)}${name}\n`
}
