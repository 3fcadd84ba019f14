/** Options of `rg`. */
import { CommandError } from '../../../../contract/command-error.ts'
import { parseOptions, type Options } from '../../../../languages/option-parser.ts'

/** Exit code of whatever went wrong, as ripgrep's. */
export const TROUBLE = 2

const SYNTAX = {
  name: 'rg',
  usage: 'rg [OPTIONS] PATTERN [PATH ...]',
  misuse: TROUBLE,
  options: [
    'e,regexp=',
    'f,file=',
    'F,fixed-strings',
    'no-fixed-strings',
    'i,ignore-case',
    's,case-sensitive',
    'S,smart-case',
    'w,word-regexp',
    'x,line-regexp',
    'v,invert-match',
    'U,multiline',
    'no-multiline',
    'multiline-dotall',
    'P,pcre2',
    'crlf',
    'c,count',
    'count-matches',
    'include-zero',
    'l,files-with-matches',
    'files-without-match',
    'files',
    'q,quiet',
    'o,only-matching',
    'r,replace=',
    'A,after-context=',
    'B,before-context=',
    'C,context=',
    'context-separator=',
    'no-context-separator',
    'field-match-separator=',
    'field-context-separator=',
    'passthru,passthrough',
    'm,max-count=',
    'n,line-number',
    'N,no-line-number',
    'H,with-filename',
    'I,no-filename',
    'heading',
    'no-heading',
    'p,pretty',
    'column',
    'no-column',
    'b,byte-offset',
    'vimgrep',
    'trim',
    'M,max-columns=',
    '0,null',
    'json',
    'stats',
    'color=',
    'colors=',
    'g,glob=',
    'iglob=',
    'glob-case-insensitive',
    't,type=',
    'T,type-not=',
    'type-add=',
    'type-list',
    'hidden,.',
    'no-hidden',
    'L,follow',
    'no-follow',
    'no-ignore',
    'ignore',
    'no-ignore-vcs',
    'no-ignore-dot',
    'no-ignore-exclude',
    'no-ignore-parent',
    'no-ignore-global',
    'no-ignore-files',
    'no-require-git',
    'ignore-file=',
    'u,unrestricted',
    'a,text',
    'binary',
    'no-binary',
    'E,encoding=',
    'max-depth=',
    'maxdepth=',
    'max-filesize=',
    'sort=',
    'sortr=',
    'sort-files',
    'j,threads=',
    'no-messages',
    'no-ignore-messages',
    'no-config',
    'one-file-system',
    'line-buffered',
    'block-buffered',
    'mmap',
    'no-mmap',
    'debug',
    'trace',
    'dfa-size-limit=',
    'regex-size-limit=',
    'h,help',
    'V,version',
  ],
} as const

/** Kind of output. */
export type Report = 'lines' | 'count' | 'count-matches' | 'files' | 'files-without' | 'nothing' | 'json'

export interface RgOptions {
  readonly raw: Options
  readonly patterns: readonly string[]
  readonly patternFiles: readonly string[]
  readonly paths: readonly string[]
  readonly report: Report
  readonly ignoreCase: 'yes' | 'no' | 'smart'
  readonly fixed: boolean
  readonly whole: 'word' | 'line' | undefined
  readonly invert: boolean
  readonly multiline: boolean
  readonly crlf: boolean
  readonly onlyMatching: boolean
  readonly replacement: string | undefined
  readonly before: number
  readonly after: number
  readonly maxCount: number
  readonly maxColumns: number | undefined
  readonly lineNumbers: boolean
  readonly column: boolean
  readonly heading: boolean
  readonly color: boolean
  readonly hidden: boolean
  readonly ignores: boolean
  /** 0 to 3 times `-u`. */
  readonly unrestricted: number
}

