/** The text of a configuration file: what it says, and how it is changed without touching the rest. */
import { GitFailure } from '../failure.ts'

export interface ConfigItem {
  /** `section.name` or `section.sub.section.name`; section and name in lower case. */
  readonly key: string
  /** Undefined for a name without `=`, which means true. */
  readonly value: string | undefined
  /** First and last line, counted from 0. */
  readonly line: number
  readonly lastLine: number
}

interface ParsedConfig {
  readonly items: readonly ConfigItem[]
  readonly sections: readonly { readonly key: string; readonly line: number }[]
  readonly lines: readonly string[]
}

const SECTION = /^\s*\[\s*([-.A-Za-z0-9]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/
const ITEM = /^\s*([A-Za-z][-A-Za-z0-9]*)\s*(?:(=)\s*(.*))?$/s

export function parseConfig(text: string, file: string): ParsedConfig {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const items: ConfigItem[] = []
  const sections: { key: string; line: number }[] = []
  let section: string | undefined
  for (let at = 0; at < lines.length; at += 1) {
    let line = lines[at] ?? ''
    const start = at
    const head = SECTION.exec(line)
    if (head !== null) {
      section = sectionKey(head[1] ?? '', head[2]?.replace(/\\(.)/g, '$1'))
      sections.push({ key: section, line: at })
      line = line.slice(head[0].length)
    }
    if (/^\s*(?:[#;].*)?$/.test(line)) continue
    while (endsWithBackslash(line) && at + 1 < lines.length)
      line = line.slice(0, -1) + (lines[(at += 1)] ?? '')
    const [, name, equals, raw] = ITEM.exec(line) ?? []
    const value = equals === undefined ? undefined : parseValue(raw ?? '')
    const isBad = name === undefined || section === undefined || value === null
    if (isBad) throw new GitFailure(`bad config line ${start + 1} in file ${file}`)
    items.push({ key: `${section}.${name.toLowerCase()}`, value, line: start, lastLine: at })
  }
  return { items, sections, lines }
}

function sectionKey(name: string, subsection: string | undefined): string {
  const lower = name.toLowerCase()
  return subsection === undefined ? lower : `${lower}.${subsection}`
}

function endsWithBackslash(line: string): boolean {
  return (/\\*$/.exec(line)?.[0].length ?? 0) % 2 === 1
}

/** Quotes taken off, escapes and comments seen to; null when it is not well formed. */
function parseValue(raw: string): string | null {
  let out = ''
  let kept = 0
  let quoted = false
  for (let at = 0; at < raw.length; at += 1) {
    const char = raw.charAt(at)
    if (char === '"') quoted = !quoted
    else if (char === '\\') {
      const escape = ESCAPES[raw.charAt((at += 1))]
      if (escape === undefined) return null
      out += escape
    } else if (!quoted && (char === '#' || char === ';')) break
    else out += char
    if (quoted || !/[ \t]/.test(char)) kept = out.length
  }
  return quoted ? null : out.slice(0, kept)
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' }

function formatValue(value: string): string {
  const escaped = value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t')
  return /^\s|\s$|[#;\r]/.test(value) ? `"${escaped}"` : escaped
}

/** The key with section and name in lower case; undefined when it is none. */
export function normalKey(key: string): string | undefined {
  const [, section, middle, name] = /^([-A-Za-z0-9]+)(?:\.(.*))?\.([A-Za-z][-A-Za-z0-9]*)$/s.exec(key) ?? []
  if (section === undefined || name === undefined) return undefined
  return `${sectionKey(section, middle)}.${name.toLowerCase()}`
}

/** `text` with the values that `matches` finds taken out and `value` put in for the last of them, or added. */
export function editConfig(
  text: string,
  edit: { key: string; value: string | undefined; matches: (item: ConfigItem) => boolean; file: string },
): string {
  const parsed = parseConfig(text, edit.file)
  const found = parsed.items.filter((item) => item.key === edit.key && edit.matches(item))
  const lines: (string | undefined)[] = [...parsed.lines]
  for (const { line, lastLine } of found)
    for (let at = line; at <= lastLine; at += 1) lines[at] = sectionPart(lines[at] ?? '')
  const last = found.at(-1)
  if (edit.value !== undefined) {
    const name = edit.key.slice(edit.key.lastIndexOf('.') + 1)
    const line = `\t${name} = ${formatValue(edit.value)}`
    if (last !== undefined) lines[last.lastLine] = line
    else return addLine(parsed, edit.key, line)
  }
  return lines.filter((line) => line !== undefined).join('\n')
}

/** A section's head may share a line with its first item. */
function sectionPart(line: string): string | undefined {
  return SECTION.exec(line)?.[0]
}

function addLine(parsed: ParsedConfig, key: string, line: string): string {
  const section = key.slice(0, key.lastIndexOf('.'))
  const lines = [...parsed.lines]
  const head = parsed.sections.findLast((candidate) => candidate.key === section)
  if (head === undefined) {
    while (lines.at(-1) === '') lines.pop()
    return [...lines, sectionHead(section), line, ''].join('\n')
  }
  const items = parsed.items.filter((item) => item.key.slice(0, item.key.lastIndexOf('.')) === section)
  const after = Math.max(head.line, ...items.map((item) => item.lastLine))
  lines.splice(after + 1, 0, line)
  return lines.join('\n')
}

function sectionHead(section: string): string {
  const dot = section.indexOf('.')
  if (dot < 0) return `[${section}]`
  return `[${section.slice(0, dot)} "${section.slice(dot + 1).replace(/[\\"]/g, '\\$&')}"]`
}

/** `text` without the sections named `section`, or with that name replaced. */
export function renameSection(text: string, section: string, to: string | undefined, file: string): string {
  const { lines, sections } = parseConfig(text, file)
  const out: string[] = []
  let current: string | undefined
  lines.forEach((line, at) => {
    const head = sections.find((candidate) => candidate.line === at)
    if (head !== undefined) current = head.key
    if (current !== section) out.push(line)
    else if (to !== undefined) out.push(head === undefined ? line : sectionHead(to))
  })
  const result = out.join('\n')
  return result === '' || result.endsWith('\n') ? result : `${result}\n`
}
