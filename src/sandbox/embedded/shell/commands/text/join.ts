/** `join`: lines of two sorted files that have a field in common. */
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { byBytes } from '../sort/orders.ts'
import { joinOutput, type Joined } from './join-output.ts'

const SYNTAX: Syntax = {
  name: 'join',
  usage: 'join [-iz] [-a FILENO] [-v FILENO] [-e STR] [-o LIST] [-t CHAR] [-1 N] [-2 N] [-j N] FILE1 FILE2',
  options: [
    'a=',
    'e=',
    'i,ignore-case',
    'j=',
    'o=',
    't=',
    'v=',
    '1=',
    '2=',
    'check-order',
    'nocheck-order',
    'header',
    'z,zero-terminated',
  ],
}

type Side = 0 | 1

interface File {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  readonly lines: readonly string[]
  /** Index of the field that is compared. */
  readonly key: number
}

export const join = streamTool(SYNTAX, async (run) => {
  const { options } = run
  // `-o 1.1 2.2 a b`: the list may go on as words of its own.
  const extra = options.has('o') ? options.operands.findIndex((word) => !/^(0|[12]\.\d+)$/.test(word)) : 0
  const list = [...options.values('o'), ...options.operands.slice(0, Math.max(0, extra))]
  const [first, second, tooMany] = options.operands.slice(Math.max(0, extra))
  if (first === undefined) throw run.misuse('missing operand')
  if (second === undefined) throw run.misuse(`missing operand after '${first}'`)
  if (tooMany !== undefined) throw run.misuse(`extra operand '${tooMany}'`)
  if (first === '-' && second === '-') throw new CommandError('both files cannot be standard input')
  const end = options.has('z') ? '\0' : '\n'
  const separator = separatorOf(options.value('t'))
  const files = [
    await readFile(run, first, { end, separator, key: keyOf(run, '1') }),
    await readFile(run, second, { end, separator, key: keyOf(run, '2') }),
  ] as const
  const write = joinOutput(list, {
    separator: separator === undefined || separator === '' ? ' ' : separator,
    filler: options.value('e') ?? '',
    keys: [files[0].key, files[1].key],
    firstRows: [files[0].rows[0], files[1].rows[0]],
  })
  await new Join(run, files, async (joined) => run.out(write(joined) + end)).run()
})

function separatorOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return text
  if (text === '\\0') return '\0'
  if ([...text].length > 1) throw new CommandError(`multi-character tab '${text}'`)
  return text
}

function keyOf(run: StreamRun, side: '1' | '2'): number {
  const [one, both] = [run.options.value(side), run.options.value('j')]
  if (one !== undefined && both !== undefined && one !== both)
    throw new CommandError(`incompatible join fields ${both}, ${one}`)
  const text = one ?? both ?? '1'
  if (!/^[1-9]\d*$/.test(text)) throw new CommandError(`invalid field number: '${text}'`)
  return Number(text) - 1
}

async function readFile(
  run: StreamRun,
  name: string,
  { end, separator, key }: { end: string; separator: string | undefined; key: number },
): Promise<File> {
  const all: string[] = []
  for await (const lines of run.lines(name, end)) for (const line of lines) all.push(line)
  const rows = all.map((line) => {
    if (separator === '') return [line]
    if (separator !== undefined) return line.split(separator)
    return line.replace(/^[ \t\n]+/, '').split(/[ \t\n]+/)
  })
  return { name, rows, lines: all, key }
}

class Join {
  readonly #run: StreamRun
  readonly #files: readonly [File, File]
  readonly #write: (joined: Joined) => Promise<void>
  readonly #ignoresCase: boolean
  readonly #order: 'always' | 'never' | 'default'
  readonly #showsUnpaired: readonly [boolean, boolean]
  readonly #showsPaired: boolean
  readonly #unsorted = new Set<Side>()
  readonly #at: [number, number] = [0, 0]
  #hasUnpaired = false

  constructor(run: StreamRun, files: readonly [File, File], write: (joined: Joined) => Promise<void>) {
    this.#run = run
    this.#files = files
    this.#write = write
    const { options } = run
    this.#ignoresCase = options.has('i')
    const order = options.lastOf(['check-order', 'nocheck-order'])
    this.#order = order === undefined ? 'default' : order === 'check-order' ? 'always' : 'never'
    const unpaired = [...options.values('a'), ...options.values('v')]
    const wrong = unpaired.find((number) => number !== '1' && number !== '2')
    if (wrong !== undefined) throw new CommandError(`invalid field number: '${wrong}'`)
    this.#showsUnpaired = [unpaired.includes('1'), unpaired.includes('2')]
    this.#showsPaired = !options.has('v')
  }

  async run(): Promise<void> {
    if (this.#run.options.has('header')) {
      const [left, right] = [this.#files[0].rows[0], this.#files[1].rows[0]]
      if (left !== undefined || right !== undefined) await this.#write({ left, right })
      this.#at[0] = 1
      this.#at[1] = 1
    }
    while (this.#row(0) !== undefined && this.#row(1) !== undefined) {
      const order = this.#compare(this.#key(0), this.#key(1))
      if (order === 0) await this.#writePairs()
      else await this.#writeAlone(order < 0 ? 0 : 1)
    }
    for (const side of [0, 1] as const) {
      if (this.#row(side) !== undefined) this.#hasUnpaired = true
      while (this.#row(side) !== undefined) await this.#writeAlone(side)
    }
    if (this.#unsorted.size > 0) throw new CommandError('input is not in sorted order')
  }

  async #writeAlone(side: Side): Promise<void> {
    const row = this.#row(side)
    this.#hasUnpaired = true
    if (this.#showsUnpaired[side])
      await this.#write(side === 0 ? { left: row, right: undefined } : { left: undefined, right: row })
    this.#advance(side)
  }

  /** Each line of one file with each of the other that has the same key. */
  async #writePairs(): Promise<void> {
    const key = this.#key(0)
    const groups = ([0, 1] as const).map((side) => {
      const from = this.#at[side]
      while (this.#row(side) !== undefined && this.#compare(this.#key(side), key) === 0) this.#advance(side)
      return this.#files[side].rows.slice(from, this.#at[side])
    })
    if (!this.#showsPaired) return
    for (const left of groups[0] ?? [])
      for (const right of groups[1] ?? []) await this.#write({ left, right })
  }

  #advance(side: Side): void {
    const before = this.#key(side)
    this.#at[side] += 1
    if (this.#row(side) === undefined || this.#order === 'never' || this.#unsorted.has(side)) return
    if (this.#order === 'default' && !this.#hasUnpaired) return
    if (this.#compare(before, this.#key(side)) <= 0) return
    const { name, lines } = this.#files[side]
    const at = this.#at[side]
    const message = `${name}:${at + 1}: is not sorted: ${lines[at] ?? ''}`
    if (this.#order === 'always') throw new CommandError(message)
    this.#run.complain(message)
    this.#unsorted.add(side)
  }

  #row(side: Side): readonly string[] | undefined {
    return this.#files[side].rows[this.#at[side]]
  }

  #key(side: Side): string {
    return this.#row(side)?.[this.#files[side].key] ?? ''
  }

  #compare(one: string, other: string): number {
    return this.#ignoresCase ? byBytes(one.toUpperCase(), other.toUpperCase()) : byBytes(one, other)
  }
}
