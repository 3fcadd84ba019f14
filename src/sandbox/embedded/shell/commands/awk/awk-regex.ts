/** awk's regular expressions: one search for whether, one for where. */
import { CommandError } from '../../../../contract/command-error.ts'
import { compilePosix, type Finder, type Match } from '../regex/posix-regex.ts'
import { RegexError } from '../regex/regex-error.ts'
import { length } from './functions.ts'
import { Input } from './values.ts'
import type { AwkArray } from './values.ts'

/** How letters are compared. */
interface Letters {
  /** IGNORECASE. */
  readonly ignoreCase: boolean
}

/** Regular expressions of one program, each compiled once. */
export class AwkRegexes implements Letters {
  readonly #known = new Map<string, AwkRegex>()
  ignoreCase = false

  /** Throws `CommandError` for what is none. */
  get(source: string): AwkRegex {
    const known = this.#known.get(source)
    if (known !== undefined) return known
    const made = new AwkRegex(source, this)
    this.#known.set(source, made)
    return made
  }
}

interface Finders {
  whether?: Finder
  where?: Finder
  groups?: Finder
}

export class AwkRegex {
  readonly #source: string
  readonly #letters: Letters
  readonly #asWritten: Finders = {}
  readonly #inAnyCase: Finders = {}

  /** Throws `CommandError` for what is none. */
  constructor(source: string, letters: Letters) {
    this.#source = source
    this.#letters = letters
    this.test('')
  }

  test(text: string): boolean {
    const finders = this.#finders
    finders.whether ??= this.#compiled(false)
    return finders.whether(text, 0) !== undefined
  }

  /** The longest of those that begin first. */
  find(text: string, from = 0): Match | undefined {
    const finders = this.#finders
    finders.where ??= this.#compiled(true)
    return finders.where(text, from)
  }

  /** As `find`, with where its groups begin. */
  locate(text: string): Match | undefined {
    const finders = this.#finders
    finders.groups ??= this.#compiled(true, true)
    return finders.groups(text, 0)
  }

  get #finders(): Finders {
    return this.#letters.ignoreCase ? this.#inAnyCase : this.#asWritten
  }

  #compiled(needsLongest: boolean, needsStarts = false): Finder {
    const { ignoreCase } = this.#letters
    const syntax = { isExtended: true, hasEscapes: true, isAwk: true, ignoreCase, needsLongest, needsStarts }
    try {
      return compilePosix(this.#source, syntax).find
    } catch (error) {
      if (error instanceof RegexError)
        throw new CommandError(`regular expression /${this.#source}/: ${error.message}`, 2)
      throw error
    }
  }
}

/** `text` cut at what the expression finds, which goes into `separators`; nothing at all has no parts. */
export function splitBy(regex: AwkRegex, text: string, separators?: string[]): string[] {
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
    separators?.push(text.slice(match.index, match.end))
    start = match.end
    at = match.end
  }
  return [...parts, text.slice(start)]
}

/** Text after `sub` or `gsub`; undefined without a match. `nth` 0: all matches. */
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

/** Fills the array of `match`: the groups with their starts and lengths. */
export function putGroups(
  into: AwkArray,
  { text, match, separator }: { text: string; match: Match | undefined; separator: string },
): void {
  into.clear()
  if (match === undefined) return
  for (const [at, group] of match.groups.entries()) {
    const start = match.starts?.[at]
    if (group === undefined || start === undefined) continue
    into.set(String(at), new Input(group))
    into.set(`${at}${separator}start`, length(text.slice(0, start)) + 1)
    into.set(`${at}${separator}length`, length(group))
  }
}
