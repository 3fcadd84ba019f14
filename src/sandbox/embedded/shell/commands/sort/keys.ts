/** The parts of a line that are compared, and how. */
import { CommandError } from '../../../../contract/command-error.ts'

export interface Ordering {
  /** `n`, `g`, `h`, `M`, `V`, `R`, or '' for bytes. */
  readonly kind: string
  readonly reverse: boolean
  readonly ignoreCase: boolean
  readonly dictionary: boolean
  readonly printable: boolean
  readonly skipBlanks: boolean
  readonly skipEndBlanks: boolean
}

/** From a field and a character in it, both counted from one; character 0 of the end is the field's last. */
export interface SortKey {
  readonly startField: number
  readonly startChar: number
  readonly endField: number | undefined
  readonly endChar: number
  readonly ordering: Ordering
}

const KINDS = 'nghMVR'

export function orderingOf(letters: string, endLetters = letters): Ordering {
  const kinds = [...new Set([...letters].filter((letter) => KINDS.includes(letter)))]
  if (kinds.length > 1) throw new CommandError(`options '-${kinds.sort().join('')}' are incompatible`, 2)
  return {
    kind: kinds[0] ?? '',
    reverse: letters.includes('r'),
    ignoreCase: letters.includes('f'),
    dictionary: letters.includes('d'),
    printable: letters.includes('i'),
    skipBlanks: letters.includes('b'),
    skipEndBlanks: endLetters.includes('b'),
  }
}

/** `F[.C][OPTS][,F[.C][OPTS]]`; a key without letters takes the command's. */
export function parseKey(text: string, general: string): SortKey {
  const match = /^(\d+)(?:\.(\d+))?([bdfgiMhnRrV]*)(?:,(\d+)(?:\.(\d+))?([bdfgiMhnRrV]*))?$/.exec(text)
  if (match === null)
    throw new CommandError(`invalid number at field start: invalid count at start of '${text}'`, 2)
  const [, field = '1', char = '1', letters = '', endField, endChar = '0', endLetters = ''] = match
  if (Number(field) === 0)
    throw new CommandError(`field number is zero: invalid field specification '${text}'`, 2)
  if (char === '0')
    throw new CommandError(`character offset is zero: invalid field specification '${text}'`, 2)
  const own = letters + endLetters
  const ordering =
    own === ''
      ? orderingOf(general)
      : { ...orderingOf(own), skipBlanks: letters.includes('b'), skipEndBlanks: endLetters.includes('b') }
  return {
    startField: Number(field),
    startChar: Number(char),
    endField: endField === undefined ? undefined : Number(endField),
    endChar: Number(endChar),
    ordering,
  }
}

/** Start and end of each field. Without a separator a field includes the blanks in front of it. */
function fieldSpans(line: string, separator: string | undefined): readonly (readonly [number, number])[] {
  const spans: [number, number][] = []
  if (separator === undefined) {
    for (const match of line.matchAll(/[ \t\n]*[^ \t\n]+|[ \t\n]+$/g))
      spans.push([match.index, match.index + match[0].length])
    return spans
  }
  let at = 0
  for (const part of line.split(separator)) {
    spans.push([at, at + part.length])
    at += part.length + separator.length
  }
  return spans
}

export function keyText(line: string, key: SortKey, separator: string | undefined): string {
  const spans = fieldSpans(line, separator)
  const skip = (at: number, isWanted: boolean): number => {
    let to = at
    while (isWanted && to < line.length && /[ \t\n]/.test(line.charAt(to))) to += 1
    return to
  }
  const first = spans[key.startField - 1]
  if (first === undefined) return ''
  const start = skip(first[0], key.ordering.skipBlanks) + key.startChar - 1
  if (key.endField === undefined) return line.slice(Math.min(start, line.length))
  const last = spans[key.endField - 1]
  if (last === undefined) return line.slice(Math.min(start, line.length))
  const end =
    key.endChar === 0
      ? last[1]
      : Math.min(line.length, skip(last[0], key.ordering.skipEndBlanks) + key.endChar)
  return end <= start ? '' : line.slice(start, end)
}
