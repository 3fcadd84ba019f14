/** Finding the text an Edit means, and saying why when it cannot be found. */
import { NEAREST_SEARCH_LINES, NEAREST_SHOWN_LINES } from '../../limits.ts'
import { lazyProblem } from '../results/lazy-text.ts'
import { tolerantMatches } from './tolerant-match.ts'

export interface Replacement {
  readonly oldString: string
  readonly newString: string
  readonly replaceAll: boolean
}

export type EditPlan =
  | {
      readonly ok: true
      readonly text: string
      /** 1-based line of each replaced place, in the old text. */
      readonly lines: readonly number[]
      /** The text that was taken for old_string if it did not match exactly. */
      readonly note?: string
    }
  | { readonly ok: false; readonly problem: string }

export function planEdit(text: string, replacement: Replacement): EditPlan {
  const { oldString, newString, replaceAll } = replacement
  if (oldString === '') {
    return refuse('old_string is empty. Give the text to replace; to fill an empty or new file use Write.')
  }
  if (oldString === newString) return refuse('old_string and new_string are the same: nothing would change.')
  // An empty text deletes on purpose.
  const lazy = newString.trim() === '' ? undefined : lazyProblem(oldString, newString)
  if (lazy !== undefined) return refuse(lazy)
  for (const variant of variantsOf(text, replacement)) {
    const places = occurrences(text, variant.oldString)
    if (places.length === 0) continue
    if (places.length > 1 && !replaceAll) return refuse(notUnique(text, places))
    return {
      ok: true,
      text: text.split(variant.oldString).join(variant.newString),
      lines: lineNumbers(text, places),
    }
  }
  return tolerantEdit(text, replacement) ?? refuse(notFound(text, oldString))
}

/** The place that differs from old_string in white space only; undefined when there is none. */
function tolerantEdit(text: string, { oldString, newString, replaceAll }: Replacement): EditPlan | undefined {
  const [wanted, wantedNew] = [withoutNumbers(oldString) ?? oldString, withoutNumbers(newString) ?? newString]
  const matches = tolerantMatches(text, wanted, wantedNew)
  const places = matches.map(({ start }) => start)
  if (places.length === 0) return undefined
  if (places.length > 1 && !replaceAll) return refuse(notUnique(text, places))
  const ends = hasWindowsEnds(text) ? windowsEnds : (part: string) => part
  const parts: string[] = []
  let from = 0
  for (const { start, end, replacement } of matches) {
    parts.push(text.slice(from, start), ends(replacement))
    from = end
  }
  const lines = lineNumbers(text, places)
  const [first] = matches
  const match = text.slice(first?.start, first?.end).split('\n').slice(0, NEAREST_SHOWN_LINES)
  const shown = match
    .map((line, index) => `${(lines[0] ?? 1) + index}\t${line.replace(/\r$/, '')}`)
    .join('\n')
  return {
    ok: true,
    text: parts.join('') + text.slice(from),
    lines,
    note: `old_string differed in white space; this was taken for it, and the new text has its indentation:\n${shown}`,
  }
}

/** The strings as given, then in the file's line ends, then without the line numbers that Read had put there. */
function variantsOf(text: string, { oldString, newString }: Replacement) {
  const plain = [{ oldString, newString }]
  const stripped = withoutNumbers(oldString)
  if (stripped !== undefined)
    plain.push({ oldString: stripped, newString: withoutNumbers(newString) ?? newString })
  if (!hasWindowsEnds(text)) return plain
  return plain.flatMap((strings) => [
    { oldString: strings.oldString, newString: windowsEnds(strings.newString) },
    { oldString: windowsEnds(strings.oldString), newString: windowsEnds(strings.newString) },
  ])
}

/** Most line ends are CRLF. */
function hasWindowsEnds(text: string): boolean {
  const windows = text.split('\r\n').length - 1
  return windows > 0 && windows * 2 > text.split('\n').length - 1
}

function windowsEnds(text: string): string {
  return text.replace(/\r?\n/g, '\r\n')
}

