/** The commands of `sqlite3` that begin with a dot. */
import { CommandError } from '../../../../contract/command-error.ts'
import { dump } from './dump.ts'
import { importFile } from './import.ts'
import { MODES, type Look } from './result-text.ts'
import { wordsOf } from './script.ts'
import type { SqlSession } from './session.ts'
import { plainText, sqlText } from './values.ts'
import { readText } from './read-text.ts'

type DotCommand = (session: SqlSession, args: readonly string[]) => void | Promise<void>

const SCREEN_COLUMNS = 80

/** Runs a line that begins with a dot, other than `.read`. Throws `CommandError` with a whole message. */
export async function runDotCommand(session: SqlSession, line: string): Promise<void> {
  const [name = '', ...args] = wordsOf(line.slice(1))
  const names = Object.keys(COMMANDS).filter((one) => one.startsWith(name))
  const found =
    COMMANDS[name] ?? (names.length === 1 && name.length > 1 ? COMMANDS[names[0] ?? ''] : undefined)
  if (found === undefined)
    throw new CommandError(`Error: unknown command or invalid arguments:  "${name}". Enter ".help" for help`)
  await found(session, args)
}

const COMMANDS: Readonly<Record<string, DotCommand>> = {
  bail: (session, args) => {
    session.isBail = isOn(args)
  },
  changes: () => undefined,
  databases: (session) =>
    session.out(
      `main: ${session.file.name === ':memory:' ? '""' : session.run.path(session.file.name)} r/w\n`,
    ),
  dump: (session, args) => session.out(dump(session, args)),
  echo: (_, args) => {
    if (isOn(args)) throw new CommandError('Error: .echo is not supported here')
  },
  exit: (session, args) => end(session, args),
  headers: (session, args) => {
    session.look = { ...session.look, headers: isOn(args) }
  },
  help: (session) => session.out(HELP),
  import: importFile,
  indexes: (session, args) =>
    listNames(session, `type = 'index' AND tbl_name LIKE ${sqlText(args[0] ?? '%')}`),
  indices: (session, args) =>
    listNames(session, `type = 'index' AND tbl_name LIKE ${sqlText(args[0] ?? '%')}`),
  mode: (session, args) => {
    const look = withMode(session.look, args)
    session.look = {
      ...look,
      csvEnd: '\r\n',
      headers: look.headers ?? (look.mode === 'column' ? true : undefined),
    }
  },
  nullvalue: (session, args) => {
    session.look = { ...session.look, nullText: args[0] ?? '' }
  },
  once: (session, args) => redirect(session, args, true),
  output: (session, args) => {
    session.endRedirect()
    if (args[0] !== undefined && args[0] !== 'stdout') redirect(session, args, false)
  },
  print: (session, args) => session.out(`${args.join(' ')}\n`),
  quit: (session, args) => end(session, args),
  schema: (session, args) => session.out(schema(session, args)),
  separator: (session, args) => {
    session.look = { ...session.look, separator: unescaped(args[0] ?? '') }
  },
  tables: (session, args) =>
    listNames(
      session,
      `type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name LIKE ${sqlText(args[0] ?? '%')}`,
    ),
  timeout: () => undefined,
  timer: (_, args) => {
    if (isOn(args)) throw new CommandError('Error: .timer is not supported here')
  },
  version: (session) => session.out(`SQLite ${String(session.query('SELECT sqlite_version()')[0]?.[0])}\n`),
  width: (session, args) => {
    session.look = { ...session.look, widths: args.map(Number) }
  },
}

const HELP = `.bail on|off             Stop after hitting an error
.databases               The file of the database
.dump ?OBJECTS?          The database as SQL
.exit ?CODE?             End
.headers on|off          Names of columns
.import ?--csv? ?--skip N? FILE TABLE
.indexes ?TABLE?         Names of indexes
.mode MODE ?TABLE?       ${MODES.join(' ')}
.nullvalue STRING        Text instead of NULL
.once FILE               The next result goes to FILE
.output ?FILE?           Results go to FILE, or stdout
.print STRING...         Text as it is
.quit                    End
.read FILE               Run what is in FILE
.schema ?PATTERN?        The CREATE statements
.separator COL           What is between columns
.tables ?PATTERN?        Names of tables
.width NUM1 NUM2 ...     Widths of columns
`

function isOn([word = '']: readonly string[]): boolean {
  return ['on', 'yes', 'true', '1'].includes(word.toLowerCase())
}

function end(session: SqlSession, [code]: readonly string[]): void {
  session.isOver = true
  if (code !== undefined) session.exitCode = Number(code) & 255
}

/** Throws `CommandError` for what is no mode. */
export function withMode(look: Look, [name = '', table]: readonly string[]): Look {
  const mode = MODES.find(
    (one) => one === name || (one === 'column' && name === 'columns') || (one === 'line' && name === 'lines'),
  )
  if (mode === undefined) throw new CommandError(`Error: mode should be one of: ${MODES.join(' ')}`)
  return { ...look, mode, separator: undefined, table: table ?? look.table }
}

function redirect(session: SqlSession, [name]: readonly string[], isOnce: boolean): void {
  if (name === undefined || name.startsWith('|') || name.startsWith('-'))
    throw new CommandError('Error: only a file name is supported here')
  session.redirect = { text: '', name, isOnce }
}

function unescaped(text: string): string {
  return text.replace(
    /\\([tnr\\])/g,
    (_, letter: string) => ({ t: '\t', n: '\n', r: '\r' })[letter] ?? letter,
  )
}

/** In columns, as `ls` has them. */
function listNames(session: SqlSession, where: string): void {
  const names = session
    .query(`SELECT name FROM sqlite_schema WHERE ${where} ORDER BY name`)
    .map(([name]) => plainText(name ?? null, ''))
  if (names.length === 0) return
  const width = Math.max(...names.map((name) => [...name].length))
  const columns = Math.max(1, Math.floor(SCREEN_COLUMNS / (width + 2)))
  const height = Math.ceil(names.length / columns)
  for (let row = 0; row < height; row += 1) {
    const shown = names.filter((_, at) => at % height === row).map((name) => name.padEnd(width))
    session.out(`${shown.join('  ')}\n`)
  }
}

function schema(session: SqlSession, args: readonly string[]): string {
  const pattern = args.find((arg) => !arg.startsWith('-')) ?? '%'
  const rows = session.query(
    `SELECT sql, type, name FROM sqlite_schema WHERE sql IS NOT NULL AND lower(tbl_name) LIKE lower(${sqlText(pattern)}) ORDER BY rowid`,
  )
  return rows
    .map(
      ([sql, type, name]) =>
        `${String(sql).replace(/^CREATE TABLE (?=['"])/, 'CREATE TABLE IF NOT EXISTS ')}${type === 'view' ? columnsOf(session, String(name)) : ''};\n`,
    )
    .join('')
}

function columnsOf(session: SqlSession, view: string): string {
  const names = session
    .query(`SELECT name FROM pragma_table_info(${sqlText(view)})`)
    .map(([name]) => String(name))
  return `\n/* ${view}(${names.join(',')}) */`
}

/** The file that `.read` names. */
export function readScript(session: SqlSession, line: string): string {
  const [, name] = wordsOf(line)
  if (name === undefined || name.startsWith('|')) throw new CommandError('Error: .read FILE')
  return readText(session.run, name)
}
