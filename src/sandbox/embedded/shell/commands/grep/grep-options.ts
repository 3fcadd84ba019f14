/** Options of `grep`. */
import { CommandError } from '../../../../contract/command-error.ts'
import { parseOptions, usageError, type Options, type Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'grep',
  usage: 'grep [OPTION]... PATTERNS [FILE]...',
  misuse: 2,
  options: [
    'E,extended-regexp',
    'F,fixed-strings',
    'G,basic-regexp',
    'P,perl-regexp',
    'e,regexp=',
    'f,file=',
    'i,y,ignore-case',
    'no-ignore-case',
    'w,word-regexp',
    'x,line-regexp',
    'z,null-data',
    's,no-messages',
    'v,invert-match',
    'm,max-count=',
    'b,byte-offset',
    'n,line-number',
    'line-buffered',
    'H,with-filename',
    'h,no-filename',
    'label=',
    'o,only-matching',
    'q,quiet,silent',
    'binary-files=',
    'a,text',
    'I',
    'd,directories=',
    'D,devices=',
    'r,recursive',
    'R,dereference-recursive',
    'include=',
    'exclude=',
    'exclude-from=',
    'exclude-dir=',
    'L,files-without-match',
    'l,files-with-matches',
    'c,count',
    'T,initial-tab',
    'Z,null',
    'B,before-context=',
    'A,after-context=',
    'C,context=',
    'group-separator=',
    'no-group-separator',
    'color,colour=?',
    'U,binary',
    'V',
  ],
}
export const TROUBLE = 2

export type Kind = 'basic' | 'extended' | 'fixed' | 'perl'
/** Output per file: its lines, its matches, their number, or its name. */
export type Report = 'lines' | 'matches' | 'count' | 'names with' | 'names without' | 'nothing'

export interface GrepOptions {
  readonly kind: Kind
  /** As `-e` has them and as the operand; `-f` is not read yet. */
  readonly patterns: readonly string[]
  readonly patternFiles: readonly string[]
  readonly files: readonly string[]
  readonly ignoreCase: boolean
  readonly whole: 'line' | 'word' | undefined
  readonly isInverted: boolean
  readonly separator: '\n' | '\0'
  readonly report: Report
  readonly maxCount: number
  readonly before: number
  readonly after: number
  /** Groups of lines are told apart. */
  readonly hasGroups: boolean
  readonly groupSeparator: string | undefined
  readonly hasLineNumbers: boolean
  readonly hasByteOffsets: boolean
  readonly hasInitialTab: boolean
  readonly endsNamesWithNull: boolean
  /** Undefined: when there is more than one file. */
  readonly hasNames: boolean | undefined
  readonly label: string
  readonly isSilent: boolean
  readonly binary: 'binary' | 'text' | 'without-match'
  readonly directories: 'read' | 'skip' | 'recurse'
  readonly skipsDevices: boolean
  readonly followsLinks: boolean
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly excludeFrom: readonly string[]
  readonly excludeDir: readonly string[]
  readonly hasColor: boolean
}

