/** The paths that a command is about. */
import { GitFailure } from '../failure.ts'
import type { Repository } from '../repository.ts'
import { absolute } from '../repository.ts'
import { readable } from '../text.ts'
import { globToRegExp, hasWildcard } from './wildmatch.ts'

interface Pattern {
  /** As it was typed. */
  readonly given: string
  /** Below the worktree's top, without a slash at its end; '' for all. */
  readonly path: string
  readonly glob: RegExp | undefined
  readonly excluded: boolean
  readonly ignoreCase: boolean
  /** Typed with a slash at its end. */
  readonly directoryOnly: boolean
}

/** The choice of paths that a walk through trees asks for. */
export type PathFilter = Pick<Pathspec, 'matches' | 'mayMatchBelow'>

export class Pathspec {
  readonly patterns: readonly Pattern[]
  readonly #wanted: readonly Pattern[]
  readonly #excluded: readonly Pattern[]

  constructor(patterns: readonly Pattern[]) {
    this.patterns = patterns
    this.#wanted = patterns.filter((pattern) => !pattern.excluded)
    this.#excluded = patterns.filter((pattern) => pattern.excluded)
  }

  /** True when nothing is left out. */
  get isAll(): boolean {
    const all =
      this.#wanted.length === 0 ||
      this.#wanted.some((pattern) => pattern.path === '' && pattern.glob === undefined)
    return all && this.#excluded.length === 0
  }

  matches(path: string): boolean {
    if (this.#excluded.some((pattern) => isMatch(pattern, path))) return false
    return this.#wanted.length === 0 || this.#wanted.some((pattern) => isMatch(pattern, path))
  }

  /** False when nothing below the directory can match. */
  mayMatchBelow(directory: string): boolean {
    if (this.#excluded.some((pattern) => pattern.glob === undefined && isMatch(pattern, directory)))
      return false
    if (this.#wanted.length === 0) return true
    return this.#wanted.some((pattern) => reaches(pattern, directory))
  }

  /** Patterns, as given, that match none of the paths. */
  unmatched(paths: readonly string[]): string[] {
    return this.#wanted
      .filter((pattern) => pattern.path !== '' && !paths.some((path) => isMatch(pattern, path)))
      .map((pattern) => pattern.given)
  }
}

function isMatch(pattern: Pattern, path: string): boolean {
  if (pattern.glob !== undefined && pattern.glob.test(path)) return true
  const fold = (text: string): string => (pattern.ignoreCase ? text.toLowerCase() : text)
  const [wanted, name] = [fold(pattern.path), fold(path)]
  if (wanted === '') return true
  if (name === wanted) return !pattern.directoryOnly
  return name.startsWith(wanted) && name.charAt(wanted.length) === '/'
}

function reaches(pattern: Pattern, directory: string): boolean {
  if (pattern.glob !== undefined) {
    const fixed = pattern.path.slice(0, pattern.path.search(/[*?[\\]/))
    return fixed.startsWith(`${directory}/`) || `${directory}/`.startsWith(fixed)
  }
  return isMatch(pattern, directory) || pattern.path.startsWith(`${directory}/`)
}

/** Parses patterns relative to the current directory. Fails for paths outside the repository. */
export function parsePathspec(repository: Repository, given: readonly string[]): Pathspec {
  return new Pathspec(given.map((text) => parsePattern(repository, text)))
}

const SHORT: Readonly<Record<string, string>> = { '/': 'top', '!': 'exclude', '^': 'exclude' }

function parsePattern(repository: Repository, given: string): Pattern {
  if (given === '')
    throw new GitFailure(
      'empty string is not a valid pathspec. please use . instead if you meant to match all paths',
    )
  const { magic, rest } = splitMagic(given)
  const unknown = magic.find((word) => !['top', 'exclude', 'glob', 'literal', 'icase'].includes(word))
  if (unknown !== undefined)
    throw new GitFailure(`Invalid pathspec magic '${readable(unknown)}' in '${readable(given)}'`)
  const path = pathBelow(repository, rest, magic.includes('top'), given)
  const ignoreCase = magic.includes('icase')
  const isGlob = hasWildcard(rest) && !magic.includes('literal')
  return {
    given,
    path,
    glob: isGlob ? globToRegExp(path, { pathname: magic.includes('glob'), ignoreCase }) : undefined,
    excluded: magic.includes('exclude'),
    ignoreCase,
    directoryOnly: rest.endsWith('/') && path !== '',
  }
}

function splitMagic(given: string): { magic: string[]; rest: string } {
  const [long, words = ''] = /^:\(([^)]*)\)/.exec(given) ?? []
  if (long !== undefined) return { magic: words.split(',').filter(Boolean), rest: given.slice(long.length) }
  const [short, letters = ''] = /^:([/!^]+):?/.exec(given) ?? []
  if (short === undefined) return { magic: [], rest: given }
  return { magic: [...letters].map((letter) => SHORT[letter] ?? letter), rest: given.slice(short.length) }
}

function pathBelow(repository: Repository, path: string, fromTop: boolean, given: string): string {
  const { root } = repository
  if (!fromTop && repository.cwd !== root && repository.prefix === '' && !path.startsWith('/'))
    throw new GitFailure('this operation must be run in a work tree')
  const whole = absolute(path, fromTop ? root : repository.cwd)
  if (whole === root) return ''
  const top = root === '/' ? '/' : `${root}/`
  if (whole.startsWith(top)) return whole.slice(top.length)
  throw new GitFailure(
    `${readable(given)}: '${readable(given)}' is outside repository at '${readable(root)}'`,
  )
}

/** One path as typed, below the worktree's top. */
export function pathInRepository(repository: Repository, given: string): string {
  return pathBelow(repository, given, false, given)
}
