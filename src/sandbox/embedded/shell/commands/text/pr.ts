/** `pr`: text in pages and columns. */
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { resolve } from '../../../../contract/path.ts'
import { Errno } from '../../../syscalls.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { formatDate } from '../date/format-date.ts'
import { zoneOf } from '../date/zone.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { blanks } from './tab-stops.ts'

const SYNTAX: Syntax = {
  name: 'pr',
  usage:
    'pr [+PAGE] [-COLUMNS] [-adFmtTf] [-h TEXT] [-l LINES] [-n[SEP[DIGITS]]] [-o N] [-s[CHAR]] [-w N] [FILE]...',
  options: [
    'columns=',
    'pages=',
    'a,across',
    'd,double-space',
    'D,date-format=',
    'f,F,form-feed',
    'h,header=',
    'l,length=',
    'm,merge',
    'n,number-lines=?',
    'o,indent=',
    'r,no-file-warnings',
    's,separator=?',
    'S,sep-string=?',
    't,omit-header',
    'T,omit-pagination',
    'w,width=',
    'W,page-width=',
  ],
}
const PAGE_LINES = 66
const HEADER_LINES = 5
const TRAILER_LINES = 5
const PAGE_WIDTH = 72

interface Layout {
  readonly columns: number
  readonly isAcross: boolean
  /** Lines of text on a page; Infinity where there are no pages. */
  readonly body: number
  readonly hasHeader: boolean
  readonly width: number
  readonly indent: string
  /** Undefined: columns are filled up with blanks. */
  readonly separator: string | undefined
  readonly isDouble: boolean
  readonly numbers: { readonly separator: string; readonly digits: number } | undefined
}

export const pr = streamTool(
  SYNTAX,
  async (run) => {
    const layout = layoutOf(run)
    if (run.options.has('m')) {
      const columns: (readonly string[])[] = []
      await run.each(run.inputs, async (file) => void columns.push(await linesOf(run, file)))
      return print(
        run,
        { layout: { ...layout, columns: columns.length }, title: '', when: Date.now() },
        merged(columns, layout),
      )
    }
    await run.each(run.inputs, async (file) => {
      const lines = await linesOf(run, file)
      const title = file === '-' ? '' : file
      await print(run, { layout, title, when: timeOf(run, file) }, inColumns(numbered(lines, layout), layout))
    })
  },
  (args) =>
    args.map((arg) => arg.replace(/^-(\d+)$/, '--columns=$1').replace(/^\+(\d+)(:\d+)?$/, '--pages=$1$2')),
)

function layoutOf(run: StreamRun): Layout {
  const { options } = run
  const number = (name: string, otherwise: number): number => {
    const text = options.value(name)
    if (text === undefined) return otherwise
    if (!/^\d+$/.test(text)) throw new CommandError(`'-${name}': invalid number: '${text}'`)
    return Number(text)
  }
  const length = number('l', PAGE_LINES)
  const isBare = options.has('t') || options.has('T') || length <= HEADER_LINES + TRAILER_LINES
  const columns = Math.max(1, number('columns', 1))
  const separator = options.has('S')
    ? (options.value('S') ?? '')
    : options.has('s')
      ? (options.value('s') ?? '\t')
      : undefined
  const body = isBare ? (options.has('l') ? length : PAGE_LINES) : length - HEADER_LINES - TRAILER_LINES
  const [, mark = '', digits = ''] = /^(\D?)(\d*)$/.exec(options.value('n') ?? '') ?? []
  return {
    columns,
    isAcross: options.has('a'),
    body: options.has('d') ? Math.max(1, Math.floor(body / 2)) : body,
    hasHeader: !isBare,
    width: number('w', number('W', PAGE_WIDTH)),
    indent: ' '.repeat(number('o', 0)),
    separator,
    isDouble: options.has('d'),
    numbers: options.has('n')
      ? { separator: mark === '' ? '\t' : mark, digits: digits === '' ? 5 : Number(digits) }
      : undefined,
  }
}

