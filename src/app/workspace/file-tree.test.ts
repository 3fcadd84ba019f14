import { describe, expect, it } from 'vitest'
import type { DirectoryEntry } from '../../sandbox/contract/contract.ts'
import { ancestors, treeMove, treeRows, type Listings } from './file-tree.ts'

const entry = (name: string, kind: DirectoryEntry['kind'] = 'file') => ({ name, kind, size: 0, mode: 0o644 })
const listings: Listings = new Map([
  ['', [entry('b.ts'), entry('src', 'directory'), entry('a10.ts'), entry('a9.ts')]],
  ['src', [entry('x.ts'), entry('lib', 'directory')]],
])
const rows = treeRows(listings, new Set(['src']))
const paths = rows.map((row) => row.path)

describe('treeRows', () => {
  it('shows directories first, names in human order, and what is inside open directories', () => {
    expect(paths).toEqual(['src', 'src/lib', 'src/x.ts', 'a9.ts', 'a10.ts', 'b.ts'])
    expect(rows[1]).toEqual({
      path: 'src/lib',
      name: 'lib',
      kind: 'directory',
      level: 2,
      expanded: false,
      position: 1,
      siblings: 2,
    })
  })

  it('knows the way to a file', () => {
    expect(ancestors('a/b/c.ts')).toEqual(['a', 'a/b'])
  })
})

describe('treeMove', () => {
  const at = (path: string) => paths.indexOf(path)
  it('moves and stops at the ends', () => {
    expect(treeMove('ArrowDown', rows, at('src'))).toEqual({ move: 'to', index: 1 })
    expect(treeMove('ArrowUp', rows, at('src'))).toEqual({ move: 'to', index: 0 })
    expect(treeMove('End', rows, at('src'))).toEqual({ move: 'to', index: 5 })
    expect(treeMove('ArrowDown', rows, -1)).toEqual({ move: 'to', index: 0 })
  })

  it('opens, enters, leaves and closes directories', () => {
    expect(treeMove('ArrowRight', rows, at('src'))).toEqual({ move: 'to', index: 1 })
    expect(treeMove('ArrowRight', rows, at('src/lib'))).toEqual({ move: 'expand', row: rows[1] })
    expect(treeMove('ArrowLeft', rows, at('src/x.ts'))).toEqual({ move: 'to', index: 0 })
    expect(treeMove('ArrowLeft', rows, at('src'))).toEqual({ move: 'collapse', row: rows[0] })
    expect(treeMove('ArrowLeft', rows, at('b.ts'))).toBe(undefined)
    expect(treeMove('Enter', rows, at('b.ts'))).toEqual({ move: 'open', row: rows[5] })
  })

  it('goes to the next name that starts with a typed letter, round the end', () => {
    expect(treeMove('a', rows, at('a10.ts'))).toEqual({ move: 'to', index: at('a9.ts') })
    expect(treeMove('z', rows, 0)).toBe(undefined)
  })
})
