/** `tsort` and `factor`. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const TSORT: Syntax = { name: 'tsort', usage: 'tsort [FILE]', options: [] }
const FACTOR: Syntax = { name: 'factor', usage: 'factor [NUMBER]...', options: ['h,exponents'] }
/** Divisors that are tried: up to a second of work. */
const MAX_DIVISOR = 20_000_000n

export const tsort: CommandBody = (args, context) => runCommand(TSORT, args, { context, body: runTsort })

export const factor: CommandBody = (args, context) => runCommand(FACTOR, args, { context, body: runFactor })

function runTsort(run: CommandRun): number {
  const [file = '-', extra] = run.operands
  if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
  const words = run
    .readText(file)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length % 2 !== 0) throw new CommandError(`${file}: input contains an odd number of tokens`)
  const after = new Map<string, string[]>()
  const before = new Map<string, number>()
  for (const word of words) {
    if (!after.has(word)) after.set(word, [])
    if (!before.has(word)) before.set(word, 0)
  }
  for (let at = 0; at < words.length; at += 2) {
    const [left = '', right = ''] = words.slice(at, at + 2)
    if (left === right) continue
    // The latest is looked at first, as in GNU's lists.
    after.get(left)?.unshift(right)
    before.set(right, (before.get(right) ?? 0) + 1)
  }
  return sortOut(run, file, { after, before })
}

function sortOut(
  run: CommandRun,
  file: string,
  { after, before }: { after: Map<string, string[]>; before: Map<string, number> },
): number {
  let code = 0
  const left = new Set([...before.keys()].sort())
  let ready = [...left].filter((word) => before.get(word) === 0)
  while (left.size > 0) {
    if (ready.length === 0) {
      const loop = loopIn(left, after)
      run.warn(`${file}: input contains a loop:`)
      for (const word of loop) run.warn(word)
      code = 1
      const [first = ''] = loop
      ready = [first]
    }
    const next: string[] = []
    for (const word of ready) {
      if (!left.delete(word)) continue
      run.out(`${word}\n`)
      for (const one of after.get(word) ?? []) {
        before.set(one, (before.get(one) ?? 0) - 1)
        if (before.get(one) === 0) next.push(one)
      }
    }
    ready = next
  }
  return code
}

function loopIn(left: ReadonlySet<string>, after: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const path: string[] = []
  let [word] = left
  while (word !== undefined && !path.includes(word)) {
    path.push(word)
    word = predecessor(word, left, after)
  }
  const loop = path.slice(path.indexOf(word ?? '')).reverse()
  const start = loop.indexOf([...loop].sort()[0] ?? '')
  return [...loop.slice(start), ...loop.slice(0, start)]
}

function predecessor(
  word: string,
  left: ReadonlySet<string>,
  after: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  return [...left].find((one) => after.get(one)?.includes(word))
}

function runFactor(run: CommandRun): number {
  const words =
    run.operands.length > 0
      ? run.operands
      : run
          .readText('-')
          .split(/\s+/)
          .filter((word) => word !== '')
  for (const word of words) {
    if (!/^\+?\d+$/.test(word)) {
      run.complain(`'${word}' is not a valid positive integer`)
      continue
    }
    const factors = factorsOf(BigInt(word.replace('+', '')))
    if (factors === undefined) run.complain(`'${word}' has factors too large to find here`)
    else run.out(`${word.replace('+', '')}:${factors.map((one) => ` ${one}`).join('')}\n`)
  }
  return run.isFailed ? 1 : 0
}

/** Undefined when it would take too long. */
function factorsOf(value: bigint): readonly bigint[] | undefined {
  const factors: bigint[] = []
  let rest = value
  for (let divisor = 2n; divisor * divisor <= rest; divisor += divisor === 2n ? 1n : 2n) {
    if (divisor > MAX_DIVISOR) return undefined
    while (rest % divisor === 0n) {
      factors.push(divisor)
      rest /= divisor
    }
  }
  return rest > 1n ? [...factors, rest] : factors
}
