/** The telling lines of a failed call's result, and whether two of them tell of the same error. Pure. */
import { CARRIED_FAILURE_CHARS, FAILURE_READ_CHARS } from '../../limits.ts'

/** Words and marks that compilers, test runners and shells write at a failure; counts of zero are none. */
const NAMES_ERROR =
  /\b(?:errors?|failed|failures?|fatal|exception|panic(?:ked)?|traceback|not ok|denied|not found|cannot|assertion)\b|\w(?:Error|Exception)\b|^\s*(?:✗|✖|×|FAIL)\s/i
const NAMES_NONE =
  /\b(?:0|no|without|zero)\s+(?:\w+\s+)?(?:errors?|failed|failures?|exceptions?)\b|\b(?:errors?|failed|failures?)[:=]\s*0\b/i
/** Lines of the program around an output that was too long, and the numbers of the lines that it has picked from it. */
const FRAME = /^<\/?persisted-output>$|^The result has [\d,]+ characters |^Its (?:end|beginning):$/
const PICKED = /^Lines before that which name a failure/
const LINE_NUMBER = /^\d+: /

const ERROR_LINES = 3
const LAST_LINES = 2
const LINE_CHARS = 200
const LEFT_OUT = '…'

/** A few lines: the first ones that name an error, and the last ones. */
export function tellingError(text: string): string {
  const lines = linesOf(text)
  const shown = [...tellingLines(lines)].toSorted((one, other) => one - other)
  const parts: string[] = []
  let next = 0
  for (const at of shown) {
    if (at > next && parts.length > 0) parts.push(LEFT_OUT)
    parts.push(cut(lines[at] ?? '', LINE_CHARS))
    next = at + 1
  }
  return cut(parts.join('\n'), CARRIED_FAILURE_CHARS)
}

/**
 * The same for errors that differ only in numbers, times, durations, addresses, hashes and temporary paths. A number within a word
 * is part of a name: `TS2322` is another error than `TS2345`.
 */
export function errorKey(error: string): string {
  return error
    .replaceAll(/(?:\/private)?\/(?:tmp|var\/(?:tmp|folders))\/[^\s:;,'"`)\]]+/g, '<tmp>')
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '#')
    .replaceAll(/\b0x[0-9a-f]+\b/gi, '#')
    .replaceAll(/\b(?=[a-f]*\d)[0-9a-f]{7,64}\b/gi, '#')
    .replaceAll(
      /(?<![\p{L}\d_])(?:\d+(?:[.,]\d+)?\s?(?:ns|[µμ]s|ms|s|sec|seconds?|m|min|minutes?|h)\b\s?)+/gu,
      '#t ',
    )
    .replaceAll(/(?<![\p{L}\d_])\d+(?:[.,:]\d+)*/gu, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Indices: the first lines that name errors, each once, one line after the first of them, and the last lines. */
function tellingLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    if (found.size >= ERROR_LINES) break
    if (!NAMES_ERROR.test(line) || NAMES_NONE.test(line)) continue
    const key = errorKey(line.slice(0, LINE_CHARS))
    if (!found.has(key)) found.set(key, at)
  }
  const [first] = found.values()
  const after = first === undefined || first + 1 >= lines.length ? [] : [first + 1]
  const last = lines.slice(-LAST_LINES).map((_, index, { length }) => lines.length - length + index)
  return new Set([...found.values(), ...after, ...last])
}

/** Lines with text, the picked ones of a long output before the part of it that was shown. */
function linesOf(text: string): readonly string[] {
  const isCut = text.length > 2 * FAILURE_READ_CHARS
  const read = isCut ? `${text.slice(0, FAILURE_READ_CHARS)}\n${text.slice(-FAILURE_READ_CHARS)}` : text
  const lines = read.split('\n').filter((line) => line.trim() !== '' && !FRAME.test(line))
  const from = lines.findIndex((line) => PICKED.test(line))
  if (from < 0) return lines
  return [...lines.slice(from + 1).map((line) => line.replace(LINE_NUMBER, '')), ...lines.slice(0, from)]
}

function cut(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars - 1).toWellFormed()}${LEFT_OUT}`
}