/** Undefined unless every line begins with a number and a tab. */
function withoutNumbers(text: string): string | undefined {
  const lines = text.split('\n')
  const body = lines.at(-1) === '' ? lines.slice(0, -1) : lines
  if (body.length === 0 || !body.every((line) => NUMBERED.test(line))) return undefined
  return lines.map((line) => line.replace(NUMBERED, '')).join('\n')
}

const NUMBERED = /^ *\d+\t/

function occurrences(text: string, part: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at)
  return places
}

/** Places are ascending, so one walk is enough. */
function lineNumbers(text: string, places: readonly number[]): number[] {
  let line = 1
  let from = 0
  return places.map((place) => {
    for (let at = text.indexOf('\n', from); at >= 0 && at < place; at = text.indexOf('\n', from)) {
      line += 1
      from = at + 1
    }
    return line
  })
}

/** Line numbers that an error names. */
const NAMED_LINES = 10

function notUnique(text: string, places: readonly number[]): string {
  const lines = lineNumbers(text, places)
  const more = lines.length > NAMED_LINES ? ', …' : ''
  return `old_string occurs ${places.length} times, at lines ${lines.slice(0, NAMED_LINES).join(', ')}${more}. Add surrounding lines until it is unique, or set replace_all to change every place.`
}

function notFound(text: string, oldString: string): string {
  const nearest = nearestPlace(text, oldString)
  const sorry = 'old_string was not found.'
  if (nearest === undefined) return `${sorry} Nothing in the file resembles it; Read the file again.`
  const why = nearest.onlySpace ? 'It differs only in white space. ' : ''
  return `${sorry} The nearest text is at line ${nearest.line}:\n${nearest.shown}\n${why}Copy old_string exactly from the file, without line numbers.`
}

/** The place that shares most lines with the wanted ones, else the most similar line. */
function nearestPlace(text: string, wanted: string) {
  const lines = text.split('\n', NEAREST_SEARCH_LINES).map((line) => line.replace(/\r$/, ''))
  const goal = wanted.split('\n')
  const start = sharedPlace(lines, goal) ?? mostSimilarLine(lines, goal)
  if (start === undefined) return undefined
  const found = lines.slice(start, start + goal.length)
  const shown = found.slice(0, NEAREST_SHOWN_LINES).map((line, index) => `${start + index + 1}\t${line}`)
  const onlySpace = found.map(squeezed).join() === goal.map(squeezed).join()
  return { line: start + 1, shown: shown.join('\n'), onlySpace }
}

/** Positions of a repeated line, such as a bracket, that count. */
const COUNTED_REPEATS = 20

/** Each line that both have speaks for where the wanted text would begin, by its length. */
function sharedPlace(lines: readonly string[], goal: readonly string[]): number | undefined {
  const positions = new Map<string, number[]>()
  for (const [index, line] of goal.entries()) {
    const known = positions.get(squeezed(line)) ?? []
    if (squeezed(line) !== '' && known.length < COUNTED_REPEATS)
      positions.set(squeezed(line), [...known, index])
  }
  const votes = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    for (const position of positions.get(squeezed(line)) ?? []) {
      const start = Math.max(0, index - position)
      votes.set(start, (votes.get(start) ?? 0) + squeezed(line).length)
    }
  }
  let best: { start: number; votes: number } | undefined
  for (const [start, count] of votes) if (count > (best?.votes ?? 0)) best = { start, votes: count }
  return best?.start
}

/** For a text of which no line fits: the line that shares most words with its longest one. */
function mostSimilarLine(lines: readonly string[], goal: readonly string[]): number | undefined {
  const longest = goal.reduce((a, b) => (b.length > a.length ? b : a), '')
  const wanted = new Set(wordsOf(longest))
  if (wanted.size === 0) return undefined
  let best = { index: 0, score: 0 }
  for (const [index, line] of lines.entries()) {
    const words = new Set(wordsOf(line))
    const common = [...wanted].filter((word) => words.has(word)).length
    const score = common / (wanted.size + words.size - common)
    if (score > best.score) best = { index, score }
  }
  return best.score >= 0.3 ? Math.max(0, best.index - goal.indexOf(longest)) : undefined
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+/gu) ?? []
}

function squeezed(line: string): string {
  return line.replace(/\s+/g, '')
}

function refuse(problem: string): EditPlan {
  return { ok: false, problem }
}
