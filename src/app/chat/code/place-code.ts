/** Finds places in a file for a piece of code. Pure. */

/** Lines from `first` up to, but not with, `end`, counted from 0; or the whole file; or behind its last line. */
export type Place =
  | { readonly kind: 'part'; readonly first: number; readonly end: number }
  | { readonly kind: 'whole' }
  | { readonly kind: 'end' }

/** Share of a file's lines also in the code from which it is a new version of the whole file. */
const SIMILAR = 0.3

/** The likeliest first. A missing or empty file has one. */
export function placesFor(text: string, code: string): readonly Place[] {
  if (text.trim() === '') return [{ kind: 'whole' }]
  const part = partFor(text, code)
  const rest: Place[] = isVersionOf(text, code)
    ? [{ kind: 'whole' }, { kind: 'end' }]
    : [{ kind: 'end' }, { kind: 'whole' }]
  return part ? [part, ...rest] : rest
}

/** The file's text with the code in that place. */
export function withCode(text: string, code: string, place: Place): string {
  const whole = `${code.replace(/\n+$/, '')}\n`
  if (place.kind === 'whole') return whole
  if (place.kind === 'end') return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}\n${whole}`
  const lines = text.split('\n')
  const shift = indentOf(lines[place.first] ?? '')
  const own = indentOf(code.split('\n').find((line) => line.trim() !== '') ?? '')
  const moved = code
    .replace(/^\n+|\s+$/g, '')
    .split('\n')
    .map((line) => (line.startsWith(own) ? (line === own ? '' : shift + line.slice(own.length)) : line))
  return [...lines.slice(0, place.first), ...moved, ...lines.slice(place.end)].join('\n')
}

/**
 * The lines that begin and end as the code does, where that is one place only: a function that was written anew keeps its
 * head and its last bracket.
 */
function partFor(text: string, code: string): Place | undefined {
  const lines = text.split('\n')
  const own = code.split('\n').filter((line) => line.trim() !== '')
  const [head = '', tail = ''] = [own[0], own.at(-1)]
  if (own.length < 2) return undefined
  const starts = lines.flatMap((line, at) => (line.trim() === head.trim() ? [at] : []))
  const [first, second] = starts
  if (first === undefined || second !== undefined) return undefined
  const shift = indentOf(lines[first] ?? '')
  const last = shift + tail.trimEnd().slice(indentOf(head).length)
  const end = lines.findIndex((line, at) => at > first && line.trimEnd() === last)
  if (end < 0) return undefined
  const isAll = first === 0 && lines.slice(end + 1).every((line) => line.trim() === '')
  return isAll ? undefined : { kind: 'part', first, end: end + 1 }
}

function isVersionOf(text: string, code: string): boolean {
  const own = new Set(code.split('\n').map((line) => line.trim()))
  // Brackets alone stand everywhere.
  const lines = text.split('\n').filter((line) => /\w/.test(line))
  return lines.filter((line) => own.has(line.trim())).length >= SIMILAR * lines.length
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}
