/**
 * The table of tools that say in the tab what they say natively. The test that runs them finds it; it is kept as data, of
 * which `docs/tools.md`, the README and the command `/doctor` show what they need. `UPDATE_TOOLS=1` writes all of it anew.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tool } from '../fixtures/tools.ts'
import { projectRoot } from '../fixtures/project-root.ts'

export interface ToolRow {
  readonly name: string
  readonly version: string
  /** Ends the same way and says the same as on native Node. */
  readonly isSame: boolean
}

interface RecordedRow extends ToolRow {
  /** The day on which it was found, e.g. `2026-11-25`. */
  readonly recorded: string
}

const DATA = 'src/app/commands/known-tools.json'
const DOCS = 'docs/tools.md'
const README = 'README.md'
const isUpdate = process.env['UPDATE_TOOLS'] === '1'

const read = (path: string): string => readFileSync(join(projectRoot(), path), 'utf8')

export function knownTools(): readonly ToolRow[] {
  return recordedTools().map(({ name, version, isSame }) => ({ name, version, isSame }))
}

function recordedTools(): readonly RecordedRow[] {
  return JSON.parse(read(DATA)) as readonly RecordedRow[] // written below
}

/** Stored findings of these tools, in the order of `all`; an update writes them first. */
export function keepFound(found: readonly ToolRow[], all: readonly Tool[]): readonly ToolRow[] {
  if (isUpdate) {
    const recorded = new Date().toISOString().slice(0, 10)
    const rows = new Map(
      [...recordedTools(), ...found.map((row) => ({ ...row, recorded }))].map((row) => [row.name, row]),
    )
    const known = all.flatMap(({ name }) => rows.get(name) ?? [])
    writeFileSync(join(projectRoot(), DATA), `${JSON.stringify(known, null, 2)}\n`)
    for (const path of [DOCS, README])
      writeFileSync(join(projectRoot(), path), withTable(path, read(path), all))
  }
  const names = new Set(found.map(({ name }) => name))
  return knownTools().filter(({ name }) => names.has(name))
}

/** The texts that show the table, as they are and as the data would have them. */
export function shownTables(
  all: readonly Tool[],
): readonly { readonly is: string; readonly ought: string }[] {
  return [DOCS, README].map((path) => ({ is: read(path), ought: withTable(path, read(path), all) }))
}

function withTable(path: string, text: string, all: readonly Tool[]): string {
  const [place, shown] =
    path === DOCS
      ? [/^\| tool [^]*?(?=\n\n)/m, docsTable(all)]
      : [/^Unchanged in the tab, as natively: [^]*?(?=\n\n)/m, readmeSentence()]
  if (!place.test(text)) throw new Error(`${path} has no place for the table of tools.`)
  return text.replace(place, () => shown)
}

function docsTable(all: readonly Tool[]): string {
  const cells = knownTools().map(({ name, version, isSame }) => [
    name,
    version,
    isSame ? 'the same' : 'something else',
    all.find((tool) => tool.name === name)?.ran ?? '',
  ])
  const rows = [['tool', 'version', 'says in the tab', 'tested with'], ...cells]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))
  const lineOf = (row: readonly string[], fill = ' '): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [
    lineOf(head),
    lineOf(
      widths.map(() => ''),
      '-',
    ),
    ...body.map((row) => lineOf(row)),
  ].join('\n')
}

/** In lines as long as the README has them. */
function readmeSentence(): string {
  const names = knownTools()
    .filter(({ isSame }) => isSame)
    .map(({ name, version }) => `${name} ${version}`)
  const words = `Unchanged in the tab, as natively: ${names.join(', ')}.`.split(' ')
  const lines = ['']
  for (const word of words) {
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= 120) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}