/** Throws `CommandError`. Returns text for `--help` and `--version`. */
export function parseGrep(args: readonly string[], kind: Kind): GrepOptions | string {
  const options = parseOptions(
    SYNTAX,
    args.map((arg, at) => (/^-\d+$/.test(arg) && !takesValue(args[at - 1]) ? `-C${arg.slice(1)}` : arg)),
  )
  if (options.has('help')) return `Usage: ${SYNTAX.usage}\n`
  if (options.has('version') || options.has('V')) return 'grep (Vivarium) 3.8\n'
  const hasPatterns = options.has('e') || options.has('f')
  const [operand, ...others] = options.operands
  if (!hasPatterns && operand === undefined) throw usageError(SYNTAX, 'no pattern was given')
  const directories = oneOf(options, 'd', ['read', 'skip', 'recurse'] as const) ?? 'read'
  const recursion = options.lastOf(['r', 'R', 'd'])
  const isRecursive = recursion === 'r' || recursion === 'R' || directories === 'recurse'
  const context = number(options, 'C')
  return {
    kind: kindOf(options) ?? kind,
    patterns: hasPatterns ? options.values('e') : [operand ?? ''],
    patternFiles: options.values('f'),
    files: hasPatterns ? options.operands : others,
    ignoreCase: options.lastOf(['i', 'no-ignore-case']) === 'i',
    whole: options.has('x') ? 'line' : options.has('w') ? 'word' : undefined,
    isInverted: options.has('v'),
    separator: options.has('z') ? '\0' : '\n',
    report: reportOf(options),
    maxCount: number(options, 'm') ?? Infinity,
    before: number(options, 'B') ?? context ?? 0,
    after: number(options, 'A') ?? context ?? 0,
    hasGroups: ['A', 'B', 'C'].some((name) => options.has(name)),
    groupSeparator:
      options.lastOf(['group-separator', 'no-group-separator']) === 'no-group-separator'
        ? undefined
        : (options.value('group-separator') ?? '--'),
    hasLineNumbers: options.has('n'),
    hasByteOffsets: options.has('b'),
    hasInitialTab: options.has('T'),
    endsNamesWithNull: options.has('Z'),
    hasNames: { H: true, h: false }[options.lastOf(['H', 'h']) ?? ''],
    label: options.value('label') ?? '(standard input)',
    isSilent: options.has('s'),
    binary: binaryOf(options),
    directories: isRecursive ? 'recurse' : directories,
    skipsDevices: oneOf(options, 'D', ['read', 'skip'] as const) === 'skip' || isRecursive,
    followsLinks: options.lastOf(['r', 'R']) === 'R',
    include: options.values('include'),
    exclude: options.values('exclude'),
    excludeFrom: options.values('exclude-from'),
    excludeDir: options.values('exclude-dir').map((name) => name.replace(/(.)\/+$/, '$1')),
    hasColor: isColored(options),
  }
}

function takesValue(arg: string | undefined): boolean {
  return arg !== undefined && /^-[a-zA-Z]*[efmdDABC]$/.test(arg)
}

function kindOf(options: Options): Kind | undefined {
  const kinds: Readonly<Record<string, Kind>> = { E: 'extended', F: 'fixed', G: 'basic', P: 'perl' }
  return kinds[options.lastOf(['E', 'F', 'G', 'P']) ?? '']
}

function reportOf(options: Options): Report {
  if (options.has('q')) return 'nothing'
  const names = options.lastOf(['l', 'L'])
  if (names !== undefined) return names === 'l' ? 'names with' : 'names without'
  if (options.has('c')) return 'count'
  return options.has('o') ? 'matches' : 'lines'
}

function binaryOf(options: Options): GrepOptions['binary'] {
  const last = options.lastOf(['a', 'I', 'binary-files'])
  if (last === 'a') return 'text'
  if (last === 'I') return 'without-match'
  const given = options.value('binary-files') ?? 'binary'
  if (given === 'binary' || given === 'text' || given === 'without-match') return given
  throw new CommandError('unknown binary-files type', TROUBLE)
}

/** stdout is never a terminal of its own here, so that `auto` means no. */
function isColored(options: Options): boolean {
  if (!options.has('color')) return false
  const when = options.value('color') ?? 'auto'
  if (['always', 'yes', 'force'].includes(when)) return true
  if (['never', 'no', 'none', 'auto', 'tty', 'if-tty'].includes(when)) return false
  throw usageError(SYNTAX, `invalid argument '${when}' for '--color'`)
}

function oneOf<T extends string>(options: Options, name: string, allowed: readonly T[]): T | undefined {
  const given = options.value(name)
  if (given === undefined) return undefined
  const found = allowed.find((value) => value === given)
  if (found === undefined)
    throw new CommandError(`unknown ${name === 'd' ? 'directories' : 'devices'} method`, TROUBLE)
  return found
}

function number(options: Options, name: string): number | undefined {
  const text = options.value(name)
  if (text === undefined) return undefined
  if (/^-\d+$/.test(text) && name === 'm') return Infinity
  if (!/^\d+$/.test(text))
    throw new CommandError(
      name === 'm' ? 'invalid max count' : `${text}: invalid context length argument`,
      TROUBLE,
    )
  return Number(text)
}
