/** A commit as text: git's named formats and `--format` with placeholders. */
import { GitFailure } from '../failure.ts'
import { bodyOf, subjectOf } from '../make-commit.ts'
import type { Repository } from '../repository.ts'
import { formatDate, type DateStyle } from '../revision/format-date.ts'
import type { ShortNames } from '../revision/short-name.ts'
import { formatPerson, type Person } from '../store/objects.ts'
import type { Decorations } from './decorations.ts'

export interface PrettyStyle {
  /** A name (`medium`, `oneline`, …) or `format:…` or `tformat:…`. */
  readonly format: string
  readonly date: DateStyle
  readonly short: ShortNames
  /** Commit names cut short in heads. */
  readonly abbrevCommit: boolean
  readonly decorations: Decorations | undefined
  readonly parents: boolean
}

export interface CommitMarks {
  /** `<`, `>`, `-` or '' in front of the name. */
  readonly side?: string
  /** Of a walk over a log of references. */
  readonly selector?: { readonly name: string; readonly person: string; readonly message: string }
}

const NAMED = new Set(['oneline', 'short', 'medium', 'full', 'fuller', 'reference', 'email', 'mboxrd', 'raw'])

/** `--pretty`'s or `--format`'s value as one of the forms above. */
export function normalFormat(
  given: string,
  isFormat: boolean,
  configured: (name: string) => string | undefined,
): string {
  if (given === '') return isFormat ? 'tformat:' : 'medium'
  if (NAMED.has(given) || given.startsWith('format:') || given.startsWith('tformat:')) return given
  if (given.includes('%')) return `tformat:${given}`
  const alias = configured(`pretty.${given}`)
  if (alias !== undefined) return normalFormat(alias, isFormat, configured)
  throw new GitFailure(`invalid --pretty format: ${given}`)
}

/** True for formats of several lines, which an empty one keeps apart: all names but two. */
export function isBlock(format: string): boolean {
  return !format.includes(':') && format !== 'oneline' && format !== 'reference'
}

/** True for formats of which each ends its own line; the others are separated. */
export function endsLines(format: string): boolean {
  return !format.startsWith('format:')
}

export function formatCommitText(
  repository: Repository,
  oid: string,
  style: PrettyStyle,
  marks: CommitMarks = {},
): string {
  if (style.format.startsWith('format:') || style.format.startsWith('tformat:')) {
    const template = style.format.slice(style.format.indexOf(':') + 1)
    return expandTemplate({ repository, oid, style, marks }, template)
  }
  return namedFormat({ repository, oid, style, marks })
}

interface Printing {
  readonly repository: Repository
  readonly oid: string
  readonly style: PrettyStyle
  readonly marks: CommitMarks
}

function namedFormat(printing: Printing): string {
  const { repository, oid, style, marks } = printing
  const commit = repository.objects.commit(oid)
  const name = style.abbrevCommit ? style.short.of(oid) : oid
  const parents = style.parents
    ? commit.parents.map((parent) => ` ${style.abbrevCommit ? style.short.of(parent) : parent}`).join('')
    : ''
  const side = marks.side === undefined || marks.side === '' ? '' : `${marks.side} `
  const decoration = style.decorations?.text(oid) ?? ''
  const subject = subjectOf(commit.message)
  const date = (person: Person): string => formatDate(person, style.date)
  switch (style.format) {
    case 'oneline': {
      const selector = marks.selector === undefined ? '' : `${marks.selector.name}: ${marks.selector.message}`
      return `${side}${name}${parents}${decoration} ${marks.selector === undefined ? subject : selector}`
    }
    case 'reference':
      return expandTemplate(printing, '%C(auto)%h (%s, %as)')
    case 'email':
    case 'mboxrd':
      return `From ${oid} Mon Sep 17 00:00:00 2001\nFrom: ${commit.author.name} <${commit.author.email}>\nDate: ${formatDate(commit.author, { ...style.date, name: 'rfc' })}\nSubject: [PATCH] ${subject}\n\n${bodyOf(commit.message)}`
    default:
  }
  let text = `commit ${side}${name}${parents}${decoration}\n`
  if (marks.selector !== undefined)
    text += `Reflog: ${marks.selector.name} (${marks.selector.person})\nReflog message: ${marks.selector.message}\n`
  if (style.format === 'raw') return text + rawHeaders(printing) + indented(commit.message)
  if (commit.parents.length > 1)
    text += `Merge: ${commit.parents.map((parent) => style.short.of(parent)).join(' ')}\n`
  const who = (person: Person): string => `${person.name} <${person.email}>`
  if (style.format === 'fuller') {
    text += `Author:     ${who(commit.author)}\nAuthorDate: ${date(commit.author)}\nCommit:     ${who(commit.committer)}\nCommitDate: ${date(commit.committer)}\n`
  } else {
    text += `Author: ${who(commit.author)}\n`
    if (style.format === 'full') text += `Commit: ${who(commit.committer)}\n`
    if (style.format === 'medium') text += `Date:   ${date(commit.author)}\n`
  }
  return text + indented(style.format === 'short' ? `${subject}\n` : commit.message)
}

