/** `getopt`, as util-linux has it: puts a script's arguments in order, quoted for `eval`. */
import type { ExecResult } from 'just-bash/browser'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { parseOptions, type Options, type Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'getopt',
  usage: 'getopt [-o LETTERS] [-l NAMES] [-n PROGRAM] [-aqQuT] -- ARG...',
  misuse: 2,
  operandsLast: true,
  options: [
    'o,options=',
    'l,longoptions=',
    'n,name=',
    'a,alternative',
    'q,quiet',
    'Q,quiet-output',
    's,shell=',
    'T,test',
    'u,unquoted',
  ],
}
const ENHANCED = 4

export const getopt: CommandBody = async (args) => {
  try {
    return run(args)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { stdout: '', stderr: `getopt: ${error.message}\n`, exitCode: error.code }
  }
}

function run(args: readonly string[]): ExecResult {
  // The old way: the letters, then the arguments; nothing is quoted.
  const [first = ''] = args
  const isOld = first !== '' && !first.startsWith('-')
  const options = parseOptions(SYNTAX, isOld ? ['-u', '-o', first, '--', ...args.slice(1)] : args)
  if (options.has('help')) return { stdout: `Usage: ${SYNTAX.usage}\n`, stderr: '', exitCode: 0 }
  if (options.has('T')) return { stdout: '', stderr: '', exitCode: ENHANCED }
  const [letters, operands] = lettersOf(options)
  const sorted = sort({ letters, names: namesOf(options), args: operands, alternative: options.has('a') })
  const name = options.value('n') ?? 'getopt'
  const quote = options.has('u') ? (text: string) => text : quoted
  const parts = [
    ...sorted.options.map(([text, isValue]) => (isValue ? quote(text) : text)),
    '--',
    ...sorted.operands.map(quote),
  ]
  const stderr = options.has('q') ? '' : sorted.errors.map((error) => `${name}: ${error}\n`).join('')
  const stdout = options.has('Q') ? '' : ` ${parts.join(' ')}\n`
  return { stdout, stderr, exitCode: sorted.errors.length > 0 ? 1 : 0 }
}

function lettersOf(options: Options): [string, readonly string[]] {
  const given = options.value('o')
  if (given !== undefined) return [given, options.operands]
  const [letters, ...rest] = options.operands
  if (letters === undefined)
    throw new CommandError("missing optstring argument\nTry 'getopt --help' for more information.", 2)
  return [letters, rest]
}

type Takes = '' | ':' | '::'

function namesOf(options: Options): ReadonlyMap<string, Takes> {
  const all = options.values('l').flatMap((list) => list.split(/[\s,]+/))
  const names = new Map<string, Takes>()
  for (const one of all) {
    const [, name = '', takes = ''] = /^([^:]*)(:{0,2})$/.exec(one) ?? []
    if (name !== '') names.set(name, takes === '::' ? '::' : takes === ':' ? ':' : '')
  }
  return names
}

interface Request {
  readonly letters: string
  readonly names: ReadonlyMap<string, Takes>
  readonly args: readonly string[]
  /** Long names after one dash too. */
  readonly alternative: boolean
}

interface Sorted {
  /** With whether it is a value, which is quoted. */
  readonly options: (readonly [text: string, isValue: boolean])[]
  readonly operands: string[]
  readonly errors: string[]
}

function sort({ letters, names, args, alternative }: Request): Sorted {
  const stopsEarly = letters.startsWith('+')
  const short = new Map<string, Takes>()
  for (const [, letter = '', takes = ''] of letters.replace(/^[-+]/, '').matchAll(/([^:])(:{0,2})/g))
    short.set(letter, takes === '::' ? '::' : takes === ':' ? ':' : '')
  const sorted: Sorted = { options: [], operands: [], errors: [] }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') {
      sorted.operands.push(...rest)
      break
    }
    const isLong = arg.startsWith('--') || (alternative && /^-[^-]{2,}/.test(arg))
    if (isLong) readLong(arg.replace(/^--?/, ''), rest, { names, sorted })
    else if (arg.startsWith('-') && arg !== '-') readShort(arg.slice(1), rest, { short, sorted })
    else {
      sorted.operands.push(arg)
      if (!stopsEarly) continue
      sorted.operands.push(...rest)
      break
    }
  }
  return sorted
}

function readLong(
  text: string,
  rest: string[],
  { names, sorted }: { names: ReadonlyMap<string, Takes>; sorted: Sorted },
): void {
  const [, given = '', value] = /^([^=]*)(?:=([^]*))?$/.exec(text) ?? []
  const fitting = [...names.keys()].filter((name) => name.startsWith(given))
  const name = names.has(given) ? given : fitting.length === 1 ? fitting[0] : undefined
  if (name === undefined) {
    const possible = fitting.map((one) => `'--${one}'`).join(' ')
    const message =
      fitting.length > 1
        ? `option '--${given}' is ambiguous; possibilities: ${possible}`
        : `unrecognized option '--${given}'`
    sorted.errors.push(message)
    return
  }
  const takes = names.get(name)
  if (takes === '' && value !== undefined) {
    sorted.errors.push(`option '--${name}' doesn't allow an argument`)
    return
  }
  const taken = takes === ':' ? (value ?? rest.shift()) : takes === '::' ? (value ?? '') : undefined
  if (takes === ':' && taken === undefined) {
    sorted.errors.push(`option '--${name}' requires an argument`)
    return
  }
  sorted.options.push([`--${name}`, false])
  if (taken !== undefined) sorted.options.push([taken, true])
}

function readShort(
  cluster: string,
  rest: string[],
  { short, sorted }: { short: ReadonlyMap<string, Takes>; sorted: Sorted },
): void {
  for (let at = 0; at < cluster.length; at += 1) {
    const letter = cluster.charAt(at)
    const takes = short.get(letter)
    if (takes === undefined) {
      sorted.errors.push(`invalid option -- '${letter}'`)
      continue
    }
    const attached = cluster.slice(at + 1)
    if (takes === '') {
      sorted.options.push([`-${letter}`, false])
      continue
    }
    const value = takes === '::' || attached !== '' ? attached : rest.shift()
    if (value === undefined) sorted.errors.push(`option requires an argument -- '${letter}'`)
    else sorted.options.push([`-${letter}`, false], [value, true])
    return
  }
}

function quoted(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`
}
