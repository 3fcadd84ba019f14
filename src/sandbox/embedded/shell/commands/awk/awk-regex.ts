/** awk's regular expressions: one search for whether, one for where. */
import { CommandError } from '../command-error.ts'
import { compilePosix, type Finder, type Match } from '../regex/posix-regex.ts'
import { RegexError } from '../regex/regex-error.ts'

export class AwkRegex {
  readonly #source: string
  #whether: Finder | undefined
  #where: Finder | undefined

  /** Throws `CommandError` for what is none. */
  constructor(source: string) {
    this.#source = source
    this.#whether = this.#compiled(false)
  }

  test(text: string): boolean {
    this.#whether ??= this.#compiled(false)
    return this.#whether(text, 0) !== undefined
  }

  /** The longest of those that begin first. */
  find(text: string, from = 0): Match | undefined {
    this.#where ??= this.#compiled(true)
    return this.#where(text, from)
  }

  #compiled(needsLongest: boolean): Finder {
    try {
      return compilePosix(this.#source, { isExtended: true, hasEscapes: true, isAwk: true, needsLongest })
        .find
    } catch (error) {
      if (error instanceof RegexError)
        throw new CommandError(`regular expression /${this.#source}/: ${error.message}`, 2)
      throw error
    }
  }
}

/** `text` cut at what the expression finds; nothing at all has no parts. */
export function splitBy(regex: AwkRegex, text: string): string[] {
  if (text === '') return []
  const parts: string[] = []
  let start = 0
  let at = 0
  while (at <= text.length) {
    const match = regex.find(text, at)
    if (match === undefined) break
    if (match.end === match.index) {
      at = match.end + 1
      continue
    }
    parts.push(text.slice(start, match.index))
    start = match.end
    at = match.end
  }
  return [...parts, text.slice(start)]
}

/** What `sub` and `gsub` make of it; undefined when nothing was found. `nth` 0: all of them. */
export function replaceIn(
  regex: AwkRegex,
  text: string,
  { nth, by }: { nth: number; by: (match: Match) => string },
): { readonly text: string; readonly count: number } | undefined {
  let match = regex.find(text)
  if (match === undefined) return undefined
  let result = ''
  let copied = 0
  let lastEnd = -1
  let found = 0
  let count = 0
  while (match !== undefined) {
    const isEmpty = match.end === match.index
    if (!(isEmpty && match.index === lastEnd)) {
      found += 1
      lastEnd = match.end
      if (nth === 0 || found === nth) {
        result += text.slice(copied, match.index) + by(match)
        copied = match.end
        count += 1
        if (nth !== 0) break
      }
    }
    const next = isEmpty ? match.end + 1 : match.end
    if (next > text.length) break
    match = regex.find(text, next)
  }
  return { text: result + text.slice(copied), count }
}

/** In what takes the place of a match `&` is the match, and `\\&` an ampersand. */
export function replacementOf(text: string): (match: Match) => string {
  if (!text.includes('&') && !text.includes('\\')) return () => text
  return ({ groups }) =>
    text.replaceAll(/\\\\|\\&|&/g, (part) => (part === '&' ? (groups[0] ?? '') : part === '\\&' ? '&' : '\\'))
}

/** The same for `gensub`, where `\1` is a group. */
export function groupReplacementOf(text: string): (match: Match) => string {
  return ({ groups }) =>
    text.replaceAll(/\\([0-9&\\])|&/g, (part, escape?: string) => {
      if (part === '&') return groups[0] ?? ''
      return escape === '&' || escape === '\\' ? escape : (groups[Number(escape)] ?? '')
    })
}