async function linesOf(run: StreamRun, file: string): Promise<readonly string[]> {
  const lines = (await run.text(file)).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function timeOf(run: StreamRun, file: string): number {
  if (file === '-') return Date.now()
  const { host, cwd } = run.context
  try {
    return host.kernel.syscalls.stat(host.realPath(resolve(file, cwd))).mtimeMs
  } catch (error) {
    if (error instanceof Errno) return Date.now()
    throw error
  }
}

function numbered(lines: readonly string[], { numbers }: Layout): readonly string[] {
  if (numbers === undefined) return lines
  return lines.map(
    (line, at) =>
      String(at + 1)
        .padStart(numbers.digits)
        .slice(-numbers.digits) +
      numbers.separator +
      line,
  )
}

type Rows = readonly (readonly string[])[]

/** Pages of rows. */
function inColumns(lines: readonly string[], { columns, body, isAcross }: Layout): readonly Rows[] {
  const pages: Rows[] = []
  for (let from = 0; from < lines.length; from += body * columns) {
    const page = lines.slice(from, from + body * columns)
    const height = Math.ceil(page.length / columns)
    const rows = Array.from({ length: height }, (_, row) =>
      page.filter((__, at) => (isAcross ? Math.floor(at / columns) : at % height) === row),
    )
    pages.push(columns === 1 || isAcross ? rows : balanced(page, columns))
  }
  return pages
}

/** Down the columns, the first ones one longer than the last. */
function balanced(page: readonly string[], columns: number): Rows {
  const short = Math.floor(page.length / columns)
  const longer = page.length % columns
  const starts = Array.from({ length: columns + 1 }, (_, at) => at * short + Math.min(at, longer))
  const height = short + (longer > 0 ? 1 : 0)
  return Array.from({ length: height }, (_, row) =>
    starts.slice(0, -1).flatMap((start, at) => {
      const line = start + row < (starts[at + 1] ?? 0) ? page[start + row] : undefined
      return line === undefined ? [] : [line]
    }),
  )
}

function merged(columns: readonly (readonly string[])[], layout: Layout): readonly Rows[] {
  const height = Math.max(0, ...columns.map((lines) => lines.length))
  const rows = Array.from({ length: height }, (_, row) => columns.map((lines) => lines[row] ?? ''))
  const pages: Rows[] = []
  for (let from = 0; from < rows.length; from += layout.body) pages.push(rows.slice(from, from + layout.body))
  return pages
}

async function print(
  run: StreamRun,
  { layout, title, when }: { layout: Layout; title: string; when: number },
  pages: readonly Rows[],
): Promise<void> {
  const [first = 1, last = Infinity] = (run.options.value('pages') ?? '1').split(':').map(Number)
  const shown = run.options.value('h') ?? title
  for (const [at, rows] of pages.entries()) {
    if (at + 1 < first || at + 1 > last) continue
    const lines = rows.flatMap((row) => [rowText(row, layout), ...(layout.isDouble ? [''] : [])])
    if (layout.hasHeader) {
      const date = formatDate(
        run.options.value('D') ?? '%Y-%m-%d %H:%M',
        when,
        zoneOf(run.context.env.get('TZ')),
      )
      await run.out(`\n\n${heading(date, shown, { page: at + 1, width: layout.width })}\n\n\n`)
    }
    await run.out(lines.map((line) => (line === '' ? '\n' : `${layout.indent}${line}\n`)).join(''))
    const missing = layout.body * (layout.isDouble ? 2 : 1) - lines.length
    if (layout.hasHeader) await run.out(run.options.has('f') ? '\f' : '\n'.repeat(missing + TRAILER_LINES))
  }
}

/** The title in the middle of what date and page number leave. */
function heading(date: string, title: string, { page, width }: { page: number; width: number }): string {
  const number = `Page ${page}`
  const left = Math.max(0, width - date.length - title.length - number.length)
  const before = Math.floor(left / 2)
  return `${date}${' '.repeat(before)}${title}${' '.repeat(left - before)}${number}`
}

function rowText(row: readonly string[], { columns, width, separator, indent }: Layout): string {
  if (columns === 1) return row[0] ?? ''
  if (separator !== undefined) return row.join(separator)
  const cell = Math.max(1, Math.floor((width - (columns - 1)) / columns))
  let text = ''
  let at = indent.length
  for (const [place, one] of row.entries()) {
    const start = indent.length + place * (cell + 1)
    if (place > 0) text += one === '' ? '' : blanks(at, start)
    const shown = [...one].slice(0, cell).join('')
    text += shown
    if (one !== '' || place === 0) at = start + [...shown].length
  }
  return text
}
