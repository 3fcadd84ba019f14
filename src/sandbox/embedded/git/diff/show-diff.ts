/** Differences in the forms that were asked for. */
import { GitFailure } from '../failure.ts'
import { modeText, NULL_OID } from '../store/objects.ts'
import { toText } from '../text.ts'
import { colorStat } from './color.ts'
import type { DiffFormat, DiffStyle } from './diff-options.ts'
import { pathOfPair, type FilePair } from './file-pair.ts'
import { formatPatch, linesOf, shownPath, changesOf } from './patch.ts'
import { quotePath } from './quote-path.ts'
import { findRenames } from './renames.ts'
import { formatNumstat, formatShortstat, formatStat, formatSummary, measureFile } from './stat.ts'

/** Applies the style's reversal, rename detection and filters to the pairs. */
export function preparePairs(given: readonly FilePair[], style: DiffStyle): FilePair[] {
  let pairs = style.reverse ? given.map(turnRound) : [...given]
  const { relative } = style
  if (relative !== undefined) pairs = pairs.filter((pair) => pathOfPair(pair).startsWith(relative))
  if (style.renames !== undefined)
    pairs = findRenames(pairs, { percent: style.renames, copies: style.copies })
  if (style.filter !== undefined) pairs = filterPairs(pairs, style.filter)
  if (style.search !== undefined) pairs = pairs.filter((pair) => matchesSearch(pair, style))
  return pairs
}

function turnRound(pair: FilePair): FilePair {
  const status = pair.status === 'A' ? 'D' : pair.status === 'D' ? 'A' : pair.status
  return { ...pair, status, before: pair.after, after: pair.before }
}

function filterPairs(pairs: readonly FilePair[], filter: string): FilePair[] {
  const wrong = /[^ACDMRTUXBacdmrtuxb*]/.exec(filter)
  if (wrong !== null) throw new GitFailure(`unknown change class '${wrong[0]}' in --diff-filter=${filter}`)
  const wanted = filter.replace(/[^A-Z]/g, '')
  const unwanted = filter.replace(/[^a-z]/g, '').toUpperCase()
  return pairs.filter(
    ({ status }) => !unwanted.includes(status) && (wanted === '' || wanted.includes(status)),
  )
}

function matchesSearch(pair: FilePair, style: DiffStyle): boolean {
  const { search } = style
  if (search === undefined) return true
  const [old, young] = [pair.before?.read() ?? new Uint8Array(0), pair.after?.read() ?? new Uint8Array(0)]
  const pattern = new RegExp(
    search.isRegExp ? search.text : search.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
    'g',
  )
  if (search.kind === 'S') {
    const count = (data: Uint8Array): number => toText(data).match(pattern)?.length ?? 0
    return count(old) !== count(young)
  }
  const texts = { a: linesOf(old), b: linesOf(young) }
  return changesOf(texts, style).some((change) =>
    [
      ...texts.a.slice(change.a, change.a + change.aCount),
      ...texts.b.slice(change.b, change.b + change.bCount),
    ].some((line) => line.search(pattern) >= 0),
  )
}

export function showDiff(pairs: readonly FilePair[], style: DiffStyle): string {
  const needsStats = style.formats.some((format) => ['stat', 'numstat', 'shortstat'].includes(format))
  const stats = needsStats ? pairs.map((pair) => measureFile(pair, style)) : []
  const render = (format: DiffFormat): string => {
    switch (format) {
      case 'stat':
        return colorStat(formatStat(stats, style), style.colors)
      case 'numstat':
        return formatNumstat(stats, style)
      case 'shortstat':
        return pairs.length === 0 ? '' : formatShortstat(stats)
      case 'summary':
        return formatSummary(pairs, style)
      case 'raw':
        return pairs.map((pair) => rawLine(pair, style)).join('')
      case 'name-only':
        return pairs.map((pair) => `${name(pathOfPair(pair), style)}${style.nul ? '\0' : '\n'}`).join('')
      case 'name-status':
        return pairs.map((pair) => nameStatusLine(pair, style)).join('')
      case 'patch':
        return pairs.map((pair) => formatPatch(pair, style)).join('')
      case 'none':
        return ''
      default:
        return format satisfies never
    }
  }
  const parts = style.formats.map(render)
  // An empty line separates the overview from the patch.
  const last = style.formats.length - 1
  if (last > 0 && style.formats[last] === 'patch' && parts[last] !== '')
    return `${parts.slice(0, -1).join('')}${style.nul ? '\0' : '\n'}${parts[last] ?? ''}`
  return parts.join('')
}

function name(path: string, style: DiffStyle): string {
  const shown = shownPath(path, style)
  return style.nul ? shown : quotePath(shown, style.quoteHigh)
}

function statusText(pair: FilePair): string {
  const score = pair.similarity === undefined ? '' : String(pair.similarity).padStart(3, '0')
  return pair.status + score
}

function nameStatusLine(pair: FilePair, style: DiffStyle): string {
  const [gap, end] = style.nul ? ['\0', '\0'] : ['\t', '\n']
  const names =
    pair.similarity === undefined ? [pathOfPair(pair)] : [pair.before?.path ?? '', pair.after?.path ?? '']
  return `${[statusText(pair), ...names.map((path) => name(path, style))].join(gap)}${end}`
}

function rawLine(pair: FilePair, style: DiffStyle): string {
  const { before, after } = pair
  const oid = (side: FilePair['before']): string => {
    const full = side?.oid ?? NULL_OID
    return style.fullIndex ? full : style.short.of(full)
  }
  const [gap, end] = style.nul ? ['\0', '\0'] : ['\t', '\n']
  const names = pair.similarity === undefined ? [pathOfPair(pair)] : [before?.path ?? '', after?.path ?? '']
  const head = `:${modeText(before?.mode ?? 0)} ${modeText(after?.mode ?? 0)} ${oid(before)} ${oid(after)} ${statusText(pair)}`
  return `${[head, ...names.map((path) => name(path, style))].join(gap)}${end}`
}
