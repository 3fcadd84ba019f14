/** `cmp`: where two files differ. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { usageError, type Syntax } from '../../../../languages/option-parser.ts'
import { parseSize } from '../frame/text-units.ts'

const TROUBLE = 2
const SYNTAX: Syntax = {
  name: 'cmp',
  usage: 'cmp [-bls] [-i SKIP[:SKIP]] [-n LIMIT] FILE1 [FILE2 [SKIP1 [SKIP2]]]',
  misuse: TROUBLE,
  hint: "'cmp --help'",
  options: ['b,print-bytes', 'i,ignore-initial=', 'l,verbose', 'n,bytes=', 's,quiet,silent'],
}

interface Part {
  readonly name: string
  readonly bytes: Uint8Array
}

export const cmp: CommandBody = (args, context) => runCommand(SYNTAX, args, { context, body: runCmp })

function runCmp(run: CommandRun): number {
  const { options, operands } = run
  const [first, second = '-', skip, otherSkip, extra] = operands
  if (first === undefined) throw usageError(SYNTAX, `missing operand after 'cmp'`)
  if (extra !== undefined) throw usageError(SYNTAX, `extra operand '${extra}'`)
  if (options.has('l') && options.has('s')) throw usageError(SYNTAX, 'options -l and -s are incompatible')
  const [before = '0', otherBefore = before] = (options.value('i') ?? '')
    .split(':')
    .filter((part) => part !== '')
  const limit = options.has('n') ? sizeOf(options.value('n') ?? '', 'bytes') : Infinity
  let left: Part
  let right: Part
  try {
    left = partOf(run, first, { skip: skip ?? before, limit })
    right = partOf(run, second, { skip: otherSkip ?? (skip === undefined ? otherBefore : '0'), limit })
  } catch (error) {
    // With -s only the code tells.
    if (error instanceof CommandError && options.has('s')) return TROUBLE
    throw error
  }
  return options.has('l') ? listAll(run, left, right) : findFirst(run, left, right)
}

function sizeOf(text: string, option: string): number {
  const size = parseSize(text)
  if (size === undefined) throw usageError(SYNTAX, `invalid --${option} value '${text}'`)
  return size
}

function partOf(run: CommandRun, name: string, { skip, limit }: { skip: string; limit: number }): Part {
  const from = sizeOf(skip, 'ignore-initial')
  try {
    return { name, bytes: run.read(name).subarray(from, from + limit) }
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(error.message, TROUBLE)
    throw error
  }
}

function findFirst(run: CommandRun, left: Part, right: Part): number {
  const at = firstDifference(left.bytes, right.bytes, 0)
  if (at === undefined) return 0
  if (run.options.has('s')) return 1
  if (at >= left.bytes.length || at >= right.bytes.length) {
    run.warn(`${endsEarly(left, right, at)}${lineText(left, right, at)}`)
    return 1
  }
  const line = linesBefore(left.bytes, at) + 1
  const bytes = run.options.has('b') ? ` is ${shown(left.bytes[at])} ${shown(right.bytes[at])}` : ''
  run.out(`${left.name} ${right.name} differ: byte ${at + 1}, line ${line}${bytes}\n`)
  return 1
}

function listAll(run: CommandRun, left: Part, right: Part): number {
  const shorter = Math.min(left.bytes.length, right.bytes.length)
  const width = String(shorter).length
  const text: string[] = []
  let at = firstDifference(left.bytes, right.bytes, 0)
  while (at !== undefined && at < shorter) {
    const [one, other] = [left.bytes[at], right.bytes[at]]
    const values = run.options.has('b')
      ? `${octal(one)} ${visible(one).padEnd(4)} ${octal(other)} ${visible(other)}`
      : `${octal(one)} ${octal(other)}`
    text.push(`${String(at + 1).padStart(width)} ${values}\n`)
    at = firstDifference(left.bytes, right.bytes, at + 1)
  }
  run.out(text.join(''))
  if (left.bytes.length !== right.bytes.length) run.warn(endsEarly(left, right, shorter))
  return text.length > 0 || left.bytes.length !== right.bytes.length ? 1 : 0
}

/** The length of the shorter one where the rest is only longer; undefined when they are equal. */
function firstDifference(left: Uint8Array, right: Uint8Array, from: number): number | undefined {
  const shorter = Math.min(left.length, right.length)
  let at = from
  while (at < shorter && left[at] === right[at]) at += 1
  return at >= shorter && left.length === right.length ? undefined : at
}

function endsEarly(left: Part, right: Part, at: number): string {
  const short = left.bytes.length < right.bytes.length ? left : right
  if (at === 0) return `EOF on ${short.name} which is empty`
  return `EOF on ${short.name} after byte ${at}`
}

function lineText(left: Part, right: Part, at: number): string {
  if (at === 0) return ''
  const { bytes } = left.bytes.length < right.bytes.length ? left : right
  const lines = linesBefore(bytes, at)
  return bytes[at - 1] === 10 ? `, line ${lines}` : `, in line ${lines + 1}`
}

function linesBefore(bytes: Uint8Array, end: number): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0 && at < end; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}

function octal(byte: number | undefined): string {
  return (byte ?? 0).toString(8).padStart(3)
}

function shown(byte: number | undefined): string {
  return `${octal(byte)} ${visible(byte)}`
}

/** As `cat -v` shows it. */
function visible(byte = 0): string {
  const meta = byte >= 128 ? 'M-' : ''
  const low = byte % 128
  if (low < 32) return `${meta}^${String.fromCharCode(low + 64)}`
  return low === 127 ? `${meta}^?` : meta + String.fromCharCode(low)
}
