/** Cutting the library's sources out of the executable, and proving that they are the pinned ones. */
import { createHash } from 'node:crypto'

/** `places` maps an id to `[offset, bytes]`, or `[offset, bytes, 'utf16le']` where a source is not Latin-1. */
export function cutSources(executable, places) {
  const sources = new Map()
  for (const [id, [offset, length, encoding = 'latin1']] of Object.entries(places)) {
    sources.set(id, executable.subarray(offset, offset + length).toString(encoding))
  }
  return sources
}

/** SHA-256 over ids and texts in id order. */
export function checksum(sources) {
  const hash = createHash('sha256')
  for (const id of [...sources.keys()].sort()) hash.update(`${id}\0${sources.get(id)}\0`)
  return hash.digest('hex')
}
