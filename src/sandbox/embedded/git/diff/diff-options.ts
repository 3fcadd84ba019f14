/** The options that every command which shows differences takes. */
import { diffPalette, wantsColor } from '../colors.ts'
import { usageFailure } from '../failure.ts'
import type { Options } from '../options.ts'
import type { Repository } from '../repository.ts'
import { ShortNames } from '../revision/short-name.ts'
import type { DiffColors } from './color.ts'
import { wordDiffOf, type WordDiff } from './word-diff.ts'

export type DiffFormat =
  | 'patch'
  | 'stat'
  | 'numstat'
  | 'shortstat'
  | 'summary'
  | 'raw'
  | 'name-only'
  | 'name-status'
  | 'none'

export interface DiffStyle {
  readonly formats: readonly DiffFormat[]
  readonly context: number
  readonly interHunk: number
  readonly wholeFunction: boolean
  readonly normalize: ((line: string) => string) | undefined
  readonly ignoreBlankLines: boolean
  readonly text: boolean
  readonly binary: boolean
  /** Least similarity of a rename in percent; undefined: renames are not looked for. */
  readonly renames: number | undefined
  readonly copies: boolean
  readonly nul: boolean
  readonly quoteHigh: boolean
  readonly prefixes: readonly [string, string]
  readonly filter: string | undefined
  readonly reverse: boolean
  readonly colors: DiffColors | undefined
  readonly words: WordDiff | undefined
  /** Attributes' choice for a path: true shows it as text, false as binary. */
  readonly showsText: (path: string) => boolean | undefined
  readonly fullIndex: boolean
  readonly statWidth: number
  readonly short: ShortNames
  /** Names are shown from here on; undefined: from the top. */
  readonly relative: string | undefined
  readonly search: { readonly kind: 'S' | 'G'; readonly text: string; readonly isRegExp: boolean } | undefined
}

export const DIFF_OPTIONS: readonly string[] = [
  'p,u,patch',
  's,no-patch',
  'U,unified=',
  'inter-hunk-context=',
  'W,function-context',
  'stat=?',
  'numstat',
  'shortstat',
  'summary',
  'compact-summary',
  'patch-with-stat',
  'raw',
  'patch-with-raw',
  'name-only',
  'name-status',
  'w,ignore-all-space',
  'b,ignore-space-change',
  'ignore-space-at-eol',
  'ignore-cr-at-eol',
  'ignore-blank-lines',
  'a,text',
  'binary',
  'M,find-renames=?',
  'C,find-copies=?',
  'find-copies-harder',
  'no-renames',
  'z,null',
  'no-prefix',
  'default-prefix',
  'src-prefix=',
  'dst-prefix=',
  'diff-filter=',
  'R,reverse',
  'full-index',
  'color=?',
  'no-color',
  'no-ext-diff',
  'ext-diff',
  'no-textconv',
  'textconv',
  'indent-heuristic',
  'minimal',
  'patience',
  'histogram',
  'diff-algorithm=',
  'relative=?',
  'no-relative',
  'S=',
  'G=',
  'pickaxe-regex',
  'ignore-submodules=?',
  'submodule=?',
  'exit-code',
  'quiet',
  'check',
  'word-diff=?',
  'color-words=?',
  'word-diff-regex=',
  'color-moved=?',
  'dirstat=?',
  'output=',
]

/** Options that would change what is shown in a way that is not there. */
const MISSING = ['color-moved', 'compact-summary', 'dirstat', 'output', 'find-copies-harder'] as const

