/** `uniq`: lines that are like the one before. */
import { encodeText } from '../../byte-string.ts'
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { decodeLoosely } from '../frame/loose-text.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { OutputFile } from './output-file.ts'

const SYNTAX: Syntax = {
  name: 'uniq',
  usage: 'uniq [-cdDuiz] [-f FIELDS] [-s CHARS] [-w CHARS] [--group[=WHERE]] [INPUT [OUTPUT]]',
  options: [
    'c,count',
    'd,repeated',
    'D',
    'all-repeated=?',
    'f,skip-fields=',
    'group=?',
    'i,ignore-case',
    's,skip-chars=',
    'u,unique',
    'w,check-chars=',
    'z,zero-terminated',
  ],
}

/** Position of empty lines between groups. */
type Delimited = 'none' | 'prepend' | 'separate' | 'append' | 'both'

interface Plan {
  readonly keyOf: (line: string) => string
  readonly counts: boolean
  /** Groups of one, or groups of several, are shown. */
  readonly shows: { readonly single: boolean; readonly repeated: boolean }
  /** Every line of a group is shown, not only its first. */
  readonly whole: { readonly between: Delimited; readonly onlyRepeated: boolean } | undefined
}

export const uniq = streamTool(SYNTAX, runUniq, (args) => args.map((arg) => arg.replace(/^-(\d+)$/, '-f$1')))

async function runUniq(run: StreamRun): Promise<void> {
  const [input = '-', output = '-', extra] = run.options.operands
  if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
  const plan = planOf(run)
  const end = run.options.has('z') ? '\0' : '\n'
  const target = new OutputFile(run, output)
  const printer = new GroupPrinter(plan, end)
  for await (const lines of run.lines(input, end)) {
    for (const line of lines) printer.add(line)
    await target.write(printer.take())
  }
  printer.end()
  await target.write(printer.take())
}

function planOf(run: StreamRun): Plan {
  const { options } = run
  const all = options.has('D') || options.has('all-repeated')
  const counts = options.has('c')
  const group = options.has('group')
  if (group && (counts || all || options.has('d') || options.has('u')))
    throw run.misuse('--group is mutually exclusive with -c/-d/-D/-u')
  if (all && counts) throw run.misuse('printing all duplicated lines and repeat counts is meaningless')
  const between = group
    ? whereOf(run, 'group', ['prepend', 'append', 'separate', 'both'], 'separate')
    : whereOf(run, 'all-repeated', ['none', 'prepend', 'separate'], 'none')
  return {
    keyOf: keyOf(run),
    counts,
    shows: { single: !options.has('d') && !all, repeated: !options.has('u') },
    whole: group || all ? { between, onlyRepeated: all } : undefined,
  }
}

function whereOf(
  run: StreamRun,
  option: string,
  allowed: readonly Delimited[],
  otherwise: Delimited,
): Delimited {
  const text = run.options.value(option)
  if (text === undefined) return otherwise
  const found = allowed.find((where) => where.startsWith(text))
  if (found !== undefined) return found
  const list = allowed.map((where) => `\n  - '${where}'`).join('')
  throw run.misuse(`invalid argument '${text}' for '--${option}'\nValid arguments are:${list}`)
}

/** Compared part of a line. Letters are bytes, as in GNU's. */
function keyOf(run: StreamRun): (line: string) => string {
  const fields = count(run, 'f', 'fields to skip')
  const skip = count(run, 's', 'bytes to skip')
  const width = count(run, 'w', 'bytes to compare')
  const ignoreCase = run.options.has('i')
  const skipped = fields === undefined ? undefined : new RegExp(`^(?:[ \\t]*[^ \\t]*){0,${fields}}`)
  return (line) => {
    let key = skipped === undefined ? line : line.replace(skipped, '')
    if (skip !== undefined || width !== undefined) {
      const bytes = encodeText(key).subarray(skip ?? 0)
      key = decodeLoosely(bytes.subarray(0, width)).text
    }
    return ignoreCase ? key.toUpperCase() : key
  }
}

function count(run: StreamRun, option: string, what: string): number | undefined {
  const text = run.options.value(option)
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new CommandError(`${text}: invalid number of ${what}`)
  return Number(text)
}

class GroupPrinter {
  readonly #plan: Plan
  readonly #end: string
  #text: string[] = []
  #first = ''
  #key = ''
  #count = 0
  #groupsShown = 0

  constructor(plan: Plan, end: string) {
    this.#plan = plan
    this.#end = end
  }

  add(line: string): void {
    const key = this.#plan.keyOf(line)
    if (this.#count > 0 && key === this.#key) {
      if (this.#count === 1 && this.#plan.whole?.onlyRepeated) this.#begin(this.#first)
      this.#count += 1
      if (this.#plan.whole !== undefined) this.#show(line)
      return
    }
    this.#close()
    this.#first = line
    this.#key = key
    this.#count = 1
    if (this.#plan.whole?.onlyRepeated === false) this.#begin(line)
  }

  end(): void {
    this.#close()
    const { whole } = this.#plan
    if (this.#groupsShown > 0 && (whole?.between === 'append' || whole?.between === 'both')) this.#show('')
  }

  take(): string {
    const text = this.#text.join('')
    this.#text = []
    return text
  }

  #begin(line: string): void {
    const between = this.#plan.whole?.between ?? 'none'
    if (between === 'prepend' || between === 'both' || (between !== 'none' && this.#groupsShown > 0))
      this.#show('')
    this.#groupsShown += 1
    this.#show(line)
  }

  #close(): void {
    const { counts, shows, whole } = this.#plan
    if (this.#count === 0 || whole !== undefined) return
    if (this.#count === 1 ? !shows.single : !shows.repeated) return
    this.#show(counts ? `${String(this.#count).padStart(7)} ${this.#first}` : this.#first)
  }

  #show(line: string): void {
    this.#text.push(line, this.#end)
  }
}
