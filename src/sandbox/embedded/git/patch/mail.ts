/** Mails with patches, as `git format-patch` makes them: taken apart for `git am`. */
import { GitFailure } from '../failure.ts'
import { cleanMessage } from '../make-commit.ts'
import { encodeText, toByteString } from '../../shell/byte-string.ts'
import { splitLines } from '../text.ts'

export interface Mail {
  readonly name: string
  readonly email: string
  readonly date: string
  readonly subject: string
  /** Subject and body, cleaned. */
  readonly message: string
  /** From `---` or the first diff on; empty where there is none. */
  readonly patch: string
}

/** How subjects are cleaned: of all in brackets, of what says "patch", or not. */
export type Keep = 'no' | 'non-patch' | 'all'

const FROM_LINE = /^From \S+.*\d{1,2}:\d\d:\d\d \d{4}/

/** One text a mail. Undefined when it is neither a mailbox nor a mail. */
export function splitMails(
  text: string,
  options: { keepCr: boolean; isKnown: boolean },
): string[] | undefined {
  const lines = splitLines(options.keepCr ? text : text.replace(/\r\n/g, '\n'))
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first < 0) return options.isKnown ? [] : undefined
  const start = lines[first] ?? ''
  const isMail = /^From:? /.test(start) || lines.slice(first).every(isHeadSoFar())
  if (!isMail && !options.isKnown) return undefined
  const mails: string[][] = []
  for (const line of lines.slice(first)) {
    if (mails.length === 0 || FROM_LINE.test(line)) mails.push([])
    mails.at(-1)?.push(line)
  }
  return mails.map((each) => each.join(''))
}

/** True for heads, what continues them, and everything after the first empty line. */
function isHeadSoFar(): (line: string, at: number) => boolean {
  let inBody = false
  return (line, at) => {
    if (line.trim() === '' && at > 0) inBody = true
    return inBody || /^[\x21-\x39\x3b-\x7e]+:/.test(line) || (at > 0 && /^[ \t]/.test(line))
  }
}

export function parseMail(text: string, keep: Keep): Mail {
  const end = text.search(/\n\r?\n/)
  const head = end < 0 ? text : text.slice(0, end + 1)
  const heads = readHeads(head)
  const type = heads.get('content-type') ?? ''
  if (/^multipart\//i.test(type))
    throw new GitFailure("mails of several parts (MIME multipart) are not supported in this sandbox's git")
  const encoded = end < 0 ? '' : text.slice(end).replace(/^\n\r?\n/, '')
  const charset = /charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8'
  const body = toUtf8(decodeBody(encoded, heads.get('content-transfer-encoding') ?? ''), charset)
  const inner = readInBody(body)
  const from = inner.heads.get('from') ?? decodeWords(heads.get('from') ?? '')
  const subject = cleanSubject(inner.heads.get('subject') ?? decodeWords(heads.get('subject') ?? ''), keep)
  const at = patchStart(inner.rest)
  const message = cleanMessage(`${subject}\n\n${inner.rest.slice(0, at)}`)
  return {
    ...readPerson(from),
    date: inner.heads.get('date') ?? heads.get('date') ?? '',
    subject,
    message,
    patch: inner.rest.slice(at),
  }
}

function readHeads(text: string): Map<string, string> {
  const heads = new Map<string, string>()
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split('\n')) {
    const [, name, value = ''] = /^([\x21-\x39\x3b-\x7e]+):[ \t]*(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined && !heads.has(name.toLowerCase())) heads.set(name.toLowerCase(), value)
  }
  return heads
}

/** A body may begin with heads of its own, which count more. */
function readInBody(body: string): { heads: Map<string, string>; rest: string } {
  const text = body.replace(/^\s*\n/, '')
  const [found = ''] = /^(?:(?:From|Subject|Date):[^\n]*\n(?:[ \t][^\n]*\n)*)+/.exec(text) ?? []
  if (found === '') return { heads: new Map(), rest: body }
  return { heads: readHeads(found), rest: text.slice(found.length) }
}

function patchStart(body: string): number {
  const found = /^(?:---(?:\s*$| \S)|diff -|Index: )/m.exec(body)
  return found?.index ?? body.length
}

function readPerson(from: string): { name: string; email: string } {
  const [, quoted, plain = '', email] = /^\s*(?:"((?:[^"\\]|\\.)*)"|([^<]*?))\s*<([^>]*)>/.exec(from) ?? []
  if (email !== undefined) return { name: quoted?.replace(/\\(.)/g, '$1') ?? plain, email }
  const [, address = '', comment] = /^\s*(\S+@\S+)(?:\s+\((.*)\))?/.exec(from) ?? []
  return { name: comment ?? address, email: address }
}

function cleanSubject(subject: string, keep: Keep): string {
  if (keep === 'all') return subject
  let text = subject
  for (;;) {
    const next = text.replace(/^(?:\s+|:|[Rr][Ee]:)/, '')
    const bracket = /^\[[^\]]*\]/.exec(next)?.[0]
    if (bracket !== undefined && (keep === 'no' || /patch/i.test(bracket))) {
      text = next.slice(bracket.length)
      continue
    }
    if (next === text) return text.replace(/\s+/g, ' ').trim()
    text = next
  }
}

/** `=?UTF-8?q?…?=` in heads. */
function decodeWords(text: string): string {
  return text
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?([^?]+)\?([qQbB])\?([^?]*)\?=/g, (_, charset: string, kind: string, data: string) =>
      toUtf8(/q/i.test(kind) ? unquote(data.replaceAll('_', ' ')) : unbase64(data), charset),
    )
}

function decodeBody(text: string, encoding: string): string {
  if (/^quoted-printable$/i.test(encoding)) return unquote(text.replace(/=[ \t]*\r?\n/g, ''))
  return /^base64$/i.test(encoding) ? unbase64(text) : text
}

function unquote(text: string): string {
  return text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function unbase64(text: string): string {
  try {
    return atob(text.replace(/\s+/g, ''))
  } catch {
    throw new GitFailure('a mail says that it is base64, and is not')
  }
}

function toUtf8(text: string, charset: string): string {
  const name = charset.toLowerCase()
  if (name === 'utf-8' || name === 'utf8' || name === 'us-ascii') return text
  if (name === 'iso-8859-1' || name === 'latin1') return toByteString(encodeText(text))
  throw new GitFailure(
    `mails in ${charset} are not supported in this sandbox's git: only in UTF-8 and ISO-8859-1`,
  )
}