export function readDiffStyle(
  repository: Repository,
  options: Options,
  byDefault: DiffFormat,
  abbrev?: number,
): DiffStyle {
  const missing = MISSING.find((name) => options.has(name))
  if (missing !== undefined) throw usageFailure(`--${missing} is not supported in this sandbox's git`)
  const { config } = repository
  const detects = !options.has('no-renames') && config.get('diff.renames')?.toLowerCase() !== 'false'
  const noPrefix = options.has('no-prefix') || config.boolean('diff.noprefix', false)
  const search = searchOf(options)
  const words = wordDiffOf(options, config)
  const source = options.value('src-prefix') ?? (noPrefix ? '' : 'a/')
  const target = options.value('dst-prefix') ?? (noPrefix ? '' : 'b/')
  if (options.value('stat')?.includes(','))
    throw usageFailure("--stat with several numbers is not supported in this sandbox's git")
  return {
    formats: formatsOf(options, byDefault),
    context: options.number('unified') ?? config.number('diff.context', 3),
    interHunk: options.number('inter-hunk-context') ?? config.number('diff.interhunkcontext', 0),
    wholeFunction: options.has('function-context'),
    normalize: normalizer(options),
    ignoreBlankLines: options.has('ignore-blank-lines'),
    text: options.has('text'),
    binary: options.has('binary'),
    renames: detects || options.has('find-renames') ? percentOf(options.value('find-renames')) : undefined,
    copies: options.has('find-copies') || config.get('diff.renames') === 'copies',
    nul: options.has('null'),
    quoteHigh: config.boolean('core.quotepath', true),
    prefixes: options.has('reverse') ? [target, source] : [source, target],
    filter: options.value('diff-filter'),
    reverse: options.has('reverse'),
    colors: words?.mode === 'color' || wantsColor(config, 'diff', options) ? diffPalette(config) : undefined,
    words,
    showsText: (path) => {
      const value = repository.attributes.of(path).get('diff')
      return typeof value === 'boolean' ? value : undefined
    },
    fullIndex: options.has('full-index'),
    statWidth: Number(/^\d+/.exec(options.value('stat') ?? '')?.[0] ?? 80),
    short: new ShortNames(repository, abbrev),
    relative: relativeOf(repository, options),
    search,
  }
}

function searchOf(options: Options): DiffStyle['search'] {
  const [added, line] = [options.value('S'), options.value('G')]
  if (added !== undefined) return { kind: 'S', text: added, isRegExp: options.has('pickaxe-regex') }
  return line === undefined ? undefined : { kind: 'G', text: line, isRegExp: true }
}

function relativeOf(repository: Repository, options: Options): string | undefined {
  if (!options.has('relative')) return undefined
  const given = options.value('relative') ?? ''
  const path = given === '' ? repository.prefix : given.replace(/\/$/, '')
  return path === '' ? undefined : `${path}/`
}

const FORMATS: readonly DiffFormat[] = [
  'raw',
  'numstat',
  'stat',
  'shortstat',
  'summary',
  'name-only',
  'name-status',
]

function formatsOf(options: Options, byDefault: DiffFormat): DiffFormat[] {
  const formats = FORMATS.filter((format) => options.has(format))
  if (options.has('patch-with-stat')) formats.push('stat', 'patch')
  if (options.has('patch-with-raw')) formats.push('raw', 'patch')
  if (options.has('compact-summary')) formats.push('stat')
  const wantsPatch = options.has('patch') || options.has('unified') || options.has('binary')
  if (wantsPatch && !formats.includes('patch')) formats.push('patch')
  if (options.has('no-patch') || options.has('quiet')) return ['none']
  return formats.length === 0 ? [byDefault] : formats
}

function percentOf(text: string | undefined): number {
  if (text === undefined || text === '') return 50
  const [, digits = '50', mark] = /^(\d+)(%?)$/.exec(text) ?? []
  return mark === '%' ? Number(digits) : Number(`0.${digits}`) * 100
}

function normalizer(options: Options): ((line: string) => string) | undefined {
  if (options.has('ignore-all-space')) return (line) => line.replace(/\s+/g, '')
  if (options.has('ignore-space-change')) return (line) => line.replace(/\s+$/, '').replace(/\s+/g, ' ')
  if (options.has('ignore-space-at-eol')) return (line) => line.replace(/\s+$/, '')
  if (options.has('ignore-cr-at-eol')) return (line) => line.replace(/\r?\n$/, '')
  return undefined
}
