/** From ripgrep's patterns to places in a text. */
import { compilePattern, type Pattern } from '../../../../search/pattern.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { pcreToSource } from '../regex/pcre.ts'
import { RegexError } from '../regex/regex-error.ts'
import { TROUBLE, type RgOptions } from './rg-options.ts'

export interface Span {
  readonly start: number
  readonly end: number
  /** Replacement text with `--replace`. */
  readonly replaced: string | undefined
}

export interface Matcher {
  /** Something that every match contains; '' when nothing is known. */
  readonly literal: string
  /** Whether a line, without its end, has a match at all. */
  test(line: string): boolean
  /** Every match in a line, or in a whole text. */
  spans(text: string): Span[]
}

const WORD = /[\p{L}\p{Nl}\p{Nd}\p{M}_]/u

/** Throws `CommandError`. */
export function makeMatcher(patterns: readonly string[], options: RgOptions): Matcher {
  const given = options.fixed ? patterns.map(escaped) : patterns
  const joined = given.length === 1 ? (given[0] ?? '') : given.map((one) => `(?:${one})`).join('|')
  const source = options.whole === 'line' ? `^(?:${joined})$` : joined
  const caseInsensitive =
    options.ignoreCase === 'yes' || (options.ignoreCase === 'smart' && !given.some((one) => hasCapital(one)))
  const names = groupNames(source)
  const patternsOf = options.raw.has('P')
    ? perlPatterns(source, caseInsensitive)
    : linearPatterns(source, { caseInsensitive, options })
  const { quick, exact } = patternsOf
  const spans = (text: string): Span[] => {
    const found: Span[] = []
    for (const { start, end, groups } of exact.matches(text)) {
      if (options.whole === 'word' && !isWord(text, start, end)) continue
      const replaced =
        options.replacement === undefined
          ? undefined
          : expand(options.replacement, [text.slice(start, end), ...groups()], names)
      found.push({ start, end, replaced })
    }
    return found
  }
  return {
    literal: quick.literal,
    test:
      options.whole === 'word'
        ? (line) => quick.test(line) && spans(line).length > 0
        : (line) => quick.test(line),
    spans,
  }
}

interface Patterns {
  readonly quick: Pattern
  readonly exact: Pattern
}

function linearPatterns(source: string, how: { caseInsensitive: boolean; options: RgOptions }): Patterns {
  const { caseInsensitive, options } = how
  const compile = (text: string, multiline: boolean): Pattern => {
    const pattern = compilePattern(text, { caseInsensitive, multiline })
    if (!pattern.ok) throw new CommandError(pattern.error.message, TROUBLE)
    return pattern.value
  }
  // Across lines a dot still is one character of a line, unless it is asked to be more.
  const dot = options.raw.has('multiline-dotall') ? source : `(?-s:${source})`
  if (options.multiline)
    return { quick: compile(source, true), exact: compile(/\./.test(source) ? dot : source, true) }
  return { quick: compile(source, false), exact: compile(source, true) }
}

function perlPatterns(source: string, caseInsensitive: boolean): Patterns {
  let regex: RegExp
  try {
    const { source: own, ignoreCase, keepGroup } = pcreToSource(source)
    if (keepGroup !== undefined)
      throw new CommandError('\\K in a pattern of -P is not supported in this sandbox', TROUBLE)
    regex = new RegExp(own, `gmu${ignoreCase || caseInsensitive ? 'i' : ''}`)
  } catch (error) {
    if (error instanceof RegexError || error instanceof SyntaxError)
      throw new CommandError(error.message, TROUBLE)
    throw error
  }
  const pattern: Pattern = {
    literal: '',
    test: (line) => {
      regex.lastIndex = 0
      return regex.test(line)
    },
    *matches(text) {
      for (const match of text.matchAll(regex))
        yield {
          start: match.index,
          end: match.index + match[0].length,
          groups: () => match.slice(1).map((group) => group ?? null),
        }
    },
  }
  return { quick: pattern, exact: pattern }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** Smart case: a capital that stands for itself. */
function hasCapital(pattern: string): boolean {
  return /\p{Lu}/u.test(pattern.replaceAll(/\\p\{[^}]*\}|\\./gu, ''))
}

function isWord(text: string, start: number, end: number): boolean {
  return !WORD.test(text.charAt(start - 1)) && !WORD.test(text.charAt(end))
}

function groupNames(source: string): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  let count = 0
  for (const [whole, name] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\((?!\?)|\(\?P?<([A-Za-z_]\w*)>/gs)) {
    if (!whole.startsWith('(')) continue
    count += 1
    if (name !== undefined) names.set(name, count)
  }
  return names
}

function expand(
  template: string,
  groups: readonly (string | null)[],
  names: ReadonlyMap<string, number>,
): string {
  return template.replaceAll(
    /\$(?:(\$)|\{([^}]*)\}|(\w+))/g,
    (_, dollar: string | undefined, braced: string | undefined, plain: string | undefined) => {
      if (dollar !== undefined) return '$'
      const name = braced ?? plain ?? ''
      const at = /^\d+$/.test(name) ? Number(name) : names.get(name)
      return at === undefined ? '' : (groups[at] ?? '')
    },
  )
}
