/** Finds what could be hashes of content in stored values, whoever wrote them. */

/** A hash, or one with the marks of a file's version (`file-version`) or other text behind it. */
const HASH = /^[0-9a-f]{64}(?![0-9A-Za-z])/

/** Adds the hashes that texts in it begin with, at any depth; returns its characters. */
export function noteHashes(value: unknown, hashes: Set<string>): number {
  if (typeof value === 'string') {
    if (HASH.test(value)) hashes.add(value.slice(0, 64))
    return value.length
  }
  if (typeof value !== 'object' || value === null) return 8
  let size = 0
  for (const [name, part] of Object.entries(value)) size += name.length + noteHashes(part, hashes)
  return size
}
