/** Paths of notes, from `/memory`. */
import type { Result } from '../../../sandbox/contract/errors.ts'
import { MEMORY } from '../../../sandbox/contract/path.ts'
import type { NoteScope } from '../../protocol/calls/memory.ts'
import { hiddenShown } from '../../protocol/text/untrusted-text.ts'
import { NOTE_FOLDERS, NOTE_PATH_CHARS } from '../../limits.ts'

/** The folder with notes of all projects. */
export const EVERYWHERE = 'everywhere'
/** A list of notes that somebody keeps by hand. */
export const INDEX = 'MEMORY.md'

/** Bytes of a file's name, in UTF-8, as most file systems and archives have them. */
const NAME_BYTES = 255
/** Letters of a name that is made of a text, and its words. */
const SLUG_CHARS = 40
const SLUG_WORDS = 6
const DAILY = /^(?:everywhere\/)?logs\/(\d{4})\/(\d{2})\/\1-\2-\d{2}\.md$/
/** Control characters, others that are not seen, halves of characters, and white space that is no space. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Variation_Selector}]|(?! )\p{Zs}/u
/** Signs that a link or another file system takes for something else. */
const SIGNS = /[<>"|?*:`[\]]/
/** Letters that have no plain letter within them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

/** From `/memory`, with plain slashes. A path that leads elsewhere, or that is not what it looks like, is refused. */
export function notePath(given: string): Result<string> {
  const refuse = (why: string): Result<never> => ({
    ok: false,
    error: { kind: 'invalid', message: `No note can have the path ${shownPath(given)}: ${why}.`, hint: HINT },
  })
  if (given.trim() === '') return refuse('it is empty')
  if (given.length > 4 * NOTE_PATH_CHARS) return refuse(`it has more than ${NOTE_PATH_CHARS} characters`)
  const written = given.normalize('NFC')
  if (UNSEEN.test(written) || hiddenShown(written) !== written)
    return refuse('it has characters that are not seen')
  if (written.includes('\\')) return refuse('it has a backslash; folders are separated by "/"')
  const below =
    written === MEMORY || written.startsWith(`${MEMORY}/`) ? written.slice(MEMORY.length) : written
  if (below === written && written.startsWith('/')) return refuse(`notes are in ${MEMORY}`)
  const names = resolved(below.split('/'))
  if (names === undefined) return refuse(`it leads out of ${MEMORY}`)
  const why = faultOf(names)
  return why === undefined ? { ok: true, value: names.join('/') } : refuse(why)
}

export function scopeOf(path: string): NoteScope {
  return path.startsWith(`${EVERYWHERE}/`) ? 'everywhere' : 'project'
}

/** A path for a new note of this text that none of `taken` has. */
export function freePath(text: string, taken: ReadonlySet<string>, scope: NoteScope): string {
  const name = `${scope === 'everywhere' ? `${EVERYWHERE}/` : ''}${slugOf(text)}`
  const known = new Set([...taken].map((path) => path.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? `${name}.md` : `${name}-${number}.md`
    if (!known.has(path)) return path
  }
}

/** Whether it is a dated note. */
export function isDaily(path: string): boolean {
  return DAILY.test(path)
}

/** Whether it is a list of notes. */
export function isIndex(path: string): boolean {
  return path === INDEX || path === `${EVERYWHERE}/${INDEX}`
}

const HINT = `A note is a Markdown file at ${MEMORY}, such as ${MEMORY}/tests.md, or ${MEMORY}/${EVERYWHERE}/language.md for all projects.`

function resolved(parts: readonly string[]): readonly string[] | undefined {
  const names: string[] = []
  for (const part of parts) {
    if (part === '' || part === '.') continue
    if (part !== '..') names.push(part)
    else if (names.pop() === undefined) return undefined
  }
  return names
}

function faultOf(names: readonly string[]): string | undefined {
  const name = names.at(-1)
  if (name === undefined) return 'it names no file'
  if (names.some((part) => part.startsWith('.'))) return 'a name in it begins with a dot'
  if (!name.endsWith('.md')) return 'its name does not end in ".md"'
  if (names.join('/').length > NOTE_PATH_CHARS) return `it has more than ${NOTE_PATH_CHARS} characters`
  if (names.length - 1 > NOTE_FOLDERS) return `it has more than ${NOTE_FOLDERS} folders`
  if (names.some((part) => /^ |[ .]$/.test(part)))
    return 'a name in it begins or ends with a space, or ends with a dot'
  if (names.some((part) => SIGNS.test(part))) return 'a name in it has one of the signs < > " | ? * : ` [ ]'
  if (names.slice(0, -1).some((part) => part.endsWith('.md'))) return 'a folder in it has the name of a note'
  const tooLong = names.some((part) => new TextEncoder().encode(part).length > NAME_BYTES)
  return tooLong ? `a name in it has more than ${NAME_BYTES} bytes` : undefined
}

function shownPath(path: string): string {
  const start = path.length > NOTE_PATH_CHARS ? `${path.slice(0, NOTE_PATH_CHARS)}…` : path
  return JSON.stringify(hiddenShown(start.toWellFormed()))
}

function slugOf(text: string): string {
  const start = text
    .slice(0, SLUG_CHARS * 10)
    .toLowerCase()
    .normalize('NFKD')
  const plain = start
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^\p{ASCII}\p{M}]/gu, (letter) => PLAIN_LETTERS[letter] ?? ' ')
    .replaceAll(/\p{M}/gu, '')
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '')
  let slug = ''
  for (const word of words.slice(0, SLUG_WORDS)) {
    const longer = slug === '' ? word.slice(0, SLUG_CHARS) : `${slug}-${word}`
    if (longer.length > SLUG_CHARS) break
    slug = longer
  }
  // A name that only its letters' case tells from the index would be taken for it.
  return slug === '' || `${slug}.md` === INDEX.toLowerCase() ? 'note' : slug
}
