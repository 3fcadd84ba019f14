/** `sort`: in the order of bytes, as in every locale that scripts count on. */
import { encodeText } from '../../byte-string.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { decodeLoosely } from '../frame/loose-text.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { keyText, orderingOf, parseKey, type SortKey } from './keys.ts'
import { ByteLines } from './byte-lines.ts'
import { byBytes, orderFor } from './orders.ts'

const SYNTAX: Syntax = {
  name: 'sort',
  usage: 'sort [-bcCdfghiMmnRrsuVz] [-k KEY] [-t SEP] [-o FILE] [FILE]...',
  misuse: 2,
  options: [
    'b,ignore-leading-blanks',
    'd,dictionary-order',
    'f,ignore-case',
    'g,general-numeric-sort',
    'i,ignore-nonprinting',
    'M,month-sort',
    'h,human-numeric-sort',
    'n,numeric-sort',
    'R,random-sort',
    'r,reverse',
    'V,version-sort',
    'sort=',
    'c,check=?',
    'C',
    'k,key=',
    'm,merge',
    'o,output=',
    's,stable',
    'S,buffer-size=',
    't,field-separator=',
    'T,temporary-directory=',
    'u,unique',
    'z,zero-terminated',
    'parallel=',
    'batch-size=',
    'compress-program=',
    'files0-from=',
    'random-source=',
    'debug',
  ],
}
const NOT_HERE = ['files0-from', 'random-source', 'debug']
const NAMES: Readonly<Record<string, string>> = {
  'general-numeric': 'g',
  'human-numeric': 'h',
  month: 'M',
  numeric: 'n',
  random: 'R',
  version: 'V',
}
const TROUBLE = 2

export const sort: CommandBody = (args, context) => runCommand(SYNTAX, args, { context, body: runSort })

interface Prepared {
  readonly line: string
  readonly keys: readonly unknown[]
}

function runSort(run: CommandRun): number {
  const { options } = run
  const unsupported = NOT_HERE.find((name) => options.has(name))
  if (unsupported !== undefined) throw new CommandError(`--${unsupported} is not supported here`, TROUBLE)
  const end = options.has('z') ? '\0' : '\n'
  const compare = comparison(run)
  const isChecking = options.has('c') || options.has('C')
  const files = run.operands.length === 0 ? ['-'] : run.operands
  if (isChecking && files.length > 1)
    throw run.misuse(`extra operand '${files[1] ?? ''}' not allowed with -c`)
  const texts = files.map((file) => bytesOf(run, file))
  if (isPlain(run)) {
    const lines = new ByteLines(texts, end.charCodeAt(0))
    return print(run, lines.sorted({ isUnique: options.has('u'), isReversed: options.has('r') }))
  }
  const lines = texts.flatMap((text) => linesOf(text, end)).map((line) => compare.prepare(line))
  if (isChecking) return check(run, lines, { file: files[0] ?? '-', compare: compare.compare })
  lines.sort((one, other) => compare.compare(one, other) || compare.last(one, other))
  const kept = options.has('u')
    ? lines.filter((line, at) => at === 0 || compare.compare(lines[at - 1] ?? line, line) !== 0)
    : lines
  return print(run, encodeText(kept.map(({ line }) => line + end).join('')))
}

/** Whole lines in the order of their bytes. */
const PLAIN = new Set(['r', 's', 'u', 'z', 'o', 'S', 'T', 'm', 'parallel', 'batch-size', 'compress-program'])

function isPlain({ options }: CommandRun): boolean {
  return options.all.every((argument) => argument.type !== 'option' || PLAIN.has(argument.name))
}

function print(run: CommandRun, bytes: Uint8Array): number {
  const output = run.options.value('o')
  if (output === undefined) run.outBytes(bytes)
  else run.write(output, bytes)
  return 0
}

function bytesOf(run: CommandRun, file: string): Uint8Array {
  try {
    return run.view(file)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(`cannot read: ${error.message}`, TROUBLE)
  }
}

function linesOf(bytes: Uint8Array, end: string): string[] {
  const lines = decodeLoosely(bytes).text.split(end)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

interface Comparison {
  prepare(line: string): Prepared
  compare(one: Prepared, other: Prepared): number
  /** For lines whose keys are equal. */
  last(one: Prepared, other: Prepared): number
}

function comparison(run: CommandRun): Comparison {
  const { options } = run
  const separator = separatorOf(options.value('t'))
  const named = NAMES[options.value('sort') ?? ''] ?? ''
  const general = [...'bdfgiMhnRrV'].filter((letter) => options.has(letter)).join('') + named
  const whole: SortKey = {
    startField: 1,
    startChar: 1,
    endField: undefined,
    endChar: 0,
    ordering: orderingOf(general),
  }
  const given = options.values('k').map((key) => parseKey(key, general))
  const keys = given.length === 0 ? [whole] : given
  const seed = String(Math.random())
  const orders = keys.map((key) => ({ key, order: orderFor(key.ordering, seed) }))
  const isReversed = general.includes('r')
  const isWhole = given.length === 0
  return {
    prepare: (line) => ({
      line,
      keys: orders.map(({ key, order }) => order.prepare(isWhole ? line : keyText(line, key, separator))),
    }),
    compare: (one, other) => {
      for (const [at, { key, order }] of orders.entries()) {
        const result = order.compare(one.keys[at], other.keys[at])
        if (result !== 0) return key.ordering.reverse ? -result : result
      }
      return 0
    },
    last: (one, other) => {
      if (options.has('s') || options.has('u')) return 0
      const result = byBytes(one.line, other.line)
      return isReversed ? -result : result
    },
  }
}

function separatorOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (text === '\\0') return '\0'
  if (text === '') throw new CommandError('empty tab', TROUBLE)
  if ([...text].length > 1) throw new CommandError(`multi-character tab '${text}'`, TROUBLE)
  return text
}

function check(
  run: CommandRun,
  lines: readonly Prepared[],
  { file, compare }: { file: string; compare: Comparison['compare'] },
): number {
  const isUnique = run.options.has('u')
  const isLast = (one: Prepared, other: Prepared): number =>
    run.options.has('s') ? 0 : byBytes(one.line, other.line)
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    if (before === undefined) continue
    const order =
      compare(before, line) || (isUnique ? 0 : isLast(before, line) * (run.options.has('r') ? -1 : 1))
    if (order < 0 || (order === 0 && !isUnique)) continue
    const isQuiet = run.options.has('C') || ['quiet', 'silent'].includes(run.options.value('c') ?? '')
    if (!isQuiet) run.warn(`${file}:${at + 1}: disorder: ${line.line}`)
    return 1
  }
  return 0
}
