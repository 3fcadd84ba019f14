/** `sqlite3`: databases in files of the workspace. SQLite itself is loaded when it is first used. */
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import { decodeLoosely } from '../frame/loose-text.ts'
import { DatabaseFile } from './database-file.ts'
import { readScript, runDotCommand, withMode } from './dot-commands.ts'
import { MODES, type Look } from './result-text.ts'
import { partsOf, type Part } from './script.ts'
import { SqlSession } from './session.ts'

const USAGE = 'sqlite3 [OPTIONS] [FILENAME [SQL...]]'
/** Scripts that read each other. */
const MAX_DEPTH = 20

interface Request {
  readonly look: Look
  readonly isBail: boolean
  readonly isReadOnly: boolean
  readonly first: readonly string[]
  readonly file: string
  readonly sql: readonly string[]
}

export const sqlite3: CommandBody = (args, context) => {
  const isHelp = args.some((arg) => /^--?help$/.test(arg))
  return runCommand({ name: 'sqlite3', usage: USAGE, options: [] }, isHelp ? ['--help'] : [], {
    context,
    body: async (run) => {
      try {
        return await runSqlite(run, args)
      } catch (error) {
        // Its messages do not begin with its name.
        if (!(error instanceof CommandError)) throw error
        run.err(`${/^(?:Error|sqlite3): /.test(error.message) ? '' : 'Error: '}${error.message}\n`)
        return error.code
      }
    },
  })
}

async function runSqlite(run: CommandRun, args: readonly string[]): Promise<number> {
  const request = parse(args)
  const file = await DatabaseFile.open(run, request.file)
  const session = new SqlSession(run, file, request.look)
  session.isBail = request.isBail
  if (request.isReadOnly) session.query('PRAGMA query_only = ON')
  if (args.some((arg) => /^--?version$/.test(arg))) {
    run.out(`${String(session.query("SELECT sqlite_version() || ' ' || sqlite_source_id()")[0]?.[0])}\n`)
    return 0
  }
  const words = [...request.first, ...request.sql]
  // An error on the command line ends it.
  for (const word of words) {
    if (session.isOver || !(await runParts(session, partsOfWord(word), 0, false))) break
  }
  if (request.sql.length === 0 && !session.isOver && session.exitCode === 0)
    await runParts(session, partsOf(decodeLoosely(run.stdin()).text), 0, true)
  session.endRedirect()
  file.close()
  return session.exitCode
}

function partsOfWord(word: string): readonly Part[] {
  return word.startsWith('.')
    ? [{ type: 'command', text: word, line: 1 }]
    : [{ type: 'sql', text: word, line: 1 }]
}

/** False when something failed. Lines are told of a script only. */
async function runParts(
  session: SqlSession,
  parts: readonly Part[],
  depth: number,
  isScript: boolean,
): Promise<boolean> {
  if (depth > MAX_DEPTH) throw new CommandError('Error: too many levels of .read')
  let isGood = true
  for (const { type, text, line } of parts) {
    if (session.isOver) return isGood
    await session.run.pause()
    if (type === 'sql') {
      isGood = session.sql(text, { line: isScript ? line : undefined }) && isGood
      continue
    }
    try {
      if (/^\.read\b/.test(text))
        isGood = (await runParts(session, partsOf(readScript(session, text)), depth + 1, true)) && isGood
      else await runDotCommand(session, text)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      session.run.err(`${error.message.startsWith('Error: ') ? '' : 'Error: '}${error.message}\n`)
      session.exitCode = 1
      if (session.isBail) session.isOver = true
      isGood = false
    }
  }
  return isGood
}

function parse(args: readonly string[]): Request {
  let look: Look = {
    mode: 'list',
    headers: undefined,
    separator: undefined,
    nullText: '',
    csvEnd: '\n',
    widths: [],
    table: 'table',
  }
  let isBail = false
  let isReadOnly = false
  const first: string[] = []
  const operands: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (operands.length > 0 || !arg.startsWith('-') || arg === '-') {
      operands.push(arg)
      continue
    }
    const name = arg.replace(/^--?/, '')
    const value = (): string => {
      at += 1
      const next = args[at]
      if (next === undefined) throw new CommandError(`sqlite3: Error: missing argument to -${name}`)
      return next
    }
    const mode = MODES.find((one) => one === name)
    if (mode !== undefined) look = withMode(look, [mode])
    else if (name === 'header' || name === 'headers') look = { ...look, headers: true }
    else if (name === 'noheader') look = { ...look, headers: false }
    else if (name === 'separator') look = { ...look, separator: value() }
    else if (name === 'nullvalue') look = { ...look, nullText: value() }
    else if (name === 'cmd') first.push(value())
    else if (name === 'init') first.push(`.read ${value()}`)
    else if (name === 'bail') isBail = true
    else if (name === 'readonly') isReadOnly = true
    else if (!['batch', 'interactive', 'safe', 'version'].includes(name))
      throw new CommandError(`sqlite3: Error: unknown option: -${name}\nUse -help for a list of options.`)
  }
  const [file = ':memory:', ...sql] = operands
  return { look, isBail, isReadOnly, first, file, sql }
}
