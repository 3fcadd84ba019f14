/** The index's memory of which directories are known trees, so that nobody builds or compares them again. */
import { concatenate } from '../../../contract/bytes.ts'
import { bytesOfHex, fromText, hexOf, toText } from '../text.ts'

export interface KnownTree {
  readonly oid: string
  /** Entries of the index below it. */
  readonly count: number
}

/** By directory, '' for the root. Only what is known is in it. */
export type CacheTree = Map<string, KnownTree>

interface Reading {
  readonly data: Uint8Array
  readonly found: CacheTree
  at: number
}

/** Damaged data gives an empty cache. */
export function parseCacheTree(data: Uint8Array): CacheTree {
  const reading: Reading = { data, found: new Map(), at: 0 }
  return readNode(reading, '') ? reading.found : new Map()
}

function readNode(reading: Reading, parent: string): boolean {
  const { data, found } = reading
  const nameEnd = data.indexOf(0, reading.at)
  const lineEnd = data.indexOf(0x0a, nameEnd)
  if (nameEnd < 0 || lineEnd < 0) return false
  const name = toText(data.subarray(reading.at, nameEnd))
  const path = parent === '' ? name : `${parent}/${name}`
  const [count = NaN, subtrees = NaN] = toText(data.subarray(nameEnd + 1, lineEnd))
    .split(' ')
    .map(Number)
  reading.at = lineEnd + 1
  if (!Number.isInteger(count) || !Number.isInteger(subtrees)) return false
  if (count >= 0) {
    found.set(path, { oid: hexOf(data.subarray(reading.at, reading.at + 20)), count })
    reading.at += 20
  }
  for (let left = subtrees; left > 0; left -= 1) if (!readNode(reading, path)) return false
  return true
}

export function formatCacheTree(tree: CacheTree): Uint8Array {
  const children = new Map<string, string[]>()
  const seen = new Set([''])
  for (const path of tree.keys()) {
    for (let at: string = path; at !== '' && !seen.has(at); at = parentOf(at)) {
      seen.add(at)
      const siblings = children.get(parentOf(at))
      if (siblings === undefined) children.set(parentOf(at), [at])
      else siblings.push(at)
    }
  }
  const parts: Uint8Array[] = []
  const write = (path: string): void => {
    const known = tree.get(path)
    // Git looks a child up by length first, then by bytes.
    const below = (children.get(path) ?? []).sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    const name = path.slice(path.lastIndexOf('/') + 1)
    parts.push(fromText(`${name}\0${known?.count ?? -1} ${below.length}\n`))
    if (known !== undefined) parts.push(bytesOfHex(known.oid))
    for (const child of below) write(child)
  }
  write('')
  return concatenate(parts)
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
