/** `--format`: a commit by placeholders. */
import { parseColor, RESET } from '../colors.ts'
import { errorFailure } from '../failure.ts'
import { bodyOf, subjectOf } from '../make-commit.ts'
import { formatDate } from '../revision/format-date.ts'
import { noteTexts } from './commit-notes.ts'
import type { CommitMarks, Printing } from './pretty-style.ts'

/** Placeholders; an unknown one stays as it is. */
export function expandTemplate(given: Printing, template: string): string {
  let out = ''
  let pad: Padding | undefined
  const printing = { ...given, autoColor: false }
  for (let at = 0; at < template.length;) {
    const char = template.charAt(at)
    if (char !== '%') {
      out += char
      at += 1
      continue
    }
    const padding = /^%(<\||>\||<|>>|><|>)\((\d+)(?:,(trunc|ltrunc|mtrunc))?\)/.exec(template.slice(at))
    if (padding !== null) {
      pad = { width: Number(padding[2]), kind: padding[1] ?? '<', truncate: padding[3] }
      at += padding[0].length
      continue
    }
    if (template.startsWith('%C(auto)', at)) {
      printing.autoColor = given.style.colors !== undefined
      if (printing.autoColor && out !== '') out += RESET
      at += '%C(auto)'.length
      continue
    }
    const color = colorOf(printing, template.slice(at))
    if (color !== undefined) {
      printing.autoColor = false
      out += color.text
      at += color.length
      continue
    }
    const { text, length } = placeholder(printing, template.slice(at))
    out = joined(out, pad === undefined ? text : padded(text, pad, out), template.slice(at, at + length))
    if (text !== '' || length > 2) pad = undefined
    at += length
  }
  return out
}

interface Padding {
  readonly width: number
  readonly kind: string
  readonly truncate: string | undefined
}

type Colored = Printing & { readonly autoColor: boolean }

/** `%Cred`, `%C(bold red)`, `%C(auto,red)`, `%C(always,red)`; undefined when it is another placeholder. */
function colorOf({ style }: Printing, text: string): { text: string; length: number } | undefined {
  const [whole = '', plain, when, described] =
    /^%C(?:(red|green|blue|reset)|\((?:(auto|always),)?([^)]*)\))/.exec(text) ?? []
  const named = plain ?? described
  if (named === undefined) return undefined
  if (style.colors === undefined && when !== 'always') return { text: '', length: whole.length }
  const code = parseColor(named)
  if (code === undefined)
    throw errorFailure(`invalid color value: ${named}\nfatal: unable to parse --pretty format`, 128)
  return { text: code, length: whole.length }
}

/** `%+x` has a newline in front, `%-x` takes those in front away, `% x` a blank, each unless it is empty. */
function joined(out: string, text: string, placeholder: string): string {
  const sign = placeholder.charAt(1)
  if (text === '') return sign === '-' ? out.replace(/\n+$/, '') : out
  if (sign === '+') return `${out}\n${text}`
  return sign === ' ' ? `${out} ${text}` : out + text
}

const COLOR_CODE = /\x1b\[[\d;]*m/g

/** Columns of byte text: without colours, and a letter of several bytes counts once. */
function widthOf(text: string): number {
  return text.replace(COLOR_CODE, '').replace(/[\x80-\xbf]/g, '').length
}

/** The first letters of byte text that take so many columns. */
function startOf(text: string, width: number): string {
  return (text.match(/[^\x80-\xbf][\x80-\xbf]*/g) ?? []).slice(0, Math.max(0, width)).join('')
}

function endOf(text: string, width: number): string {
  const letters = text.match(/[^\x80-\xbf][\x80-\xbf]*/g) ?? []
  return letters.slice(letters.length - Math.max(0, width)).join('')
}

function padded(text: string, pad: Padding, out: string): string {
  const column = widthOf(out.slice(out.lastIndexOf('\n') + 1))
  const width = pad.kind.includes('|') ? pad.width - column : pad.width
  let cut = text
  if (widthOf(cut) > width) {
    const left = width - 2
    if (pad.truncate === 'trunc') cut = `${startOf(cut, left)}..`
    else if (pad.truncate === 'ltrunc') cut = `..${endOf(cut, left)}`
    else if (pad.truncate === 'mtrunc')
      cut = `${startOf(cut, Math.floor(left / 2))}..${endOf(cut, left - Math.floor(left / 2))}`
  }
  const missing = Math.max(0, width - widthOf(cut))
  const before = pad.kind.startsWith('<') ? 0 : pad.kind === '><' ? Math.floor(missing / 2) : missing
  return ' '.repeat(before) + cut + ' '.repeat(missing - before)
}

function placeholder(printing: Colored, text: string): { text: string; length: number } {
  const signed = /^%[-+ ]/.test(text)
  const rest = signed ? `%${text.slice(2)}` : text
  const hex = /^%x([0-9a-fA-F]{2})/.exec(rest)
  if (hex !== null) return { text: String.fromCharCode(Number.parseInt(hex[1] ?? '0', 16)), length: 4 }
  const wrap = /^%w\([^)]*\)/.exec(rest)
  if (wrap !== null) return { text: '', length: wrap[0].length }
  const trailers = /^%\(trailers(?::([^)]*))?\)/.exec(rest)
  if (trailers !== null)
    return { text: trailersOf(printing, trailers[1] ?? ''), length: trailers[0].length + (signed ? 1 : 0) }
  const long = /^%(?:a|c|g)[a-zA-Z]/.exec(rest)
  const name = long === null ? rest.slice(1, 2) : long[0].slice(1)
  const value = long === null ? simple(printing, name) : ofPerson(printing, name)
  const length = 1 + name.length + (signed ? 1 : 0)
  return value === undefined ? { text: rest.slice(0, 1 + name.length), length } : { text: value, length }
}

