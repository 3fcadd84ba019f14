/**
 * A search pattern, compiled. The dialect is ripgrep's as far as the linear engine has it: no look-around, no
 * back-references. JavaScript's own engine is many times faster, but backtracks: it gets what it cannot take long for.
 */
import { RE2JS } from 're2js'
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import { GREP_MAX_BACKTRACKING_STEPS } from '../contract/limits.ts'
import { shapeOf } from './pattern-shape.ts'
import { toJavaScript } from './to-javascript.ts'

export interface PatternOptions {
  readonly caseInsensitive: boolean
  readonly multiline: boolean
}

export interface Pattern {
  /** Something that every match contains; empty when nothing is known. */
  readonly literal: string
  test(line: string): boolean
  /** Offsets of the matches in a whole text, for searches across lines. */
  matches(text: string): Iterable<PatternMatch>
}

interface PatternMatch {
  readonly start: number
  readonly end: number
  /** Matches of the groups; null for groups without a part in it. Must be called before the next match. */
  groups(): readonly (string | null)[]
}

/** Fails with `invalid`, saying what is wrong. */
export function compilePattern(source: string, options: PatternOptions): Result<Pattern> {
  const { caseInsensitive, multiline } = options
  if (!multiline && /(?<!\\)(?:\\\\)*(?:\\n|\n)/.test(source)) {
    return invalid(
      source,
      'it has a line break, but lines are searched one by one',
      'Search with multiline instead.',
    )
  }
  const shape = shapeOf(source)
  const body = multiline ? source : trimmed(source, shape.branches)
  const linear = compileLinear(body, options)
  if (!linear.ok) return invalid(source, linear.error.message)
  const native = compileNative(body, options)
  const { degree } = shapeOf(body)
  const longest = native ? longestFor(degree) : -1
  return ok({
    literal: caseInsensitive ? '' : shape.literal,
    test: (line) => (native && line.length <= longest ? native.test(line) : linear.value.test(line)),
    matches: (text) => (native && text.length <= longest ? native.matches(text) : linear.value.matches(text)),
  })
}

/** Characters of which `degree` nested searches take no more than the allowed steps: n of each start, divided up. */
function longestFor(degree: number): number {
  if (degree === Infinity) return 0
  let ways = GREP_MAX_BACKTRACKING_STEPS
  for (let factor = 2; factor <= degree + 1; factor += 1) ways *= factor
  return Math.pow(ways, 1 / (degree + 1))
}

/** `.*` at either end of a pattern changes nothing about which lines match, but much about the time it takes. */
function trimmed(source: string, branches: boolean): string {
  if (branches) return source
  return source.replace(/^(?:\.\*\??)+(?![?+*{])/, '').replace(/(?<![\\.])(?:\.\*\??)+$/, '')
}

function invalid(source: string, why: string, hint?: string): Result<never> {
  return fail('invalid', `The pattern ${JSON.stringify(source)} is not a valid regular expression: ${why}`, {
    hint: hint ?? 'Escape characters that are meant literally, such as \\( \\[ \\{ \\. \\*',
  })
}

type Engine = Omit<Pattern, 'literal'>

function compileLinear(source: string, { caseInsensitive, multiline }: PatternOptions): Result<Engine> {
  const flags =
    RE2JS.MULTILINE | (caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0) | (multiline ? RE2JS.DOTALL : 0)
  try {
    const compiled = RE2JS.compile(source, flags)
    return ok({
      test: (line) => compiled.matcher(line).find(),
      *matches(text) {
        const matcher = compiled.matcher(text)
        const groups = () =>
          Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1))
        while (matcher.find()) yield { start: matcher.start(), end: matcher.end(), groups }
      },
    })
  } catch (error) {
    return fail('invalid', error instanceof Error ? error.message : String(error))
  }
}

function compileNative(source: string, { caseInsensitive, multiline }: PatternOptions): Engine | undefined {
  const translated = toJavaScript(source, { multiline })
  if (translated === undefined) return undefined
  const flags = `u${caseInsensitive || translated.flags.includes('i') ? 'i' : ''}`
  try {
    const single = new RegExp(translated.source, flags)
    const all = new RegExp(translated.source, `${flags}g`)
    return {
      test: (line) => single.test(line),
      *matches(text) {
        for (const match of text.matchAll(all)) {
          const groups = () => match.slice(1).map((group) => group ?? null)
          yield { start: match.index, end: match.index + match[0].length, groups }
        }
      },
    }
  } catch {
    // JavaScript does not take it; the linear engine does.
    return undefined
  }
}
