/** `comm`: what two sorted files have alone and in common. */
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { byBytes } from '../sort/orders.ts'

const SYNTAX: Syntax = {
  name: 'comm',
  usage: 'comm [-123z] [--check-order | --nocheck-order] [--output-delimiter=STR] [--total] FILE1 FILE2',
  options: ['1', '2', '3', 'check-order', 'nocheck-order', 'output-delimiter=', 'total', 'z,zero-terminated'],
}

type Column = 1 | 2 | 3

export const comm = streamTool(SYNTAX, async (run) => {
  const [first, second, extra] = run.options.operands
  if (first === undefined) throw run.misuse('missing operand')
  if (second === undefined) throw run.misuse(`missing operand after '${first}'`)
  if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
  const end = run.options.has('z') ? '\0' : '\n'
  const left = await linesOf(run, first, end)
  const right = first === second ? left : await linesOf(run, second, end)
  await new Comparison(run, end).compare(left, right)
})

async function linesOf(run: StreamRun, file: string, end: string): Promise<readonly string[]> {
  const all: string[] = []
  for await (const lines of run.lines(file, end)) for (const line of lines) all.push(line)
  return all
}

class Comparison {
  readonly #run: StreamRun
  readonly #end: string
  readonly #delimiter: string
  readonly #totals = { 1: 0, 2: 0, 3: 0 }
  readonly #order: 'always' | 'never' | 'default'
  readonly #unsorted = new Set<1 | 2>()
  #hasUnpaired = false

  constructor(run: StreamRun, end: string) {
    this.#run = run
    this.#end = end
    const { options } = run
    const delimiter = options.value('output-delimiter')
    this.#delimiter = delimiter === '' ? '\0' : (delimiter ?? '\t')
    const order = options.lastOf(['check-order', 'nocheck-order'])
    this.#order = order === undefined ? 'default' : order === 'check-order' ? 'always' : 'never'
  }

  async compare(left: readonly string[], right: readonly string[]): Promise<void> {
    let at = 0
    let other = 0
    while (at < left.length || other < right.length) {
      const one = left[at]
      const two = right[other]
      const order = one === undefined ? 1 : two === undefined ? -1 : byBytes(one, two)
      if (order !== 0) this.#hasUnpaired = true
      await this.#show(order === 0 ? 3 : order < 0 ? 1 : 2, (order <= 0 ? one : two) ?? '')
      if (order <= 0) this.#check(1, one, left[(at += 1)])
      if (order >= 0) this.#check(2, two, right[(other += 1)])
    }
    const { 1: alone, 2: otherAlone, 3: common } = this.#totals
    if (this.#run.options.has('total'))
      await this.#run.out([alone, otherAlone, common, 'total'].join(this.#delimiter) + this.#end)
    if (this.#unsorted.size > 0) {
      await this.#run.flush()
      throw new CommandError('input is not in sorted order')
    }
  }

  #check(file: 1 | 2, before: string | undefined, line: string | undefined): void {
    if (line === undefined || before === undefined || this.#order === 'never') return
    if (this.#order === 'default' && !this.#hasUnpaired) return
    if (this.#unsorted.has(file) || byBytes(before, line) <= 0) return
    if (this.#order === 'always') throw new CommandError(`file ${file} is not in sorted order`)
    this.#run.complain(`file ${file} is not in sorted order`)
    this.#unsorted.add(file)
  }

  async #show(column: Column, line: string): Promise<void> {
    this.#totals[column] += 1
    const hidden = (letter: Column): boolean => this.#run.options.has(String(letter))
    if (hidden(column)) return
    const before = ([1, 2] as const).filter((letter) => letter < column && !hidden(letter)).length
    await this.#run.out(this.#delimiter.repeat(before) + line + this.#end)
  }
}
