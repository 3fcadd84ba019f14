/** Which commits `log` and its like show, and how. */
import { DIFF_OPTIONS, readDiffStyle, type DiffFormat, type DiffStyle } from '../diff/diff-options.ts'
import { diffPalette, wantsColor } from '../colors.ts'
import { GitFailure } from '../failure.ts'
import type { Options } from '../options.ts'
import { ShortNames } from '../revision/short-name.ts'
import type { Session } from '../session.ts'
import { Decorations } from './decorations.ts'
import { notesFor } from './commit-notes.ts'
import { readMailmap } from './mailmap.ts'
import { normalFormat } from './pretty.ts'
import type { PrettyStyle } from './pretty-style.ts'

export const LOG_OPTIONS: readonly string[] = [
  ...DIFF_OPTIONS,
  '#',
  'n,max-count=',
  'skip=',
  'oneline',
  'pretty=?',
  'format=',
  'abbrev-commit',
  'no-abbrev-commit',
  'abbrev=?',
  'no-abbrev',
  'date=',
  'relative-date',
  'decorate=?',
  'no-decorate',
  'decorate-refs=',
  'decorate-refs-exclude=',
  'all',
  'branches=?',
  'tags=?',
  'remotes=?',
  'reverse',
  'graph',
  'first-parent',
  'merges',
  'no-merges',
  'min-parents=',
  'max-parents=',
  'author=',
  'committer=',
  'grep=',
  'i,regexp-ignore-case',
  'E,extended-regexp',
  'F,fixed-strings',
  'P,perl-regexp',
  'all-match',
  'invert-grep',
  'since=',
  'after=',
  'until=',
  'before=',
  'follow',
  'm',
  'c',
  'cc',
  'parents',
  'children',
  'left-right',
  'left-only',
  'right-only',
  'cherry-pick',
  'cherry-mark',
  'topo-order',
  'date-order',
  'author-date-order',
  'full-history',
  'simplify-by-decoration',
  'L=',
  'g,walk-reflogs',
  'root',
  'no-notes',
  'notes=?',
  'show-signature',
  'source',
  'count',
  'stdin',
  'log-size',
  'mailmap',
  'use-mailmap',
  'no-mailmap',
  'expand-tabs=?',
  'no-expand-tabs',
  'encoding=',
  'boundary',
  'merge',
]

/** `--not` turns the revisions behind it round, up to the next one. */
export function withNegations(args: readonly string[]): readonly string[] {
  const words: string[] = []
  let isNegated = false
  for (const [at, arg] of args.entries()) {
    if (arg === '--') return [...words, ...args.slice(at)]
    if (arg === '--not') isNegated = !isNegated
    else if (!isNegated || arg.startsWith('-')) words.push(arg)
    else if (arg.includes('..')) throw new GitFailure(`--not with a range ('${arg}') is not supported here`)
    else words.push(arg.startsWith('^') ? arg.slice(1) : `^${arg}`)
  }
  return words
}

const MISSING = [
  'graph',
  'L',
  'cherry-pick',
  'cherry-mark',
  'children',
  'boundary',
  'stdin',
  'simplify-by-decoration',
  'c',
  'show-signature',
  'source',
  'merge',
  'full-history',
  'author-date-order',
  'decorate-refs',
  'decorate-refs-exclude',
  'log-size',
]

/** `draws`: the command can draw the graph, too. */
export function readPrettyStyle(session: Session, options: Options, draws = false): PrettyStyle {
  for (const name of MISSING)
    if (options.has(name) && !(draws && name === 'graph'))
      throw new GitFailure(`option --${name} is not supported in this sandbox's git`)
  const { repository, io } = session
  const configured = (name: string): string | undefined => repository.config.get(name)
  const given = options.value('format') ?? options.value('pretty') ?? configured('format.pretty')
  const isOneline = options.has('oneline')
  const format = isOneline
    ? 'oneline'
    : given === undefined
      ? 'medium'
      : normalFormat(given, options.has('format'), configured)
  const abbrev = options.has('no-abbrev') ? 40 : options.number('abbrev')
  const date = options.has('relative-date')
    ? 'relative'
    : (options.value('date') ?? configured('log.date') ?? 'default')
  return {
    format,
    date: { name: date.replace(/^auto:/, ''), now: io.now(), localZone: (ms) => io.zone(ms) },
    short: new ShortNames(repository, abbrev),
    abbrevCommit: (options.has('abbrev-commit') || isOneline) && !options.has('no-abbrev-commit'),
    colors: wantsColor(repository.config, 'diff', options) ? diffPalette(repository.config) : undefined,
    decorations: decorationsFor(session, options, format),
    mailmap: readMailmap(repository),
    mapsNames:
      !['mailmap', 'use-mailmap'].some((name) => options.isUnset(name)) &&
      !options.has('no-mailmap') &&
      repository.config.boolean('log.mailmap', true),
    parents: options.has('parents'),
    notes: notesFor(session, options),
    showsNotes: options.has('notes') || !['format', 'pretty', 'oneline'].some((name) => options.has(name)),
  }
}

/** There is no terminal, so decorations come only where they are asked for. */
function decorationsFor(session: Session, options: Options, format: string): Decorations | undefined {
  const mode = options.value('decorate')
  const inFormat = /%[-+ ]?[dD]/.test(format)
  if (!options.has('decorate') && !inFormat) return undefined
  if (options.has('no-decorate') || mode === 'no' || mode === 'auto')
    return inFormat ? new Decorations(session.repository) : undefined
  return new Decorations(session.repository, mode === 'full')
}

/** The diff that goes with each commit; undefined: none was asked for. */
export function readLogDiff(
  session: Session,
  options: Options,
  byDefault: DiffFormat | undefined,
): DiffStyle | undefined {
  const asked = [
    'patch',
    'unified',
    'stat',
    'numstat',
    'shortstat',
    'summary',
    'compact-summary',
    'raw',
    'name-only',
    'name-status',
    'patch-with-stat',
    'patch-with-raw',
    'binary',
    'no-patch',
  ]
  const wants = asked.some((name) => options.has(name))
  const searches = options.has('S') || options.has('G') || options.has('diff-filter')
  if (!wants && byDefault === undefined && !searches) return undefined
  const abbrev = options.has('no-abbrev') ? 40 : options.number('abbrev')
  return readDiffStyle(session.repository, options, byDefault ?? (wants ? 'patch' : 'none'), abbrev)
}
