/** Several directories in one answer: most programs that list one below another list those after it next. */
import type { NamedStats } from '../syscalls.ts'
import type { Vfs } from '../vfs/vfs.ts'

export interface Listing {
  readonly path: string
  readonly entries: readonly NamedStats[]
}

/**
 * The directory at `path`, and those that a walk over `root` comes to after it, depth first and in the order of
 * `scandir`, until `maxEntries` are passed. `path` is `root` or lies below it as it is written, without `.` and `..`.
 * Throws `Errno` as `scandir` does.
 */
export function listBatch(
  vfs: Vfs,
  { path, root }: { path: string; root: string },
  maxEntries: number,
): Listing[] {
  const listings: Listing[] = []
  let left = maxEntries
  // The next to visit is the last.
  const pending = path === root ? [path] : [...laterOf(vfs, path, root), path]
  for (let next = pending.pop(); next !== undefined && left > 0; next = pending.pop()) {
    const entries = vfs.scandir(next)
    left -= entries.length + 1
    listings.push({ path: next, entries })
    const below = entries.filter(({ kind }) => kind === 'directory')
    pending.push(...below.map(({ name }) => join(next, name)).reverse())
  }
  return listings
}

/** The directories beside `path` and beside those above it that come later, the last first. */
function laterOf(vfs: Vfs, path: string, root: string): string[] {
  const levels: string[][] = []
  for (let at = path; at !== root && at !== '/' && at.startsWith('/');) {
    const slash = at.lastIndexOf('/')
    const parent = at.slice(0, Math.max(1, slash))
    const name = at.slice(slash + 1)
    const later = vfs.readdir(parent).filter((entry) => entry.kind === 'directory' && entry.name > name)
    levels.push(later.map((entry) => join(parent, entry.name)).reverse())
    at = parent
  }
  return levels.reverse().flat()
}

function join(directory: string, name: string): string {
  return directory === '/' ? `/${name}` : `${directory}/${name}`
}
