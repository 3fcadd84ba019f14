/** A commit as text: git's named formats and `--format` with placeholders. */
import { GitFailure } from '../failure.ts'
import { bodyOf, subjectOf } from '../make-commit.ts'
import type { Repository } from '../repository.ts'
import { formatDate } from '../revision/format-date.ts'
import { formatPerson, type Person } from '../store/objects.ts'
import { notesText } from './commit-notes.ts'
import type { CommitMarks, PrettyStyle, Printing } from './pretty-style.ts'
import { expandTemplate } from './template.ts'

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

function namedFormat(printing: Printing): string {
  const { repository, oid, style, marks } = printing
  const commit = repository.objects.commit(oid)
  const name = style.abbrevCommit ? style.short.of(oid) : oid
  const parents = style.parents
    ? commit.parents.map((parent) => ` ${style.abbrevCommit ? style.short.of(parent) : parent}`).join('')
    : ''
  const side = marks.side === undefined || marks.side === '' ? '' : `${marks.side} `
  const decoration = style.decorations?.text(oid, style.colors !== undefined) ?? ''
  const inColor = (text: string): string => style.colors?.wrap('commit', text) ?? text
  const subject = subjectOf(commit.message)
  const date = (person: Person): string => formatDate(person, style.date)
  switch (style.format) {
    case 'oneline': {
      const selector = marks.selector === undefined ? '' : `${marks.selector.name}: ${marks.selector.message}`
      return `${inColor(`${side}${name}${parents}`)}${decoration} ${marks.selector === undefined ? subject : selector}`
    }
    case 'reference':
      return expandTemplate(printing, '%C(auto)%h (%s, %as)')
    case 'email':
    case 'mboxrd':
      return `From ${oid} Mon Sep 17 00:00:00 2001\nFrom: ${commit.author.name} <${commit.author.email}>\nDate: ${formatDate(commit.author, { ...style.date, name: 'rfc' })}\nSubject: [PATCH] ${subject}\n\n${bodyOf(commit.message)}`
    default:
  }
  let text = `${inColor(`commit ${side}${name}${parents}`)}${decoration}\n`
  if (marks.selector !== undefined)
    text += `Reflog: ${marks.selector.name} (${marks.selector.person})\nReflog message: ${marks.selector.message}\n`
  if (style.format === 'raw')
    return text + rawHeaders(printing) + indented(commit.message) + notesBelow(printing)
  if (commit.parents.length > 1)
    text += `Merge: ${commit.parents.map((parent) => style.short.of(parent)).join(' ')}\n`
  const who = (given: Person): string => {
    const person = style.mapsNames ? style.mailmap.of(given) : given
    return `${person.name} <${person.email}>`
  }
  if (style.format === 'fuller') {
    text += `Author:     ${who(commit.author)}\nAuthorDate: ${date(commit.author)}\nCommit:     ${who(commit.committer)}\nCommitDate: ${date(commit.committer)}\n`
  } else {
    text += `Author: ${who(commit.author)}\n`
    if (style.format === 'full') text += `Commit: ${who(commit.committer)}\n`
    if (style.format === 'medium') text += `Date:   ${date(commit.author)}\n`
  }
  return text + indented(style.format === 'short' ? `${subject}\n` : commit.message) + notesBelow(printing)
}

function notesBelow({ repository, oid, style }: Printing): string {
  return style.showsNotes ? notesText(repository, oid, style.notes) : ''
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