function rawHeaders({ repository, oid }: Printing): string {
  const commit = repository.objects.commit(oid)
  const parents = commit.parents.map((parent) => `parent ${parent}\n`).join('')
  return `tree ${commit.tree}\n${parents}author ${formatPerson(commit.author)}\ncommitter ${formatPerson(commit.committer)}\n`
}

function indented(message: string): string {
  const text = message.replace(/^\n+/, '').replace(/\s+$/, '')
  if (text === '') return ''
  const lines = text
    .split('\n')
    .map((line) => (line === '' ? '    ' : `    ${expandTabs(line.replace(/\s+$/, ''))}`))
  return `\n${lines.join('\n')}\n`.replace(/\n {4}(?=\n)/g, '\n    ')
}

/** To columns of eight, counted without the indentation. */
function expandTabs(line: string): string {
  let out = ''
  for (const char of line) out += char === '\t' ? ' '.repeat(8 - (out.length % 8)) : char
  return out
}

/** Placeholders; an unknown one stays as it is. */
function expandTemplate(printing: Printing, template: string): string {
  let out = ''
  let pad: { width: number; kind: string; truncate: string | undefined } | undefined
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
    const { text, length } = placeholder(printing, template.slice(at))
    out = joined(out, pad === undefined ? text : padded(text, pad, out), template.slice(at, at + length))
    if (text !== '' || length > 2) pad = undefined
    at += length
  }
  return out
}

/** `%+x` has a newline in front, `%-x` takes those in front away, `% x` a blank, each unless it is empty. */
function joined(out: string, text: string, placeholder: string): string {
  const sign = placeholder.charAt(1)
  if (text === '') return sign === '-' ? out.replace(/\n+$/, '') : out
  if (sign === '+') return `${out}\n${text}`
  return sign === ' ' ? `${out} ${text}` : out + text
}

function padded(
  text: string,
  pad: { width: number; kind: string; truncate: string | undefined },
  out: string,
): string {
  const column = out.length - (out.lastIndexOf('\n') + 1)
  const width = pad.kind.includes('|') ? pad.width - column : pad.width
  let cut = text
  if (cut.length > width && pad.truncate === 'trunc') cut = `${cut.slice(0, Math.max(0, width - 2))}..`
  if (cut.length > width && pad.truncate === 'ltrunc')
    cut = `..${cut.slice(cut.length - Math.max(0, width - 2))}`
  if (pad.kind.startsWith('<')) return cut.padEnd(width)
  if (pad.kind === '><') return cut.padStart(cut.length + Math.floor((width - cut.length) / 2)).padEnd(width)
  return cut.padStart(width)
}

function placeholder(printing: Printing, text: string): { text: string; length: number } {
  const signed = /^%[-+ ]/.test(text)
  const rest = signed ? `%${text.slice(2)}` : text
  const color = /^%C(?:\([^)]*\)|red|green|blue|reset)/.exec(rest)
  if (color !== null) return { text: '', length: color[0].length + (signed ? 1 : 0) }
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

function simple({ repository, oid, style, marks }: Printing, name: string): string | undefined {
  const { objects } = repository
  const commit = objects.commit(oid)
  switch (name) {
    case 'H':
      return oid
    case 'h':
      return style.short.of(oid)
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
      return style.decorations?.text(oid) ?? ''
    case 'D':
      return style.decorations?.names(oid).join(', ') ?? ''
    case 'e':
      return ''
    case 'm':
      return marks.side ?? '>'
    case 'n':
      return '\n'
    case 'N':
      return ''
    case '%':
      return '%'
    default:
      return undefined
  }
}

function ofPerson({ repository, oid, style, marks }: Printing, name: string): string | undefined {
  const { author, committer } = repository.objects.commit(oid)
  if (name.startsWith('g')) return ofSelector(marks, name.charAt(1))
  const person = name.startsWith('a') ? author : committer
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
