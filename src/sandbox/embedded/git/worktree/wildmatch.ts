/** Git's glob patterns as regular expressions over byte text. */

interface GlobOptions {
  /** `*` and `?` stop at slashes, and `**` does not. */
  readonly pathname: boolean
  readonly ignoreCase?: boolean
}

const CLASSES: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  blank: ' \\t',
  cntrl: '\\0-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  xdigit: '0-9a-fA-F',
}

export function hasWildcard(pattern: string): boolean {
  return /[*?[\\]/.test(pattern)
}

/** Matches a whole path. A pattern that is not well formed matches nothing. */
export function globToRegExp(pattern: string, options: GlobOptions): RegExp {
  const source = globSource(pattern, options.pathname)
  try {
    return new RegExp(source === undefined ? '[^]^' : `^${source}$`, options.ignoreCase ? 'is' : 's')
  } catch {
    // For instance a range from z to a.
    return /[^]^/
  }
}

function globSource(pattern: string, pathname: boolean): string | undefined {
  const one = pathname ? '[^/]' : '.'
  let out = ''
  for (let at = 0; at < pattern.length;) {
    const char = pattern.charAt(at)
    if (char === '*') {
      const run = /^\*+/.exec(pattern.slice(at))?.[0].length ?? 1
      const star = starSource({ pattern, at, run, pathname })
      out += star.source
      at = star.next
    } else if (char === '?') {
      out += one
      at += 1
    } else if (char === '[') {
      const set = bracketSource(pattern, at, pathname)
      if (set === undefined) return undefined
      out += set.source
      at = set.next
    } else {
      if (char === '\\') at += 1
      if (at >= pattern.length) return undefined
      out += escape(pattern.charAt(at))
      at += 1
    }
  }
  return out
}

function starSource(star: { pattern: string; at: number; run: number; pathname: boolean }): {
  source: string
  next: number
} {
  const { pattern, at, run, pathname } = star
  const next = at + run
  if (!pathname) return { source: '.*', next }
  const startsPart = at === 0 || pattern.charAt(at - 1) === '/'
  if (run === 2 && startsPart && pattern.charAt(next) === '/') return { source: '(?:.*/)?', next: next + 1 }
  if (run === 2 && startsPart && next === pattern.length) return { source: '.*', next }
  return { source: '[^/]*', next }
}

function bracketSource(
  pattern: string,
  start: number,
  pathname: boolean,
): { source: string; next: number } | undefined {
  let at = start + 1
  const negated = /[!^]/.test(pattern.charAt(at))
  if (negated) at += 1
  let body = ''
  for (let first = true; at < pattern.length; first = false) {
    const char = pattern.charAt(at)
    if (char === ']' && !first) {
      const slash = pathname ? '(?!/)' : ''
      return { source: `${slash}[${negated ? '^' : ''}${body}]`, next: at + 1 }
    }
    const named = /^\[:([a-z]+):\]/.exec(pattern.slice(at))
    if (named !== null) {
      const set = CLASSES[named[1] ?? '']
      if (set === undefined) return undefined
      body += set
      at += named[0].length
      continue
    }
    if (char === '-' && !first && pattern.charAt(at + 1) !== ']') body += '-'
    else if (char === '\\') body += escapeInSet(pattern.charAt((at += 1)))
    else body += escapeInSet(char)
    at += 1
  }
  return undefined
}

function escape(char: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char
}

function escapeInSet(char: string): string {
  return /[\\\]^[-]/.test(char) ? `\\${char}` : char
}
