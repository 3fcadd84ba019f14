/** The rows of a query as text, in each of the modes. */
import type { Value } from './engine.ts'
import { csvText, jsonText, plainText, sqlText } from './values.ts'

export const MODES = [
  'box',
  'column',
  'csv',
  'insert',
  'json',
  'line',
  'list',
  'markdown',
  'quote',
  'table',
  'tabs',
] as const

export type Mode = (typeof MODES)[number]

export interface Look {
  readonly mode: Mode
  /** Undefined: as is usual in that mode. */
  readonly headers: boolean | undefined
  readonly separator: string | undefined
  readonly nullText: string
  /** Column widths; below 0: right-aligned; 0: as wide as needed. */
  readonly widths: readonly number[]
  /** Line end of CSV: the standard's, or that of other lines. */
  readonly csvEnd: '\r\n' | '\n'
  /** Table name for mode `insert`. */
  readonly table: string
}

export interface Result {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Value[])[]
}

export function resultText(result: Result, look: Look): string {
  const { mode, nullText } = look
  const headers = look.headers ?? false
  if (result.rows.length === 0 && mode !== 'list' && mode !== 'csv' && mode !== 'tabs' && mode !== 'quote')
    return ''
  switch (mode) {
    case 'list':
    case 'tabs':
      return lines(result, {
        headers: headers && result.rows.length > 0,
        between: look.separator ?? (mode === 'tabs' ? '\t' : '|'),
        end: '\n',
        shown: (value) => plainText(value, nullText),
      })
    case 'csv': {
      const between = look.separator ?? ','
      const shown = (value: Value): string => csvText(value, nullText, between)
      return lines(result, { headers: headers && result.rows.length > 0, between, end: look.csvEnd, shown })
    }
    case 'quote':
      return lines(result, {
        headers: headers && result.rows.length > 0,
        between: look.separator ?? ',',
        end: '\n',
        shown: sqlText,
      })
    case 'insert':
      return result.rows
        .map((row) => `INSERT INTO ${look.table} VALUES(${row.map(sqlText).join(',')});\n`)
        .join('')
    case 'json': {
      const names = result.columns.map((name) => JSON.stringify(name))
      const rows = result.rows.map(
        (row) => `{${row.map((value, at) => `${names[at] ?? ''}:${jsonText(value)}`).join(',')}}`,
      )
      return `[${rows.join(',\n')}]\n`
    }
    case 'line': {
      const width = Math.max(5, ...result.columns.map((name) => name.length))
      return result.rows
        .map((row) =>
          row
            .map(
              (value, at) =>
                `${(result.columns[at] ?? '').padStart(width)} = ${plainText(value, nullText)}\n`,
            )
            .join(''),
        )
        .join('\n')
    }
    case 'box':
    case 'column':
    case 'markdown':
    case 'table':
      return grid(result, { look, mode, headers })
    default:
      return mode satisfies never
  }
}

interface LineStyle {
  readonly headers: boolean
  readonly between: string
  readonly end: string
  readonly shown: (value: Value) => string
}

function lines({ columns, rows }: Result, { headers, between, end, shown }: LineStyle): string {
  const all = headers ? [columns, ...rows] : rows
  return all.map((row) => row.map(shown).join(between) + end).join('')
}

interface Border {
  readonly left: string
  readonly between: string
  readonly right: string
}

const SIDES: Readonly<Record<'box' | 'column' | 'markdown' | 'table', Border>> = {
  box: { left: '│ ', between: ' │ ', right: ' │' },
  column: { left: '', between: '  ', right: '' },
  markdown: { left: '| ', between: ' | ', right: ' |' },
  table: { left: '| ', between: ' | ', right: ' |' },
}

interface GridStyle {
  readonly look: Look
  readonly mode: keyof typeof SIDES
  readonly headers: boolean
}

function grid({ columns, rows }: Result, { look, mode, headers }: GridStyle): string {
  const cells = rows.map((row) => row.map((value) => plainText(value, look.nullText).split('\n')))
  const widths = columns.map((name, at) => {
    const wanted = Math.abs(look.widths[at] ?? 0)
    if (wanted > 0) return wanted
    return Math.max(lengthOf(name), ...cells.map((row) => Math.max(...(row[at] ?? ['']).map(lengthOf))))
  })
  const side = SIDES[mode]
  const line = (parts: readonly string[]): string => `${side.left}${parts.join(side.between)}${side.right}\n`
  const rule = (left: string, between: string, right: string, dash: string): string =>
    left +
    widths.map((width) => dash.repeat(width + (mode === 'column' ? 0 : 2))).join(between) +
    right +
    '\n'
  const body = cells.flatMap((row) => {
    const height = Math.max(1, ...row.map((cell) => cell.length))
    return Array.from({ length: height }, (_, at) =>
      line(
        widths.map((width, column) => padded(row[column]?.[at] ?? '', width, (look.widths[column] ?? 0) < 0)),
      ),
    )
  })
  const hasNames = headers || mode !== 'column'
  const names = line(
    columns.map((name, at) =>
      mode === 'column'
        ? padded(name, widths[at] ?? 0, (look.widths[at] ?? 0) < 0)
        : centred(name, widths[at] ?? 0),
    ),
  )
  const head = hasNames ? names : ''
  switch (mode) {
    case 'column':
      return head + (hasNames ? rule('', '  ', '', '-') : '') + body.join('')
    case 'markdown':
      return head + rule('|', '|', '|', '-') + body.join('')
    case 'table':
      return (
        rule('+', '+', '+', '-') + head + rule('+', '+', '+', '-') + body.join('') + rule('+', '+', '+', '-')
      )
    case 'box':
      return (
        rule('┌', '┬', '┐', '─') + head + rule('├', '┼', '┤', '─') + body.join('') + rule('└', '┴', '┘', '─')
      )
    default:
      return mode satisfies never
  }
}

function lengthOf(text: string): number {
  return [...text].length
}

function padded(text: string, width: number, isRight: boolean): string {
  const letters = [...text].slice(0, width)
  const blanks = ' '.repeat(width - letters.length)
  return isRight ? blanks + letters.join('') : letters.join('') + blanks
}

function centred(text: string, width: number): string {
  const left = Math.max(0, width - lengthOf(text))
  const before = Math.floor(left / 2)
  return ' '.repeat(before) + text + ' '.repeat(left - before)
}
