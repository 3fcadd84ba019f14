/** `column`: words in columns, tables, and tables as JSON. */
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'column',
  usage:
    'column [-tJxLd] [-c WIDTH] [-s SEP] [-o SEP] [-N NAMES] [-R COLUMNS] [-H COLUMNS] [-O COLUMNS] [FILE]...',
  options: [
    't,table',
    's,separator=',
    'o,output-separator=',
    'c,output-width,columns=',
    'x,fillrows',
    'L,keep-empty-lines',
    'N,table-columns=',
    'R,table-right=',
    'H,table-hide=',
    'O,table-order=',
    'd,table-noheadings',
    'J,json',
    'n,table-name=',
    'l,table-columns-limit=',
    'E,table-noextreme=',
    'T,table-truncate=',
    'W,table-wrap=',
    'e,table-header-repeat',
    'r,tree=',
    'i,tree-id=',
    'p,tree-parent=',
    'C,table-column=',
    'm,table-maxout',
  ],
}
const NOT_HERE = ['E', 'T', 'W', 'e', 'r', 'i', 'p', 'C', 'm']
const DEFAULT_WIDTH = '80'
const TAB = 8

export const column = streamTool(SYNTAX, async (run) => {
  const { options } = run
  const unsupported = NOT_HERE.find((name) => options.has(name))
  if (unsupported !== undefined) throw new CommandError(`option -${unsupported} is not supported here`)
  const lines = await readLines(run)
  if (options.has('J')) return run.out(jsonOf(new Table(run, lines)))
  if (options.has('t')) return run.out(tableOf(run, new Table(run, lines)))
  if (['N', 'R', 'H', 'O', 'd', 'n', 'l'].some((name) => options.has(name)))
    throw new CommandError('option --table required for all --table-*')
  return run.out(filled(run, lines))
})

async function readLines(run: StreamRun): Promise<readonly string[]> {
  const all: string[] = []
  await run.each(run.inputs, async (file) => {
    for await (const lines of run.lines(file)) for (const line of lines) all.push(line)
  })
  return run.options.has('L') ? all : all.filter((line) => line.trim() !== '')
}

/** Down the columns, or along the rows with `-x`; tabs between. */
function filled(run: StreamRun, entries: readonly string[]): string {
  const text = run.options.value('c') ?? run.context.env.get('COLUMNS') ?? DEFAULT_WIDTH
  if (!/^(\d+|unlimited)$/.test(text)) throw new CommandError(`invalid columns argument: '${text}'`)
  const longest = Math.max(0, ...entries.map(widthOf))
  const cell = (Math.floor(longest / TAB) + 1) * TAB
  const columns = Math.max(1, Math.floor(Number(text) / cell))
  if (columns === 1 || text === 'unlimited') return entries.map((entry) => `${entry}\n`).join('')
  const rows = Math.ceil(entries.length / columns)
  let result = ''
  for (let row = 0; row < rows; row += 1) {
    const shown = entries.filter((_, at) =>
      run.options.has('x') ? Math.floor(at / columns) === row : at % rows === row,
    )
    result +=
      shown.map((entry, at) => (at === shown.length - 1 ? entry : entry + tabs(entry, cell))).join('') + '\n'
  }
  return result
}

function tabs(entry: string, cell: number): string {
  return '\t'.repeat(Math.ceil((cell - widthOf(entry)) / TAB))
}

function widthOf(text: string): number {
  return [...text].length
}

class Table {
  readonly names: readonly string[]
  /** Cells in the order that is shown; those that are hidden are not there. */
  readonly rows: readonly (readonly string[] | undefined)[]
  /** Index in the input of each column that is shown. */
  readonly shown: readonly number[]
  /** Name of the table in JSON. */
  readonly title: string
  readonly #run: StreamRun

  constructor(run: StreamRun, lines: readonly string[]) {
    this.#run = run
    const { options } = run
    this.title = options.value('n') ?? 'table'
    this.names = listOf(options.value('N'))
    const limit = Number(options.value('l') ?? 0)
    const cells = lines.map((line) =>
      line.trim() === '' ? undefined : limited(split(line, options.value('s')), limit),
    )
    const count = Math.max(this.names.length, ...cells.map((row) => row?.length ?? 0))
    const order = this.indexes('O', count)
    const hidden = new Set(this.indexes('H', count))
    const all = Array.from({ length: count }, (_, at) => at)
    this.shown = [...order, ...all.filter((at) => !order.includes(at))].filter((at) => !hidden.has(at))
    this.rows = cells.map((row) => row && this.shown.map((at) => row[at] ?? ''))
  }

  /** The columns that an option names, by name or number. */
  indexes(option: string, count: number): readonly number[] {
    return listOf(this.#run.options.value(option)).flatMap((word) => {
      if (word === '-') {
        return option === 'H' || option === 'R' ? unnamed(this.names.length, count) : []
      }
      const at = this.names.indexOf(word)
      if (at >= 0) return [at]
      if (!/^[1-9]\d*$/.test(word)) throw new CommandError(`undefined column name '${word}'`)
      return [Number(word) - 1]
    })
  }
}

function unnamed(from: number, count: number): readonly number[] {
  return Array.from({ length: Math.max(0, count - from) }, (_, at) => from + at)
}

function listOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(',')
}

/** Without `-s`, blanks of any number are one separator. */
function split(line: string, separators: string | undefined): readonly string[] {
  if (separators === undefined) return line.trim().split(/[ \t]+/)
  const cells: string[] = ['']
  for (const letter of line) {
    if (separators.includes(letter)) cells.push('')
    else cells.push((cells.pop() ?? '') + letter)
  }
  if (cells.length > 1 && cells.at(-1) === '') cells.pop()
  return cells
}

function limited(cells: readonly string[], limit: number): readonly string[] {
  if (limit === 0 || cells.length <= limit) return cells
  return [...cells.slice(0, limit - 1), cells.slice(limit - 1).join(' ')]
}

function tableOf(run: StreamRun, table: Table): string {
  const { options } = run
  const between = options.value('o') ?? '  '
  const headings = table.names.length > 0 && !options.has('d')
  const header = headings ? [table.shown.map((at) => table.names[at] ?? '')] : []
  const rows = [...header, ...table.rows]
  const widths = table.shown.map((_, at) => Math.max(...rows.map((row) => widthOf(row?.[at] ?? ''))))
  const right = new Set(table.indexes('R', table.shown.length))
  return rows
    .map((row) => {
      if (row === undefined) return '\n'
      const cells = row.map((cell, at) => {
        const pad = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)))
        if (right.has(table.shown[at] ?? -1)) return pad + cell
        return at === row.length - 1 ? cell : cell + pad
      })
      return `${cells.join(between)}\n`
    })
    .join('')
}

function jsonOf(table: Table): string {
  const { names } = table
  if (names.length === 0) throw new CommandError('option --table-columns required for --json')
  return jsonText(table, names)
}

function jsonText(table: Table, names: readonly string[]): string {
  const rows = table.rows.map((row) => {
    const fields = (row ?? []).map((cell, at) => {
      const name = names[table.shown[at] ?? -1] ?? ''
      return `         ${JSON.stringify(name.toLowerCase())}: ${cell === '' ? 'null' : JSON.stringify(cell)}`
    })
    return `{\n${fields.join(',\n')}\n      }`
  })
  return `{\n   "${table.title}": [\n      ${rows.join(',')}\n   ]\n}\n`
}
