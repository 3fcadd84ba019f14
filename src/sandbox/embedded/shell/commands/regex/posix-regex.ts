/**
 * POSIX regular expressions on JavaScript's engine. Where that one would not find the longest match, or could take
 * for ever, RE2 does it, which is linear; what only JavaScript's can (back references, edges of words) stays there.
 */
import { RE2JS } from 're2js'
import { mayBeTooShort, mayTakeForever } from './ambiguity.ts'
import { parsePosix, type PosixSyntax } from './parse-posix.ts'
import { RegexError } from './regex-error.ts'
import type { Node } from './syntax-tree.ts'
import { toSource } from './to-source.ts'

export interface RegexOptions extends Omit<PosixSyntax, 'groupsBefore'> {
  readonly ignoreCase?: boolean
  /** Line separator in the text; undefined for a single text. */
  readonly separator?: '\n' | '\0' | undefined
  /** The end of a match matters, not only its existence. */
  readonly needsLongest: boolean
  /** `^` and `$` match at lines within the text: sed's flag M. */
  readonly isMultiline?: boolean
  /** The start of each group matters, too. */
  readonly needsStarts?: boolean
  /** The match must be a whole line, or stand between letters that are of no word. */
  readonly whole?: 'line' | 'word' | undefined
}

export interface Match {
  readonly index: number
  readonly end: number
  /** The whole match, then the groups; undefined for those that took no part. */
  readonly groups: readonly (string | undefined)[]
  /** Start of each group, if requested. */
  readonly starts?: readonly (number | undefined)[]
}

/** Finds the first match that begins at `from` or later. */
export type Finder = (text: string, from: number) => Match | undefined

export interface Regex {
  readonly find: Finder
  readonly groups: number
}

/** Throws `RegexError` with GNU's words. */
export function compilePosix(pattern: string, options: RegexOptions): Regex {
  const { tree, groups, hasBackReference } = parsePosix(pattern, options)
  return { groups, find: finderOf(tree, hasBackReference, options) }
}

/** One expression that matches what any of the patterns does. */
export function compileAny(patterns: readonly string[], options: RegexOptions): Regex {
  let groups = 0
  let hasBackReference = false
  const trees = patterns.map((pattern) => {
    const parsed = parsePosix(pattern, { ...options, groupsBefore: groups })
    groups += parsed.groups
    hasBackReference ||= parsed.hasBackReference
    return parsed.tree
  })
  const [only] = trees
  const any: Node = trees.length === 1 && only !== undefined ? only : { type: 'choice', options: trees }
  const tree = framed(any, options.whole)
  return { groups, find: finderOf(tree, hasBackReference, options) }
}

function framed(body: Node, whole: RegexOptions['whole']): Node {
  if (whole === undefined) return body
  const items: readonly Node[] =
    whole === 'line'
      ? [{ type: 'anchor', at: 'start' }, body, { type: 'anchor', at: 'end' }]
      : [{ type: 'word', at: 'notAfter' }, body, { type: 'word', at: 'notBefore' }]
  return { type: 'sequence', items }
}

function finderOf(tree: Node, hasBackReference: boolean, options: RegexOptions): Finder {
  const { ignoreCase = false, needsLongest, isMultiline = false, separator, needsStarts = false } = options
  const literal = ignoreCase ? undefined : literalOf(tree)
  if (literal !== undefined && literal !== '' && !needsStarts) return literalFinder(literal)
  if (
    !hasBackReference &&
    !hasWordStart(tree) &&
    (mayTakeForever(tree) || (needsLongest && mayBeTooShort(tree)))
  ) {
    const source = toSource(tree, { separator, isMultiline, target: 're2' })
    return re2Finder(source, { ignoreCase, isLongest: needsLongest, needsStarts })
  }
  const source = toSource(tree, { separator, isMultiline, target: 'js' })
  return needsStarts ? locatingFinder(source, ignoreCase) : jsFinder(source, ignoreCase)
}

/** The text that is all that the expression matches. */
function literalOf(node: Node): string | undefined {
  if (node.type === 'char') return node.value
  if (node.type !== 'sequence' || !node.items.every((item) => item.type === 'char')) return undefined
  return node.items.map((item) => (item.type === 'char' ? item.value : '')).join('')
}

export function literalFinder(literal: string): Finder {
  const groups = [literal]
  return (text, from) => {
    const index = text.indexOf(literal, from)
    return index < 0 ? undefined : { index, end: index + literal.length, groups }
  }
}

/** RE2 knows only `\b` and `\B`. */
function hasWordStart(node: Node): boolean {
  switch (node.type) {
    case 'word':
      return node.at !== 'edge' && node.at !== 'inside'
    case 'group':
    case 'repeat':
      return hasWordStart(node.body)
    case 'sequence':
      return node.items.some(hasWordStart)
    case 'choice':
      return node.options.some(hasWordStart)
    default:
      return false
  }
}

/** `source` for JavaScript under the flag `u`. What counts is the group `kept`, if there is one. Throws `RegexError`. */
export function jsFinder(source: string, ignoreCase: boolean, kept?: string): Finder {
  let regex: RegExp
  try {
    regex = new RegExp(source, `gu${ignoreCase ? 'i' : ''}${kept === undefined ? '' : 'd'}`)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new RegexError(/Unterminated group/.test(message) ? 'missing closing parenthesis' : message)
  }
  return (text, from) => {
    regex.lastIndex = from
    const match = regex.exec(text)
    if (match === null) return undefined
    const [index, end] = match.indices?.groups?.[kept ?? ''] ?? [match.index, match.index + match[0].length]
    return { index, end, groups: match }
  }
}

function locatingFinder(source: string, ignoreCase: boolean): Finder {
  const regex = new RegExp(source, `gud${ignoreCase ? 'i' : ''}`)
  return (text, from) => {
    regex.lastIndex = from
    const match = regex.exec(text)
    if (match === null) return undefined
    const starts = match.indices?.map((range) => range?.[0]) ?? []
    return { index: match.index, end: match.index + match[0].length, groups: match, starts }
  }
}

function re2Finder(
  source: string,
  { ignoreCase, isLongest, needsStarts }: { ignoreCase: boolean; isLongest: boolean; needsStarts: boolean },
): Finder {
  const flags =
    RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (isLongest ? RE2JS.LONGEST_MATCH : 0)
  const regex = RE2JS.compile(source, flags)
  return (text, from) => {
    const matcher = regex.matcher(text)
    if (!matcher.find(from)) return undefined
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, at) => matcher.group(at) ?? undefined)
    const match = { index: matcher.start(), end: matcher.end(), groups }
    return needsStarts ? { ...match, starts: groups.map((_, at) => matcher.start(at)) } : match
  }
}
