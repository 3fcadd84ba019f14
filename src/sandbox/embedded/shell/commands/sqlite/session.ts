/** Runs statements on a database and formats their results. */
import { CommandError } from '../../../../contract/command-error.ts'
import type { CommandRun } from '../frame/command-run.ts'
import type { DatabaseFile } from './database-file.ts'
import type { Value } from './engine.ts'
import { resultText, type Look, type Result } from './result-text.ts'

/** Rows shown at once where none needs to know of the others. */
const ROUND = 1000
const BY_ROW: readonly string[] = ['list', 'tabs', 'csv', 'quote', 'insert']
/** Statements that would read or write files outside of the sandbox's file system. */
const OUTSIDE = /^\s*(?:attach|detach|vacuum\b[^]*\binto)\b/i

export interface Source {
  /** Undefined: the command line. */
  readonly line: number | undefined
}

export class SqlSession {
  readonly run: CommandRun
  readonly file: DatabaseFile
  look: Look
  /** Ends at the first error. */
  isBail = false
  isOver = false
  exitCode = 0
  /** Destination of results instead of stdout. */
  redirect: { text: string; readonly name: string; readonly isOnce: boolean } | undefined

  constructor(run: CommandRun, file: DatabaseFile, look: Look) {
    this.run = run
    this.file = file
    this.look = look
  }

  out(text: string): void {
    if (this.redirect === undefined) this.run.out(text)
    else this.redirect.text += text
  }

  /** To the end of what was redirected. */
  endRedirect(): void {
    const { redirect } = this
    this.redirect = undefined
    if (redirect !== undefined) this.run.write(redirect.name, new TextEncoder().encode(redirect.text))
  }

  /** One or more statements; false when one of them failed. */
  sql(text: string, source: Source): boolean {
    const statements = this.file.database.iterateStatements(text)
    for (;;) {
      let next
      try {
        next = statements.next()
      } catch (error) {
        return this.#fail(error, source, 'prepare')
      }
      if (next.done === true) break
      const statement = next.value
      try {
        if (OUTSIDE.test(statement.getSQL()))
          throw new Error('other files than the database are not supported here')
        if (/^\s*explain\s+query\s+plan\b/i.test(statement.getSQL())) this.#plan(statement)
        else this.#show(statement)
      } catch (error) {
        return this.#fail(error, source, 'step')
      }
    }
    if (this.redirect?.isOnce === true) this.endRedirect()
    return true
  }

  /** For our own questions. Throws `CommandError`. */
  query(text: string): readonly (readonly Value[])[] {
    try {
      const rows: Value[][] = []
      for (const statement of this.file.database.iterateStatements(text))
        while (statement.step()) rows.push(statement.get(null, { useBigInt: true }))
      return rows
    } catch (error) {
      throw new CommandError(error instanceof Error ? error.message : String(error))
    }
  }

  #show(statement: Statement): void {
    const columns = statement.getColumnNames()
    let rows: Value[][] = []
    const isByRow = BY_ROW.includes(this.look.mode)
    let isFirst = true
    const show = (): void => {
      const look = isFirst ? this.look : { ...this.look, headers: false }
      this.out(resultText({ columns, rows } satisfies Result, look))
      isFirst = false
      rows = []
    }
    while (statement.step()) {
      rows.push(statement.get(null, { useBigInt: true }))
      if (isByRow && rows.length >= ROUND) show()
    }
    if (rows.length > 0) show()
  }

  /** Steps below those that they are part of. */
  #plan(statement: Statement): void {
    const steps: { id: number; parent: number; detail: string }[] = []
    while (statement.step()) {
      const [id, parent, , detail] = statement.get(null, { useBigInt: false })
      steps.push({ id: Number(id), parent: Number(parent), detail: String(detail) })
    }
    const below = (parent: number, before: string): string => {
      const children = steps.filter((step) => step.parent === parent)
      return children
        .map(({ id, detail }, at) => {
          const isLast = at === children.length - 1
          return `${before}${isLast ? '`--' : '|--'}${detail}\n${below(id, before + (isLast ? '   ' : '|  '))}`
        })
        .join('')
    }
    this.out(`QUERY PLAN\n${below(0, '')}`)
  }

  #fail(error: unknown, { line }: Source, when: 'prepare' | 'step'): false {
    const message = error instanceof Error ? error.message : String(error)
    const where = line === undefined ? (when === 'prepare' ? 'in prepare, ' : 'stepping, ') : ''
    const kind =
      line === undefined ? 'Error' : `${when === 'prepare' ? 'Parse' : 'Runtime'} error near line ${line}`
    this.run.err(`${kind}: ${where}${message}\n`)
    this.exitCode = 1
    if (this.isBail) this.isOver = true
    return false
  }
}

interface Statement {
  step(): boolean
  get(parameters: null, config: { useBigInt: boolean }): Value[]
  getColumnNames(): string[]
}
