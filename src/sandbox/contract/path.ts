/** Absolute path of the workspace in every back end. Relative paths start here. */
export const WORKSPACE_ROOT = '/workspace'
/** Absolute path of the home directory in every back end; it is not part of checkpoints. */
export const HOME = '/home/user'
/** Absolute path of the results that were too long for a conversation: read-only, and not part of checkpoints. */
export const RESULTS = '/results'
/** Notes of the agent's memory, which are no files of the sandbox. */
export const MEMORY = '/memory'

/** Collapses `.`, `..` and repeated slashes. The result is absolute, without a trailing slash (but `/`). */
export function normalize(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return '/' + parts.join('/')
}

/** `path` as an absolute path; a relative one starts at `base` (the workspace root by default). */
export function resolve(path: string, base: string = WORKSPACE_ROOT): string {
  return normalize(path.startsWith('/') ? path : `${base}/${path}`)
}

export function join(...parts: string[]): string {
  return normalize(parts.join('/'))
}

/** The parent directory of an absolute path; `/` is its own parent. */
export function dirname(path: string): string {
  const normalized = normalize(path)
  const cut = normalized.lastIndexOf('/')
  return cut <= 0 ? '/' : normalized.slice(0, cut)
}

export function basename(path: string): string {
  const normalized = normalize(path)
  return normalized.slice(normalized.lastIndexOf('/') + 1)
}

/** True when `path` is `ancestor` or lies below it. Both are normalised first. */
export function isWithin(path: string, ancestor: string): boolean {
  const inner = normalize(path)
  const outer = normalize(ancestor)
  return outer === '/' || inner === outer || inner.startsWith(outer + '/')
}

/** `path` relative to `base` when it lies within it (`.` for the base itself), else unchanged. */
export function relativeTo(path: string, base: string = WORKSPACE_ROOT): string {
  const inner = normalize(path)
  const outer = normalize(base)
  if (inner === outer) return '.'
  if (outer === '/') return inner.slice(1)
  return inner.startsWith(outer + '/') ? inner.slice(outer.length + 1) : inner
}
