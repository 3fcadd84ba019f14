/** `shuf`: lines, words or numbers in random order. */
import { encodeText } from '../../byte-string.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { decodeLoosely } from '../frame/loose-text.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { linesOf } from '../frame/text-units.ts'

const SYNTAX: Syntax = {
  name: 'shuf',
  usage: 'shuf [-n COUNT] [-r] [-z] [-o FILE] [FILE | -e WORD... | -i LO-HI]',
  options: [
    'n,head-count=',
    'e,echo',
    'i,input-range=',
    'r,repeat',
    'z,zero-terminated',
    'o,output=',
    'random-source=',
  ],
}
/** Lines made before signals are let in. */
const ROUND = 10_000

export const shuf: CommandBody = (args, context) => {
  return runCommand(SYNTAX, args, { context, body: runShuf })
}

async function runShuf(run: CommandRun): Promise<number> {
  const { options } = run
  if (options.has('random-source')) throw new CommandError('--random-source is not supported here')
  const counts = options.values('n').map((text) => countOf(text))
  const count = counts.length === 0 ? undefined : Math.min(...counts)
  const end = options.has('z') ? '\0' : '\n'
  const items = itemsOf(run)
  const output = options.value('o')
  if (options.has('r')) {
    if (items.length === 0) throw new CommandError('no lines to repeat')
    if (count === undefined && !run.isLive) throw new CommandError('-r without -n has no end')
    for (let made = 0; made < (count ?? Infinity); made += 1) {
      if (made % ROUND === 0) await run.pause()
      run.out(`${items[below(items.length)] ?? ''}${end}`)
    }
    return 0
  }
  const chosen = shuffled(items).slice(0, count)
  const text = chosen.map((item) => item + end).join('')
  if (output === undefined) run.out(text)
  else run.write(output, encodeText(text))
  return 0
}

function countOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new CommandError(`invalid line count: '${text}'`)
  return Number(text)
}

function itemsOf(run: CommandRun): readonly string[] {
  const { options, operands } = run
  const range = options.value('i')
  if (options.has('e') && range !== undefined) throw run.misuse('cannot combine -e and -i options')
  if (options.has('e')) return operands
  const [file = '-', extra] = operands
  if (range !== undefined) {
    if (operands[0] !== undefined) throw run.misuse(`extra operand '${operands[0]}'`)
    const [, low, high] = /^(\d+)-(\d+)$/.exec(range) ?? []
    const count = Number(high) - Number(low) + 1
    if (high === undefined || count < 0) throw new CommandError(`invalid input range: '${range}'`)
    return Array.from({ length: count }, (_, at) => String(Number(low) + at))
  }
  if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
  const { text } = decodeLoosely(run.read(file))
  return options.has('z')
    ? text.split('\0').filter((item, at, all) => at < all.length - 1 || item !== '')
    : linesOf(text)
}

function shuffled(items: readonly string[]): string[] {
  const result = [...items]
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = below(at + 1)
    ;[result[at], result[other]] = [result[other] ?? '', result[at] ?? '']
  }
  return result
}

/** By the command's own chance, which a replay has, too. */
function below(limit: number): number {
  return Math.floor(Math.random() * limit)
}
