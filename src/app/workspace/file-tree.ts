/** The rows of the tree that can be seen: directories are listed when they are opened, not before. */
import type { DirectoryEntry, FileKind } from '../../sandbox/contract/contract.ts'

/** Directory path → its entries. Paths are relative to the workspace, the root is ''. */
export type Listings = ReadonlyMap<string, readonly DirectoryEntry[]>

export interface TreeRow {
  readonly path: string
  readonly name: string
  readonly kind: FileKind
  /** 1 for the entries of the root. */
  readonly level: number
  readonly expanded: boolean
  /** 1-based, among its siblings. */
  readonly position: number
  readonly siblings: number
}

export function treeRows(listings: Listings, expanded: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const add = (directory: string, level: number) => {
    const entries = sorted(listings.get(directory) ?? [])
    entries.forEach(({ name, kind }, index) => {
      const path = childPath(directory, name)
      const open = kind === 'directory' && expanded.has(path)
      rows.push({ path, name, kind, level, expanded: open, position: index + 1, siblings: entries.length })
      if (open) add(path, level + 1)
    })
  }
  add('', 1)
  return rows
}

function childPath(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`
}

/** '' for an entry of the root. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Every directory on the way to `path`, outermost first. */
export function ancestors(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Directories first, then by name, as file managers do. */
function sorted(entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  const rank = ({ kind }: DirectoryEntry) => (kind === 'directory' ? 0 : 1)
  return entries.toSorted((a, b) => rank(a) - rank(b) || collator.compare(a.name, b.name))
}

/** A key's effect on the tree; undefined when it is not one of the tree's. */
type TreeMove =
  | { readonly move: 'to'; readonly index: number }
  | { readonly move: 'expand' | 'collapse' | 'open'; readonly row: TreeRow }

/** The keys of the ARIA tree pattern. */
export function treeMove(key: string, rows: readonly TreeRow[], index: number): TreeMove | undefined {
  const row = rows[index]
  const to = (target: number): TreeMove => ({
    move: 'to',
    index: Math.max(0, Math.min(rows.length - 1, target)),
  })
  if (!row) return rows.length > 0 ? to(0) : undefined
  const directory = row.kind === 'directory'
  switch (key) {
    case 'ArrowDown':
      return to(index + 1)
    case 'ArrowUp':
      return to(index - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(rows.length - 1)
    case 'ArrowRight':
      if (!directory) return undefined
      return row.expanded ? to(index + 1) : { move: 'expand', row }
    case 'ArrowLeft':
      if (row.expanded) return { move: 'collapse', row }
      return row.level === 1 ? undefined : to(rows.findIndex(({ path }) => path === parentPath(row.path)))
    case 'Enter':
    case ' ':
      return directory ? { move: row.expanded ? 'collapse' : 'expand', row } : { move: 'open', row }
    default:
      return key.length === 1 && /\S/.test(key) ? typeAhead(key, rows, index) : undefined
  }
}

function typeAhead(key: string, rows: readonly TreeRow[], index: number): TreeMove | undefined {
  const starts = (row: TreeRow | undefined) => row?.name.toLowerCase().startsWith(key.toLowerCase()) ?? false
  for (let step = 1; step <= rows.length; step += 1) {
    const target = (index + step) % rows.length
    if (starts(rows[target])) return { move: 'to', index: target }
  }
  return undefined
}
