/** A patch of one file in git's form. */
import { zlibSync } from 'fflate'
import { modeText, NULL_OID } from '../store/objects.ts'
import { objectId } from '../store/sha1.ts'
import { splitLines, toText } from '../text.ts'
import { hunkHead, hunkLine, metaText } from './color.ts'
import type { DiffStyle } from './diff-options.ts'
import { isBinaryPair, type FilePair, type FileSide } from './file-pair.ts'
import { hunkHeader, makeHunks, type Hunk } from './hunks.ts'
import { diffLines, type LineChange } from './lines.ts'
import { quotePath } from './quote-path.ts'
import { wordHunk } from './word-diff.ts'

export function formatPatch(pair: FilePair, style: DiffStyle): string {
  if (pair.status === 'U') return `* Unmerged path ${quotePath(pair.after?.path ?? '', style.quoteHigh)}\n`
  // A file that became something else is shown as gone and new.
  if (pair.status === 'T') {
    const gone = formatPatch({ status: 'D', before: pair.before, after: undefined }, style)
    return gone + formatPatch({ status: 'A', before: undefined, after: pair.after }, style)
  }
  const { before, after } = pair
  const [old, young] = [before?.read() ?? new Uint8Array(0), after?.read() ?? new Uint8Array(0)]
  const ids = { before: idOf(before, old), after: idOf(after, young) }
  const head = header(pair, style)
  if (ids.before === ids.after && before !== undefined && after !== undefined) return head
  if (!style.text && isBinaryPair(pair, [old, young], style.showsText))
    return (
      head +
      indexLine(pair, ids, style.binary ? { ...style, fullIndex: true } : style) +
      binaryPart({ pair, old, young }, style)
    )
  const body = hunksOf({ old, young }, style)
  if (body === '' && (style.normalize !== undefined || style.ignoreBlankLines))
    return before?.mode === after?.mode ? '' : head
  const index = indexLine(pair, ids, style)
  return body === '' ? head + index : head + index + nameLines(pair, style) + body
}

function idOf(side: FileSide | undefined, data: Uint8Array): string {
  if (side === undefined) return NULL_OID
  return side.oid ?? objectId('blob', data)
}

interface Ids {
  readonly before: string
  readonly after: string
}

function names(pair: FilePair, style: DiffStyle): [string, string] {
  const [a, b] = style.prefixes
  const before = pair.before ?? pair.after
  const after = pair.after ?? pair.before
  const shown = (prefix: string, path: string): string =>
    quotePath(prefix + shownPath(path, style), style.quoteHigh)
  return [shown(a, before?.path ?? ''), shown(b, after?.path ?? '')]
}

export function shownPath(path: string, style: DiffStyle): string {
  return style.relative !== undefined && path.startsWith(style.relative)
    ? path.slice(style.relative.length)
    : path
}

function header(pair: FilePair, style: DiffStyle): string {
  const { before, after } = pair
  const [a, b] = names(pair, style)
  let text = `diff --git ${a} ${b}\n`
  if (before === undefined) text += `new file mode ${modeText(after?.mode ?? 0)}\n`
  else if (after === undefined) text += `deleted file mode ${modeText(before.mode)}\n`
  else if (before.mode !== after.mode)
    text += `old mode ${modeText(before.mode)}\nnew mode ${modeText(after.mode)}\n`
  if (pair.status === 'R' || pair.status === 'C') {
    const word = pair.status === 'R' ? 'rename' : 'copy'
    const quoted = (path = ''): string => quotePath(shownPath(path, style), style.quoteHigh)
    text += `similarity index ${pair.similarity ?? 100}%\n`
    text += `${word} from ${quoted(before?.path)}\n${word} to ${quoted(after?.path)}\n`
  }
  return metaText(text, style.colors)
}

function indexLine({ before, after }: FilePair, ids: Ids, style: DiffStyle): string {
  const shown = (oid: string): string => (style.fullIndex ? oid : style.short.of(oid))
  const mode = before !== undefined && before.mode === after?.mode ? ` ${modeText(before.mode)}` : ''
  return metaText(`index ${shown(ids.before)}..${shown(ids.after)}${mode}\n`, style.colors)
}