export function parseRg(args: readonly string[]): RgOptions {
  const raw = parseOptions(SYNTAX, args)
  const last = (...names: string[]): string | undefined => raw.lastOf(names)
  const needsPattern = !['files', 'type-list', 'h', 'V', 'f'].some((name) => raw.has(name))
  const patterns = [...raw.values('e')]
  const paths = [...raw.operands]
  if (patterns.length === 0 && needsPattern) {
    const first = paths.shift()
    if (first === undefined)
      throw new CommandError(
        'the required argument <PATTERN> was not provided. Usage: rg [OPTIONS] PATTERN [PATH ...]',
        TROUBLE,
      )
    patterns.push(first)
  }
  const vimgrep = raw.has('vimgrep')
  const pretty = raw.has('p')
  const color = raw.value('color')
  if (color !== undefined && !['always', 'ansi', 'never', 'auto'].includes(color))
    throw new CommandError(`'${color}' isn't a valid value for '--color <WHEN>'`, TROUBLE)
  const passthru = raw.has('passthru')
  const context = number(raw, 'C') ?? 0
  const unrestricted = raw.all.filter(
    (argument) => argument.type === 'option' && argument.name === 'u',
  ).length
  const numbers = last('n', 'N')
  const caseOption = last('i', 's', 'S')
  return {
    raw,
    patterns,
    patternFiles: raw.values('f'),
    paths,
    report: reportOf(raw),
    ignoreCase: caseOption === 'i' ? 'yes' : caseOption === 'S' ? 'smart' : 'no',
    fixed: last('F', 'no-fixed-strings') === 'F',
    whole: ({ w: 'word', x: 'line' } as const)[last('w', 'x') ?? ''],
    invert: raw.has('v'),
    multiline: last('U', 'no-multiline') === 'U',
    crlf: raw.has('crlf'),
    onlyMatching: raw.has('o'),
    replacement: raw.value('r'),
    before: passthru ? Infinity : (number(raw, 'B') ?? context),
    after: passthru ? Infinity : (number(raw, 'A') ?? context),
    maxCount: number(raw, 'm') ?? Infinity,
    maxColumns: number(raw, 'M') || undefined,
    lineNumbers: numbers === 'N' ? false : numbers === 'n' || raw.has('column') || vimgrep || pretty,
    column: (raw.has('column') || vimgrep) && last('column', 'vimgrep', 'no-column') !== 'no-column',
    heading:
      (raw.has('heading') || pretty) &&
      last('heading', 'p', 'no-heading', 'vimgrep') !== 'no-heading' &&
      !vimgrep,
    color: color === 'always' || color === 'ansi',
    hidden: last('hidden', 'no-hidden') === 'hidden' || unrestricted > 1,
    ignores: !(last('no-ignore', 'ignore') === 'no-ignore' || unrestricted > 0),
    unrestricted,
  }
}

function reportOf(raw: Options): Report {
  if (raw.has('q')) return 'nothing'
  if (raw.has('json')) return 'json'
  const kind = raw.lastOf(['c', 'count-matches', 'l', 'files-without-match'])
  if (kind === 'l') return 'files'
  if (kind === 'files-without-match') return 'files-without'
  if (kind === 'c') return raw.has('o') ? 'count-matches' : 'count'
  return kind === 'count-matches' ? 'count-matches' : 'lines'
}

export function number(raw: Options, name: string): number | undefined {
  const text = raw.value(name)
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new CommandError(`error parsing '${text}' as a number`, TROUBLE)
  return Number(text)
}

/** `10`, `1K`, `2M`, `3G`. */
export function sizeOf(text: string): number {
  const [, digits, unit = ''] = /^(\d+)([KMG]?)$/.exec(text) ?? []
  if (digits === undefined)
    throw new CommandError(
      `invalid format for size '${text}', which should be a sequence of digits followed by an optional 'K', 'M' or 'G' suffix`,
      TROUBLE,
    )
  return Number(digits) * ({ K: 1024, M: 1024 ** 2, G: 1024 ** 3 }[unit] ?? 1)
}
