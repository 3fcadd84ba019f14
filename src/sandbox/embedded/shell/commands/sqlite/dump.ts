/** `.dump`: a database as the SQL that makes it. */
import type { SqlSession } from './session.ts'
import { dumpText, sqlText } from './values.ts'

export function dump(session: SqlSession, args: readonly string[]): string {
  const patterns = args.filter((arg) => !arg.startsWith('-'))
  const which = patterns.length === 0 ? '1' : patterns.map((one) => `name LIKE ${sqlText(one)}`).join(' OR ')
  const tables = session.query(
    `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND type = 'table' AND name <> 'sqlite_sequence' AND (${which}) ORDER BY rowid`,
  )
  const others = session.query(
    `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND type IN ('index', 'trigger', 'view') AND (${which.replaceAll('name LIKE', 'tbl_name LIKE')}) ORDER BY rowid`,
  )
  const parts = ['PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n']
  for (const [name, sql] of tables) {
    const create = String(sql).replace(/^CREATE TABLE (?=['"])/, 'CREATE TABLE IF NOT EXISTS ')
    parts.push(`${create};\n`, rows(session, String(name)))
  }
  const hasSequence = session.query("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").length > 0
  if (hasSequence && patterns.length === 0)
    parts.push('DELETE FROM sqlite_sequence;\n', rows(session, 'sqlite_sequence'))
  parts.push(...others.map(([sql]) => `${String(sql)};\n`), 'COMMIT;\n')
  return parts.join('')
}

function rows(session: SqlSession, table: string): string {
  const name = /^[A-Za-z_]\w*$/.test(table) && !KEYWORDS.has(table.toUpperCase()) ? table : quoted(table)
  return session
    .query(`SELECT * FROM ${quoted(table)}`)
    .map((row) => `INSERT INTO ${name} VALUES(${row.map(dumpText).join(',')});\n`)
    .join('')
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Keywords that are likely names of tables. */
const KEYWORDS = new Set(
  'ALL AND AS CASE CHECK COLLATE COMMIT CREATE DEFAULT DELETE DISTINCT DROP ELSE EXISTS FOREIGN FROM GROUP HAVING IN INDEX INSERT INTO IS JOIN LIMIT NOT NULL ON OR ORDER PRIMARY REFERENCES SELECT SET TABLE THEN TO TRANSACTION UNION UNIQUE UPDATE USING VALUES WHEN WHERE'.split(
    ' ',
  ),
)
