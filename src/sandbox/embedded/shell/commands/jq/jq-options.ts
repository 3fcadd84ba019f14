/** jq's command line. */
import { CommandError } from '../../../../contract/command-error.ts'
import { JsonError, parseJson } from './json-reader.ts'
import type { Value } from './value.ts'

export interface JqOptions {
  /** Undefined: the command line has none. */
  readonly program: string | undefined
  /** The program is in this file. */
  readonly programFile: string | undefined
  readonly files: readonly string[]
  readonly flags: ReadonlySet<Flag>
  readonly indent: number
  readonly named: ReadonlyMap<string, Value>
  /** Files whose contents become variables. */
  readonly namedFiles: readonly { readonly name: string; readonly file: string; readonly isRaw: boolean }[]
  readonly positional: readonly Value[]
  readonly searchPath: readonly string[]
}

type Flag =
  | 'null-input'
  | 'raw-input'
  | 'slurp'
  | 'compact-output'
  | 'raw-output'
  | 'raw-output0'
  | 'join-output'
  | 'ascii-output'
  | 'sort-keys'
  | 'color-output'
  | 'tab'
  | 'exit-status'
  | 'seq'
  | 'stream'
  | 'stream-errors'
  | 'help'
  | 'version'

const LETTERS: Readonly<Record<string, string>> = {
  n: 'null-input',
  R: 'raw-input',
  s: 'slurp',
  c: 'compact-output',
  r: 'raw-output',
  j: 'join-output',
  a: 'ascii-output',
  S: 'sort-keys',
  C: 'color-output',
  M: 'monochrome-output',
  e: 'exit-status',
  f: 'from-file',
  L: 'library-path',
  b: 'binary',
  h: 'help',
  V: 'version',
}
const FLAGS: ReadonlySet<string> = new Set<Flag>([
  'null-input',
  'raw-input',
  'slurp',
  'compact-output',
  'raw-output',
  'raw-output0',
  'join-output',
  'ascii-output',
  'sort-keys',
  'color-output',
  'tab',
  'exit-status',
  'seq',
  'stream',
  'stream-errors',
  'help',
  'version',
])
/** Without a meaning here: nothing is buffered that somebody waits for, and there are no line ends but one. */
const IGNORED = new Set(['unbuffered', 'binary'])
export const JQ_HINT =
  'Use jq --help for help with command-line options,\nor see the jq manpage, or online docs at https://jqlang.org'
const MAX_INDENT = 7

/** Throws `CommandError` with code 2. */
export function parseJqOptions(args: readonly string[]): JqOptions {
  const flags = new Set<Flag>()
  const named = new Map<string, Value>()
  const namedFiles: { name: string; file: string; isRaw: boolean }[] = []
  const positional: Value[] = []
  const files: string[] = []
  const searchPath: string[] = []
  let program: string | undefined
  let programFile: string | undefined
  let indent = 2
  let rest: 'files' | 'args' | 'jsonargs' = 'files'
  let isOver = false
  let at = 0

  const next = (name: string, count: number): readonly string[] => {
    const given = args.slice(at, at + count)
    if (given.length < count)
      throw misuse(
        `${name} takes ${count === 1 ? 'one parameter' : 'two parameters'} (e.g. ${example(name)})`,
      )
    at += count
    return given
  }
  const operand = (text: string): void => {
    if (program === undefined && programFile === undefined) program = text
    else if (rest === 'files') files.push(text)
    else positional.push(rest === 'args' ? text : json(text, '--jsonargs'))
  }
  const option = (name: string, shown: string): void => {
    if (FLAGS.has(name)) {
      // The set has these names.
      flags.add(name as Flag)
      if (name === 'tab' || name === 'indent') flags.delete('compact-output')
    } else if (name === 'monochrome-output') flags.delete('color-output')
    else if (name === 'from-file') {
      const [file = ''] = next(shown, 1)
      // The operand taken for the program is a file.
      if (program !== undefined) files.unshift(program)
      program = undefined
      programFile = file
    } else if (name === 'library-path') searchPath.push(...next(shown, 1))
    else if (name === 'indent') {
      const [text = ''] = next('--indent', 1)
      indent = Number(text)
      if (!/^-?\d+$/.test(text) || indent < -1 || indent > MAX_INDENT)
        throw misuse(`--indent takes a number between -1 and ${MAX_INDENT}`)
      flags.delete('compact-output')
      if (indent === -1) flags.add('tab')
      else flags.delete('tab')
    } else if (name === 'arg' || name === 'argjson') {
      const [key = '', text = ''] = next(shown, 2)
      const value = name === 'arg' ? text : json(text, '--argjson')
      if (!named.has(key)) named.set(key, value)
    } else if (name === 'slurpfile' || name === 'rawfile' || name === 'argfile') {
      const [key = '', file = ''] = next(shown, 2)
      namedFiles.push({ name: key, file, isRaw: name === 'rawfile' })
    } else if (name === 'args' || name === 'jsonargs') rest = name
    else if (!IGNORED.has(name)) throw misuse(`Unknown option ${shown}`)
  }
  const cluster = (arg: string): void => {
    if (!/^-[A-Za-z]+$/.test(arg)) throw misuse(`Unknown option ${arg}`)
    for (const [place, letter] of [...arg.slice(1)].entries()) {
      const name = LETTERS[letter]
      if (name === undefined) throw misuse(`Unknown option ${arg}`)
      if (letter === 'L' && place + 2 < arg.length) {
        searchPath.push(arg.slice(place + 2))
        return
      }
      option(name, `-${letter}`)
    }
  }
  while (at < args.length) {
    const arg = args[at] ?? ''
    at += 1
    if (isOver || !arg.startsWith('-') || arg === '-') operand(arg)
    else if (arg === '--') isOver = true
    else if (arg.startsWith('--')) option(arg.slice(2), arg)
    else if (arg.startsWith('-L') && arg.length > 2) searchPath.push(arg.slice(2))
    else cluster(arg)
  }
  return { program, programFile, files, flags, indent, named, namedFiles, positional, searchPath }
}

function misuse(message: string): CommandError {
  return new CommandError(`${message}\n${JQ_HINT}`, 2)
}

function example(name: string): string {
  if (name === '--arg' || name === '--argjson')
    return `${name} varname ${name === '--arg' ? 'value' : 'text'}`
  return name.length === 2 || name === '--indent'
    ? `${name} ${name === '--indent' ? 'n' : 'value'}`
    : `${name} varname filename`
}

function json(text: string, option: string): Value {
  try {
    const value = parseJson(text)
    if (value !== undefined) return value
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
  }
  throw misuse(`invalid JSON text passed to ${option}`)
}
