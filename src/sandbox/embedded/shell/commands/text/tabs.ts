/** `expand` and `unexpand`: tabs to spaces and back. */
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const EXPAND: Syntax = {
  name: 'expand',
  usage: 'expand [-i] [-t LIST] [FILE]...',
  options: ['i,initial', 't,tabs='],
}
const UNEXPAND: Syntax = {
  name: 'unexpand',
  usage: 'unexpand [-a] [--first-only] [-t LIST] [FILE]...',
  options: ['a,all', 'first-only', 't,tabs='],
}

/** The column of the next stop behind `column`; undefined behind the last one. */
type NextStop = (column: number) => number | undefined

export const expand = streamTool(
  EXPAND,
  async (run) => {
    const nextStop = stopsOf(run.options.values('t'))
    const onlyInitial = run.options.has('i')
    await eachLine(run, (line) => {
      let result = ''
      let column = 0
      let isInitial = true
      for (const letter of line) {
        if (letter === '\t' && (isInitial || !onlyInitial)) {
          const to = nextStop(column) ?? column + 1
          result += ' '.repeat(to - column)
          column = to
          continue
        }
        isInitial &&= letter === ' ' || letter === '\t'
        column = letter === '\b' ? Math.max(0, column - 1) : column + 1
        result += letter
      }
      return result
    })
  },
  (args) => args.map((arg) => arg.replace(/^-(\d[\d,]*)$/, '-t$1')),
)

export const unexpand = streamTool(
  UNEXPAND,
  async (run) => {
    const { options } = run
    const nextStop = stopsOf(options.values('t'))
    const all = (options.has('a') || options.has('t')) && !options.has('first-only')
    await eachLine(run, (line) => withTabs(line, nextStop, all))
  },
  (args) => args.map((arg) => arg.replace(/^-(\d[\d,]*)$/, '-t$1')),
)

/** A run of blanks becomes tabs as far as it reaches stops; a single space before one stays, but at the line's start. */
function withTabs(line: string, nextStop: NextStop, all: boolean): string {
  let result = ''
  let column = 0
  for (const [part] of line.matchAll(/[ \t]+|[^ \t]+/g)) {
    const isBlank = part.startsWith(' ') || part.startsWith('\t')
    if (!isBlank || (column > 0 && !all)) {
      result += part
      column += [...part].length
      continue
    }
    const from = column
    for (const letter of part) column = letter === ' ' ? column + 1 : (nextStop(column) ?? column + 1)
    result += blanks(from, column, nextStop, part)
  }
  return result
}

function blanks(from: number, to: number, nextStop: NextStop, part: string): string {
  let result = ''
  let column = from
  for (;;) {
    const stop = nextStop(column)
    if (stop === undefined || stop > to) return result + ' '.repeat(to - column)
    const isOneSpace = stop - column === 1 && part.charAt(column - from) === ' '
    const isLast = stop === to || (nextStop(stop) ?? Infinity) > to
    result += isOneSpace && isLast && stop === to && column === from ? ' ' : '\t'
    column = stop
  }
}

async function eachLine(run: StreamRun, change: (line: string) => string): Promise<void> {
  await run.each(run.inputs, async (file) => {
    const lines = (await run.text(file)).split('\n')
    await run.out(lines.map(change).join('\n'))
  })
}

/** One number: every so many columns. Several: these columns, then as `/N` or `+N` says, or none. */
function stopsOf(lists: readonly string[]): NextStop {
  const words = lists.flatMap((list) => list.split(/[ ,]+/)).filter((word) => word !== '')
  const stops: number[] = []
  let every: { readonly size: number; readonly isRelative: boolean } | undefined
  for (const [at, word] of words.entries()) {
    const [, sign = '', digits] = /^([/+]?)(\d+)$/.exec(word) ?? []
    if (digits === undefined) {
      const wrong = word.replace(/^[/+]?\d*/, '')
      throw new CommandError(`tab size contains invalid character(s): '${wrong}'`)
    }
    const size = Number(digits)
    if (size === 0) throw new CommandError('tab size cannot be 0')
    if (sign !== '') {
      if (at < words.length - 1)
        throw new CommandError(`'${sign}' specifier only allowed with the last value`)
      every = { size, isRelative: sign === '+' }
      continue
    }
    if (size <= (stops.at(-1) ?? 0)) throw new CommandError('tab sizes must be ascending')
    stops.push(size)
  }
  const [only] = stops
  if (every === undefined && stops.length < 2) {
    const size = only ?? 8
    return (column) => column + size - (column % size)
  }
  const last = stops.at(-1) ?? 0
  return (column) => {
    const listed = stops.find((stop) => stop > column)
    if (listed !== undefined || every === undefined) return listed
    const start = every.isRelative ? last : 0
    return column + every.size - ((column - start) % every.size)
  }
}
