/** A note as a file: YAML that says what it is about, then its text. Whatever somebody wrote there, it can be read. */
import { NOTE_TYPES } from '../../protocol/calls/memory.ts'
import type { NoteFault, NoteType } from '../../protocol/calls/memory.ts'
import { NOTE_FRONTMATTER_CHARS } from '../../limits.ts'
import { isDeepYaml, splitFrontmatter, yamlFields } from '../frontmatter.ts'
import { actRules, actRulesText } from '../at-act/act-rules.ts'
import { cut, oneLine } from './one-line.ts'

export interface NoteFile {
  /** Without the frontmatter, empty lines before it and white space behind it; its lines end in `\n`. */
  readonly body: string
  readonly name?: string
  readonly description?: string
  readonly type?: NoteType
  /** Rules of the calls before which it is told, as written; absent: none. */
  readonly when?: readonly string[]
  readonly faults: readonly NoteFault[]
}

type NoteMeaning = Pick<NoteFile, 'name' | 'description' | 'type' | 'when'>

const NAME_CHARS = 150
const DESCRIPTION_CHARS = 300
const TITLE_CHARS = 80
const EXCERPT_CHARS = 300
const EXCERPT_LINES = 4
/** A value that is text to whoever wrote it, and a map, a list, an alias or a tag to YAML. */
const UNQUOTED = /^([ \t]*(?:name|description|type|when):[ \t]+)([^\s'"|>].*)$/gm
/** Text that YAML reads as it stands. */
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N} ,.()/'_-]*$/u
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i
/** Marks of a heading, a list, a quotation or emphasis at a line's beginning. */
const MARKS_BEFORE = /^(?:[#>*+\-_`~\s]|\d{1,3}[.)]\s)+/

/** Never fails: without a frontmatter that can be read, all that is known of a note is its text. */
export function readNote(text: string): NoteFile {
  const { frontmatter, text: behind } = splitFrontmatter(text)
  const body = plainBody(behind)
  if (frontmatter === undefined) return { body, faults: ['no type'] }
  if (frontmatter.length > NOTE_FRONTMATTER_CHARS) return { body, faults: ['no YAML'] }
  const lines = frontmatter.replaceAll(/\r\n?/g, '\n')
  const fields = yamlFields(lines, lines.replaceAll(UNQUOTED, quotedValue))
  if (fields === undefined) return { body, faults: ['no YAML'] }
  const meaning = meaningOf(fields)
  return { body, ...meaning, faults: meaning.type === undefined ? ['no type'] : [] }
}

/** Reads back the same; names and descriptions that are too long are cut. */
export function noteText({ body, ...meaning }: NoteMeaning & { readonly body: string }): string {
  const text = `${plainBody(body)}\n`
  const frontmatter = frontmatterOf(meaning)
  if (frontmatter !== '') return `---\n${frontmatter}---\n\n${text}`
  // Its own beginning may look like a frontmatter.
  return splitFrontmatter(text).frontmatter === undefined ? text : `---\n---\n\n${text}`
}

/**
 * Its name, else its first line, else its file's name. Nothing depends on whose it is: whoever tells a model of a note of the
 * user's takes its body instead (`memory-index.ts`), because an agent may have written the name.
 */
export function titleOfNote(file: NoteFile, path: string): string {
  const name = oneLine(file.name ?? '', TITLE_CHARS)
  if (name !== '') return name
  const line = oneLine(withoutMarks(firstLine(file.body)), TITLE_CHARS)
  return line === '' ? oneLine(path.slice(path.lastIndexOf('/') + 1), TITLE_CHARS) : line
}

/** The first lines that are not empty. */
export function excerptOf(body: string): string {
  const lines = body.slice(0, EXCERPT_CHARS * 8).split('\n')
  const first = lines.map((line) => line.trimEnd()).filter((line) => line !== '')
  return cut(first.slice(0, EXCERPT_LINES).join('\n'), EXCERPT_CHARS)
}

/** The first line with something in it, from its first character that is seen on. */
export function firstLine(body: string): string {
  const start = body.trimStart()
  const end = start.indexOf('\n')
  return end < 0 ? start : start.slice(0, end)
}

function plainBody(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .trimEnd()
    .replace(/^(?:[ \t]*\n)+/, '')
}

function meaningOf(fields: Readonly<Record<string, unknown>>): NoteMeaning {
  const name = oneLine(textIn(fields['name']), NAME_CHARS)
  const description = oneLine(textIn(fields['description']), DESCRIPTION_CHARS)
  const type = typeIn(fields['type']) ?? typeIn(nested(fields['metadata']))
  const when = rulesIn(fields['when'])
  return {
    ...(name !== '' && { name }),
    ...(description !== '' && { description }),
    ...(type !== undefined && { type }),
    ...(when.length > 0 && { when }),
  }
}

/** One text of them, or a list of such. */
function rulesIn(value: unknown): readonly string[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
  return texts.flatMap((text) => actRules(textIn(text)))
}

function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function typeIn(value: unknown): NoteType | undefined {
  if (typeof value !== 'string') return undefined
  const written = value.trim().toLowerCase()
  return NOTE_TYPES.find((type) => type === written)
}

function nested(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
}

function frontmatterOf({ name, description, type, when = [] }: NoteMeaning): string {
  const fields = [
    ['name', oneLine(name ?? '', NAME_CHARS)],
    ['description', oneLine(description ?? '', DESCRIPTION_CHARS)],
    ['type', type ?? ''],
    ['when', oneLine(actRulesText(when), NOTE_FRONTMATTER_CHARS)],
  ] as const
  const lines = (scalar: (text: string) => string) =>
    fields.flatMap(([key, text]) => (text === '' ? [] : `${key}: ${scalar(text)}\n`)).join('')
  const written = lines((text) => (PLAIN.test(text) && !WORDS.test(text) ? text : JSON.stringify(text)))
  return isDeepYaml(written) ? lines(escaped) : written
}

/** Signs that would count as levels are written by their numbers. */
function escaped(text: string): string {
  return JSON.stringify(text).replaceAll(/[[{!&?:-]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`)
}

function quotedValue(_: string, before: string, value: string): string {
  return `${before}'${value.trimEnd().replaceAll("'", "''")}'`
}

function withoutMarks(line: string): string {
  return line
    .slice(0, TITLE_CHARS * 8)
    .replace(MARKS_BEFORE, '')
    .replaceAll(/!?\[([^\][]{0,200})\]\([^()\s]{0,300}\)/g, '$1')
    .replaceAll(/\*\*|__|`|~~/g, '')
}
