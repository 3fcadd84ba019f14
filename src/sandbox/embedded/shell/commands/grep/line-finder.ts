/** From grep's patterns to a search in a text of many lines. */
import { CommandError } from '../../../../contract/command-error.ts'
import { pcreToSource } from '../regex/pcre.ts'
import { compileAny, jsFinder, literalFinder, type Finder } from '../regex/posix-regex.ts'
import { RegexError } from '../regex/regex-error.ts'
import { TROUBLE, type GrepOptions } from './grep-options.ts'

const WORD = '[\\p{L}\\p{Nl}\\p{Nd}\\p{M}_]'

/** Nothing that it finds goes over the end of a line. Throws `CommandError`. */
export function lineFinder(
  patterns: readonly string[],
  options: GrepOptions,
  onWarning: (message: string) => void,
): Finder {
  if (patterns.length === 0) return () => undefined
  try {
    if (options.kind === 'perl') return perlFinder(patterns, options)
    if (options.kind === 'fixed') return fixedFinder(patterns, options)
    return compileAny(patterns, {
      isExtended: options.kind === 'extended',
      ignoreCase: options.ignoreCase,
      separator: options.separator,
      needsLongest: options.report === 'matches' || options.hasColor,
      whole: options.whole,
      onWarning,
    }).find
  } catch (error) {
    if (error instanceof RegexError) throw new CommandError(error.message, TROUBLE)
    throw error
  }
}

function fixedFinder(patterns: readonly string[], { ignoreCase, whole, separator }: GrepOptions): Finder {
  const [only] = patterns
  if (patterns.length === 1 && only !== undefined && only !== '' && !ignoreCase && whole === undefined)
    return literalFinder(only)
  // The longest first: that is the one that is found.
  const source = patterns
    .toSorted((one, other) => other.length - one.length)
    .map((pattern) => pattern.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, '\\$&'))
    .join('|')
  return jsFinder(framed(source, whole, separator), ignoreCase)
}

function framed(source: string, whole: GrepOptions['whole'], separator: string): string {
  const other = separator === '\n' ? '[^\\n]' : '[^\\x00]'
  if (whole === 'line') return `(?<!${other})(?:${source})(?!${other})`
  if (whole === 'word') return `(?<!${WORD})(?:${source})(?!${WORD})`
  return source
}

function perlFinder(patterns: readonly string[], options: GrepOptions): Finder {
  if (options.separator !== '\n') throw new RegexError('-P together with -z is not supported here')
  const [pattern = ''] = patterns
  if (patterns.length > 1) throw new RegexError('the -P option only supports a single pattern')
  const { source, ignoreCase, keepGroup } = pcreToSource(pattern)
  return jsFinder(framed(source, options.whole, '\n'), ignoreCase || options.ignoreCase, keepGroup)
}
