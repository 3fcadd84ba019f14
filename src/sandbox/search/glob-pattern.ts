/** ripgrep's `--glob`: without a slash a pattern matches names at any depth, with one the path; `!` turns it round. */
import picomatch from 'picomatch'

export type PathMatcher = (relative: string, name: string) => boolean

export function compileGlob(pattern: string): PathMatcher {
  const negated = pattern.startsWith('!')
  const body = (negated ? pattern.slice(1) : pattern).replace(/^\.\//, '')
  const matches = compileBody(body)
  return (relative, name) => matches(relative, name) !== negated
}

function compileBody(body: string): PathMatcher {
  const options = { dot: true, nonegate: true, strictSlashes: true }
  if (!body.includes('/')) {
    const byName = picomatch(body, options)
    return (_, name) => byName(name)
  }
  // A pattern that ends in a slash, or names a directory, means all that is in it.
  const anchored = body.replace(/^\//, '')
  const exact = picomatch(anchored.replace(/\/$/, '/**'), options)
  const inside = picomatch(`${anchored.replace(/\/$/, '')}/**`, options)
  return (relative) => exact(relative) || inside(relative)
}
