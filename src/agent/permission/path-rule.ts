/**
 * Patterns of `Read(…)` and `Edit(…)` rules. They are .gitignore patterns; where they start is told by their
 * beginning: `//x` at the root of the file system, `~/x` in the home directory, `/x` and `x` in the workspace.
 */
import { PATH_CHARS } from '../limits.ts'
import { HOME, WORKSPACE_ROOT, isWithin, relativeTo } from '../../sandbox/contract/path.ts'
import { isMeantBy, pathPattern } from '../../sandbox/contract/patterns/path-pattern.ts'
import type { PathPattern } from '../../sandbox/contract/patterns/path-pattern.ts'

interface Place {
  readonly base: string
  /** None where the pattern is empty. */
  readonly patterns: readonly PathPattern[]
}

const cache = new Map<string, readonly Place[]>()
/** Compiled patterns kept; rules are few, and a page that sends endless new ones must not fill the memory. */
const CACHED_PATTERNS = 500

/** `strict` (for allow) minds the case; `lenient` (for deny and ask) does not. Too long a path is none: only its beginning counts, and not for an allow. */
export function matchesPath(pattern: string, path: string, care: 'strict' | 'lenient'): boolean {
  if (path.length > PATH_CHARS) {
    const start = path.slice(0, PATH_CHARS).replace(/\/+$/, '')
    return care === 'lenient' && matchesPath(pattern, start, care)
  }
  return compiled(pattern, care).some(({ base, patterns }) => {
    if (!isWithin(path, base) || relativeTo(path, base) === '.') return false
    return isMeantBy(patterns, relativeTo(path, base))
  })
}

function compiled(pattern: string, care: 'strict' | 'lenient'): readonly Place[] {
  const key = `${care} ${pattern}`
  const known = cache.get(key)
  if (known !== undefined) return known
  if (cache.size >= CACHED_PATTERNS) cache.clear()
  const places = placesOf(pattern).map(({ base, rest }) => ({
    base,
    patterns: [pathPattern(rest, { ignorecase: care === 'lenient' }) ?? []].flat(),
  }))
  cache.set(key, places)
  return places
}

function placesOf(pattern: string): { base: string; rest: string }[] {
  if (pattern.startsWith('//')) return [{ base: '/', rest: pattern.slice(1) }]
  if (pattern.startsWith('~/')) return [{ base: HOME, rest: pattern.slice(1) }]
  // An absolute path into the workspace means itself, whichever way it is read.
  const rest = isWithin(pattern, WORKSPACE_ROOT) ? pattern.slice(WORKSPACE_ROOT.length) || '/**' : pattern
  // `./x` is x of the workspace; `!` would negate and `#` comment in a .gitignore, here they are names.
  const plain = rest.replace(/^\.\//, '/').replace(/^([!#])/, '\\$1')
  return [{ base: WORKSPACE_ROOT, rest: plain }]
}
