/** `truncate`: files cut or filled up to a size. */
import { Errno, O } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { parseSize } from '../frame/text-units.ts'

const SYNTAX: Syntax = {
  name: 'truncate',
  usage: 'truncate [-c] [-s [+-<>/%]SIZE] [-r FILE] FILE...',
  options: ['c,no-create', 'o,io-blocks', 'r,reference=', 's,size='],
}
/** Unit of `--io-blocks`. */
const BLOCK = 4096

export const truncate: CommandBody = (args, context) =>
  runCommand(SYNTAX, args, { context, body: runTruncate })

function runTruncate(run: CommandRun): number {
  const { options, operands } = run
  const [size, reference] = [options.value('s'), options.value('r')]
  if (size === undefined && reference === undefined)
    throw run.misuse("you must specify either '--size' or '--reference'")
  if (operands.length === 0) throw run.misuse('missing file operand')
  const newSize = sizeOf(run, size, reference)
  for (const operand of operands) {
    try {
      resize(run, operand, newSize)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      if (error.code === 'ENOENT' && options.has('c')) continue
      run.complain(`cannot open '${operand}' for writing: ${errnoSentence(error)}`)
    }
  }
  return run.isFailed ? 1 : 0
}

function sizeOf(
  run: CommandRun,
  text: string | undefined,
  reference: string | undefined,
): (before: number) => number {
  const [, sign = '', digits = ''] = /^\s*([-+<>/%]?)(.*)$/.exec(text ?? '') ?? []
  const amount = text === undefined ? 0 : parseSize(digits)
  if (amount === undefined) throw new CommandError(`Invalid number: '${digits}'`)
  if (amount === 0 && (sign === '/' || sign === '%')) throw new CommandError('division by zero')
  const base =
    reference === undefined
      ? undefined
      : run.attempt(`cannot stat '${reference}'`, () => run.files.stat(run.path(reference)).size)
  if (base !== undefined && text !== undefined && sign === '')
    throw run.misuse("you must specify a relative '--size' with '--reference'")
  const change = amount * (run.options.has('o') ? BLOCK : 1)
  return (own) => {
    const before = base ?? own
    if (text === undefined) return before
    if (sign === '+') return before + change
    if (sign === '-') return Math.max(0, before - change)
    if (sign === '<') return Math.min(before, change)
    if (sign === '>') return Math.max(before, change)
    if (sign === '/') return before - (before % change)
    return sign === '%' ? Math.ceil(before / change) * change : change
  }
}

function resize(run: CommandRun, operand: string, newSize: (before: number) => number): void {
  const { files, options } = run
  const fd = files.open(run.path(operand), O.RDWR | (options.has('c') ? 0 : O.CREAT), 0o666)
  try {
    files.ftruncate(fd, newSize(files.fstat(fd).size))
  } finally {
    files.close(fd)
  }
}