function simple({ repository, oid, style, marks, autoColor }: Colored, name: string): string | undefined {
  const { objects } = repository
  const commit = objects.commit(oid)
  const named = (text: string): string =>
    autoColor && style.colors !== undefined ? style.colors.wrap('commit', text) : text
  switch (name) {
    case 'H':
      return named(oid)
    case 'h':
      return named(style.short.of(oid))
    case 'T':
      return commit.tree
    case 't':
      return style.short.of(commit.tree)
    case 'P':
      return commit.parents.join(' ')
    case 'p':
      return commit.parents.map((parent) => style.short.of(parent)).join(' ')
    case 's':
      return subjectOf(commit.message)
    case 'f':
      return fileName(subjectOf(commit.message))
    case 'b':
      return bodyOf(commit.message)
    case 'B':
      return commit.message
    case 'd':
      return style.decorations?.text(oid, autoColor) ?? ''
    case 'D':
      return style.decorations?.names(oid, autoColor) ?? ''
    case 'e':
      return ''
    case 'm':
      return marks.side ?? '>'
    case 'n':
      return '\n'
    case 'N':
      return noteTexts(repository, oid, style.notes)
        .map(({ text }) => text)
        .join('\n')
    case '%':
      return '%'
    default:
      return undefined
  }
}

function ofPerson({ repository, oid, style, marks }: Printing, name: string): string | undefined {
  const { author, committer } = repository.objects.commit(oid)
  if (name.startsWith('g')) return ofSelector(marks, name.charAt(1))
  const given = name.startsWith('a') ? author : committer
  // Capitals mean the name that `.mailmap` has.
  const person = /[NEL]/.test(name) ? style.mailmap.of(given) : given
  const date = (format: string): string => formatDate(person, { ...style.date, name: format })
  switch (name.charAt(1)) {
    case 'n':
    case 'N':
      return person.name
    case 'e':
    case 'E':
      return person.email
    case 'l':
    case 'L':
      return person.email.replace(/@.*$/, '')
    case 'd':
      return formatDate(person, style.date)
    case 'D':
      return date('rfc')
    case 'r':
      return date('relative')
    case 't':
      return String(person.time)
    case 'i':
      return date('iso')
    case 'I':
      return date('iso-strict')
    case 's':
      return date('short')
    case 'h':
      return date('default')
    default:
      return undefined
  }
}

function ofSelector({ selector }: CommitMarks, letter: string): string | undefined {
  if (selector === undefined) return ''
  if (letter === 'd' || letter === 'D') return selector.name
  return letter === 's' ? selector.message : undefined
}

function trailersOf({ repository, oid }: Printing, options: string): string {
  const paragraphs = repository.objects
    .commit(oid)
    .message.trimEnd()
    .split(/\n\s*\n/)
  const last = paragraphs.length > 1 ? (paragraphs.at(-1) ?? '') : ''
  const lines = last.split('\n').filter((line) => /^[A-Za-z0-9-]+: /.test(line))
  const key = /(?:^|,)key=([^,]*)/.exec(options)?.[1]?.replace(/:$/, '').toLowerCase()
  const wanted = lines.filter((line) => key === undefined || line.toLowerCase().startsWith(`${key}: `))
  const valueOnly = /(?:^|,)valueonly(?:=true)?(?:,|$)/.test(options)
  const separator = /(?:^|,)separator=([^,]*)/
    .exec(options)?.[1]
    ?.replace(/%x([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const shown = wanted.map((line) => (valueOnly ? line.replace(/^[^:]*: /, '') : line))
  return separator === undefined ? shown.map((line) => `${line}\n`).join('') : shown.join(separator)
}

/** A subject as part of a file's name. */
export function fileName(subject: string): string {
  return subject
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^-+|[-.]+$/g, '')
    .slice(0, 52)
}
