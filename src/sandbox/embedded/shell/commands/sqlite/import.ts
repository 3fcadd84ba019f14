/** `.import`: a file with separated values into a table. */
import { CommandError } from '../../../../contract/command-error.ts'
import type { SqlSession } from './session.ts'
import { sqlText } from './values.ts'
import { readText } from './read-text.ts'

export function importFile(session: SqlSession, args: readonly string[]): void {
  const at = args.indexOf('--skip')
  const skip = at < 0 ? 0 : Number(args[at + 1] ?? 0)
  const [file, table, extra] = args.filter(
    (arg, index) => !arg.startsWith('-') && (at < 0 || index !== at + 1),
  )
  const unknown = args.find((arg) => arg.startsWith('-') && !['--csv', '-csv', '--skip', '-v'].includes(arg))
  if (file === undefined || table === undefined || extra !== undefined || unknown !== undefined)
    throw new CommandError('Error: .import [--csv] [--skip N] FILE TABLE')
  const isCsv = args.some((arg) => /^--?csv$/.test(arg)) || session.look.mode === 'csv'
  const separator = isCsv ? ',' : (session.look.separator ?? (session.look.mode === 'tabs' ? '\t' : '|'))
  const rows = parseRows(readText(session.run, file), separator).slice(skip)
  const name = `"${table.replaceAll('"', '""')}"`
  let columns = session.query(`SELECT name FROM pragma_table_info(${sqlText(table)})`).length
  if (columns === 0) {
    const names = rows.shift() ?? []
    columns = names.length
    session.query(
      `CREATE TABLE ${name}(\n${names.map((one) => `"${one.replaceAll('"', '""')}" TEXT`).join(', ')})`,
    )
  }
  session.query('SAVEPOINT import')
  for (const [index, row] of rows.entries()) {
    if (row.length !== columns) {
      const what = row.length < columns ? `filling the rest with NULL` : `extras ignored`
      session.run.err(`${file}:${index + 1}: expected ${columns} columns but found ${row.length} - ${what}\n`)
    }
    const values = Array.from({ length: columns }, (_, place) => {
      const value = row[place]
      return value === undefined ? 'NULL' : sqlText(value)
    })
    session.query(`INSERT INTO ${name} VALUES(${values.join(',')})`)
  }
  session.query('RELEASE import')
}

/** Quotes keep separators and ends of lines. */
function parseRows(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const { value, next } = parseField(text, at, separator)
    row.push(value)
    at = next
    if (text.startsWith(separator, at)) {
      at += separator.length
      if (at < text.length && text.charAt(at) !== '\n') continue
      row.push('')
    }
    if (text.startsWith('\r\n', at)) at += 2
    else at += 1
    rows.push(row)
    row = []
  }
  return rows
}

function parseField(text: string, from: number, separator: string): { value: string; next: number } {
  if (text.charAt(from) === '"') {
    const [all = '""'] = /^"(?:[^"]|"")*"?/.exec(text.slice(from)) ?? []
    return {
      value: all.slice(1, all.endsWith('"') && all.length > 1 ? -1 : undefined).replaceAll('""', '"'),
      next: from + all.length,
    }
  }
  const ends = [text.indexOf(separator, from), text.indexOf('\n', from), text.length].filter(
    (end) => end >= 0,
  )
  const end = Math.min(...ends)
  const isCrLf = text.charAt(end) === '\n' && text.charAt(end - 1) === '\r' && end > from
  return { value: text.slice(from, isCrLf ? end - 1 : end), next: isCrLf ? end - 1 : end }
}
