/** The matching lines of one text, with their context. */
import type { GrepLine } from '../contract/contract.ts'
import { GREP_MAX_LINE_CHARS, GREP_MAX_SEARCHED_CHARS } from '../contract/limits.ts'
import type { Pause } from '../contract/pause.ts'
import type { Pattern } from './pattern.ts'

export interface GrepFileOptions {
  readonly multiline: boolean
  readonly before: number
  readonly after: number
}

/** How a search of one file, which may be large, lets others work. */
export interface GrepFileWork {
  readonly pause: Pause
  readonly signal: AbortSignal
}

/** Lines tested between two looks at the clock: testing one may take half a second at worst. */
const LINES_PER_LOOK = 32

/** 0-based numbers of the lines that match, ascending; some of them when the signal stops it. */
export async function matchingLines(
  text: string,
  pattern: Pattern,
  { multiline, pause, signal }: Pick<GrepFileOptions, 'multiline'> & GrepFileWork,
): Promise<number[]> {
  if (pattern.literal !== '' && !text.includes(pattern.literal)) return []
  if (multiline) return linesOfMatches(text, pattern)
  const found: number[] = []
  let [number, counted, tested] = [0, 0, 0]
  for (let start = nextCandidate(text, 0, pattern.literal); start < text.length;) {
    const end = lineEnd(text, start)
    const last = text[end - 1] === '\r' && end > start ? end - 1 : end
    if (pattern.test(text.slice(start, Math.min(last, start + GREP_MAX_SEARCHED_CHARS)))) {
      number += countNewlines(text, counted, start)
      counted = start
      found.push(number)
    }
    start = nextCandidate(text, end + 1, pattern.literal)
    tested += 1
    if (tested % LINES_PER_LOOK !== 0 || !pause.due()) continue
    await pause.take()
    if (signal.aborted) break
  }
  return found
}

/** The start of the next line, at or after `from`, that can match at all. */
function nextCandidate(text: string, from: number, literal: string): number {
  if (literal === '') return from
  const at = text.indexOf(literal, from)
  return at === -1 ? text.length : text.lastIndexOf('\n', at) + 1
}

export function linesWithContext(
  path: string,
  text: string,
  matches: readonly number[],
  { before, after }: GrepFileOptions,
): GrepLine[] {
  const lines = splitLines(text)
  const isMatch = new Set(matches)
  const shown = new Set<number>()
  for (const match of matches) {
    const last = Math.min(match + after, lines.length - 1)
    for (let line = Math.max(0, match - before); line <= last; line++) shown.add(line)
  }
  return [...shown]
    .sort((a, b) => a - b)
    .map((line) => ({ path, line: line + 1, text: lines[line] ?? '', isMatch: isMatch.has(line) }))
}

function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => line.replace(/\r$/, '').slice(0, GREP_MAX_LINE_CHARS))
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end
}

/** Every line that a match touches. */
function linesOfMatches(text: string, pattern: Pattern): number[] {
  const found = new Set<number>()
  let number = 0
  let at = 0
  for (const { start, end } of pattern.matches(text)) {
    number += countNewlines(text, at, start)
    at = start
    const last = number + countNewlines(text, start, Math.max(start, end - 1))
    for (let line = number; line <= last; line++) found.add(line)
  }
  return [...found]
}

function countNewlines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}
