/**
 * Patterns of `Read(…)` and `Edit(…)` rules. They are .gitignore patterns; where they start is told by their
 * beginning: `//x` at the root of the file system, `~/x` in the home directory, `/x` and `x` in the workspace.
 */
import ignore, { type Ignore } from 'ignore'
import { PATH_CHARS } from '../limits.ts'
import { HOME, WORKSPACE_ROOT, isWithin, relativeTo } from '../../sandbox/contract/path.ts'

interface Place {
  readonly base: string
  readonly matcher: Ignore
}

const cache = new Map<string, readonly Place[]>()
/** Compiled patterns kept; rules are few, and a page that sends endless new ones must not fill the memory. */
const CACHED_PATTERNS = 500

/** `strict` (for allow) minds the case; `lenient` (for deny and ask) does not. Too long a path is none: only its beginning counts, and not for an allow. */
export function matchesPath(pattern: string, path: string, care: 'strict' | 'lenient'): boolean {
  // To match a path takes the square of its folders.
  if (path.length > PATH_CHARS) {
    const start = path.slice(0, PATH_CHARS).replace(/\/+$/, '')
    return care === 'lenient' && matchesPath(pattern, start, care)
  }
  return compiled(pattern, care).some(({ base, matcher }) => {
    if (!isWithin(path, base) || relativeTo(path, base) === '.') return false
    return matcher.ignores(relativeTo(path, base))
  })
}

function compiled(pattern: string, care: 'strict' | 'lenient'): readonly Place[] {
  const key = `${care} ${pattern}`
  const known = cache.get(key)
  if (known !== undefined) return known
  if (cache.size >= CACHED_PATTERNS) cache.clear()
  const places = placesOf(pattern).map(({ base, rest }) => ({
    base,
    matcher: ignore({ ignorecase: care === 'lenient' }).add(rest),
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