function nameLines(pair: FilePair, style: DiffStyle): string {
  const [a, b] = names(pair, style)
  // A tab ends a name with blanks, so that other programs see where it ends.
  const line = (name: string): string => (name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name)
  const from = pair.before === undefined ? '/dev/null' : line(a)
  const to = pair.after === undefined ? '/dev/null' : line(b)
  return metaText(`--- ${from}\n+++ ${to}\n`, style.colors)
}

export function linesOf(data: Uint8Array): string[] {
  return splitLines(toText(data))
}

export function changesOf(
  texts: { a: readonly string[]; b: readonly string[] },
  style: DiffStyle,
): LineChange[] {
  const changes = diffLines(texts.a, texts.b, { normalize: style.normalize })
  if (!style.ignoreBlankLines) return changes
  const isBlank = (line: string): boolean => line.trim() === ''
  return changes.filter(
    (change) =>
      !texts.a.slice(change.a, change.a + change.aCount).every(isBlank) ||
      !texts.b.slice(change.b, change.b + change.bCount).every(isBlank),
  )
}

function hunksOf({ old, young }: { old: Uint8Array; young: Uint8Array }, style: DiffStyle): string {
  const texts = { a: linesOf(old), b: linesOf(young) }
  const hunks = makeHunks(texts, changesOf(texts, style), style)
  return hunks.map((hunk) => hunkText(hunk, texts, style)).join('')
}

function hunkText(
  hunk: Hunk,
  texts: { a: readonly string[]; b: readonly string[] },
  style: DiffStyle,
): string {
  const { colors, words } = style
  const header = hunkHeader(hunk)
  const head = colors === undefined ? header : `${hunkHead(header.slice(0, -1), colors)}\n`
  if (words !== undefined) return head + wordHunk(hunk.lines, words, colors)
  if (colors === undefined) return head + hunk.lines.join('')
  const [oldBlanks, blanks] = [blankTail(texts.a), blankTail(texts.b)]
  const fileEnd = blanks > oldBlanks ? texts.b.length - blanks : texts.b.length
  let at = hunk.b
  const lines = hunk.lines.map((line) => {
    const endsFile = at >= fileEnd
    if (!line.startsWith('-')) at += 1
    return line.replace(/([^\n]*)\n/g, (_, text: string) => `${hunkLine(text, colors, endsFile)}\n`)
  })
  return head + lines.join('')
}

/** How many empty lines there are at the end. */
export function blankTail(lines: readonly string[]): number {
  return lines.length - 1 - lines.findLastIndex((line) => line.trim() !== '')
}

function binaryPart(
  { pair, old, young }: { pair: FilePair; old: Uint8Array; young: Uint8Array },
  style: DiffStyle,
): string {
  if (style.binary) return `GIT binary patch\n${literal(young)}\n${literal(old)}\n`
  const [a, b] = names(pair, style)
  const from = pair.before === undefined ? '/dev/null' : a
  const to = pair.after === undefined ? '/dev/null' : b
  return `Binary files ${from} and ${to} differ\n`
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'
/** Bytes in a line of a binary patch. */
const LINE_BYTES = 52

/** The bytes, deflated, in git's base 85. */
function literal(data: Uint8Array): string {
  const packed = zlibSync(data, { level: 9 })
  let text = `literal ${data.length}\n`
  for (let at = 0; at < packed.length; at += LINE_BYTES) {
    const part = packed.subarray(at, at + LINE_BYTES)
    const letter = part.length <= 26 ? 64 + part.length : 96 + part.length - 26
    text += `${String.fromCharCode(letter)}${base85(part)}\n`
  }
  return text
}

function base85(data: Uint8Array): string {
  let text = ''
  for (let at = 0; at < data.length; at += 4) {
    let value = 0
    for (let byte = 0; byte < 4; byte += 1) value = value * 256 + (data[at + byte] ?? 0)
    let group = ''
    for (let digit = 0; digit < 5; digit += 1) {
      group = DIGITS.charAt(value % 85) + group
      value = Math.floor(value / 85)
    }
    text += group
  }
  return text
}

export const BASE85_DIGITS = DIGITS
