/** The file `.git/index`, versions 2 to 4 in, 2 or 3 out. */
import { concatenate } from '../../../contract/bytes.ts'
import { GitFailure } from '../failure.ts'
import { bytesOfHex, fromText, hexOf, toText } from '../text.ts'
import { formatCacheTree, parseCacheTree, type CacheTree } from './cache-tree.ts'
import type { IndexEntry } from './index-entry.ts'
import { sha1Bytes } from './sha1.ts'

export interface IndexContent {
  readonly entries: IndexEntry[]
  readonly cacheTree: CacheTree
}

const MAGIC = 0x44495243
const HEADER_BYTES = 12
const FIXED_BYTES = 62
const CHECKSUM_BYTES = 20
const EXTENDED = 0x4000

export function parseIndex(data: Uint8Array): IndexContent {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (data.length < HEADER_BYTES + CHECKSUM_BYTES) throw broken('index file smaller than expected')
  if (view.getUint32(0) !== MAGIC) throw broken('bad signature 0x' + view.getUint32(0).toString(16))
  const version = view.getUint32(4)
  if (version < 2 || version > 4) throw broken(`bad index version ${version}`)
  const end = data.length - CHECKSUM_BYTES
  const checksum = hexOf(data.subarray(end))
  // Programs may be told to leave the sum out.
  if (!/^0+$/.test(checksum) && hexOf(sha1Bytes(data.subarray(0, end))) !== checksum)
    throw broken('bad index file sha1 signature')
  const reader = new EntryReader(data, view, version)
  const entries: IndexEntry[] = []
  for (let left = view.getUint32(8); left > 0; left -= 1) entries.push(reader.next(end))
  return { entries, cacheTree: readExtensions(data, view, { at: reader.at, end }) }
}

class EntryReader {
  at = HEADER_BYTES
  readonly #data: Uint8Array
  readonly #view: DataView
  readonly #version: number
  #previous = ''

  constructor(data: Uint8Array, view: DataView, version: number) {
    this.#data = data
    this.#view = view
    this.#version = version
  }

  next(end: number): IndexEntry {
    const start = this.at
    if (start + FIXED_BYTES > end) throw broken('index file ends within an entry')
    const view = this.#view
    const word = (offset: number): number => view.getUint32(start + offset)
    const flags = view.getUint16(start + 60)
    const isExtended = this.#version >= 3 && (flags & EXTENDED) !== 0
    const extra = isExtended ? view.getUint16(start + FIXED_BYTES) : 0
    const path = this.#path(start + FIXED_BYTES + (isExtended ? 2 : 0), end)
    if (this.#version < 4) this.at = start + ((this.at - start + 8) & ~7)
    return {
      path,
      ctimeSeconds: word(0),
      ctimeNanoseconds: word(4),
      mtimeSeconds: word(8),
      mtimeNanoseconds: word(12),
      dev: word(16),
      ino: word(20),
      mode: word(24),
      uid: word(28),
      gid: word(32),
      size: word(36),
      oid: hexOf(this.#data.subarray(start + 40, start + 60)),
      stage: stageOf(flags),
      assumeValid: (flags & 0x8000) !== 0,
      skipWorktree: (extra & 0x4000) !== 0,
      intentToAdd: (extra & 0x2000) !== 0,
    }
  }

  /** Leaves `at` on the byte after the name, in version 4 after its NUL. */
  #path(start: number, end: number): string {
    let from = start
    let kept = ''
    if (this.#version === 4) {
      const cut = readVariable(this.#data, from)
      kept = this.#previous.slice(0, this.#previous.length - cut.value)
      from = cut.next
    }
    const stop = this.#data.indexOf(0, from)
    if (stop < 0 || stop > end) throw broken('index file ends within a name')
    const path = kept + toText(this.#data.subarray(from, stop))
    this.#previous = path
    this.at = this.#version === 4 ? stop + 1 : stop
    return path
  }
}

function stageOf(flags: number): IndexEntry['stage'] {
  const stage = (flags >> 12) & 3
  return stage === 1 || stage === 2 || stage === 3 ? stage : 0
}

function readVariable(data: Uint8Array, start: number): { value: number; next: number } {
  let at = start
  let byte = data[at++] ?? 0
  let value = byte & 0x7f
  while (byte >= 0x80) {
    byte = data[at++] ?? 0
    value = (value + 1) * 128 + (byte & 0x7f)
  }
  return { value, next: at }
}

function readExtensions(data: Uint8Array, view: DataView, range: { at: number; end: number }): CacheTree {
  let cacheTree: CacheTree = new Map()
  let { at } = range
  while (at + 8 <= range.end) {
    const name = toText(data.subarray(at, at + 4))
    const size = view.getUint32(at + 4)
    if (at + 8 + size > range.end) throw broken('index file ends within an extension')
    if (name === 'TREE') cacheTree = parseCacheTree(data.subarray(at + 8, at + 8 + size))
    // Lowercase extensions change the meaning of the entries, so the index must be rejected.
    else if (!/^[A-Z]/.test(name)) throw broken(`index uses ${name} extension, which we do not understand`)
    at += 8 + size
  }
  return cacheTree
}

export function formatIndex({ entries, cacheTree }: IndexContent): Uint8Array {
  const version = entries.some((entry) => entry.intentToAdd || entry.skipWorktree) ? 3 : 2
  const size = entries.reduce((sum, entry) => sum + FIXED_BYTES + 2 + entry.path.length + 8, HEADER_BYTES)
  const data = new Uint8Array(size)
  const view = new DataView(data.buffer)
  view.setUint32(0, MAGIC)
  view.setUint32(4, version)
  view.setUint32(8, entries.length)
  let at = HEADER_BYTES
  for (const entry of entries) at = writeEntry(data, view, { entry, start: at, version })
  const body = concatenate([data.subarray(0, at), cacheTreeExtension(cacheTree)])
  return concatenate([body, sha1Bytes(body)])
}

function writeEntry(
  data: Uint8Array,
  view: DataView,
  { entry, start, version }: { entry: IndexEntry; start: number; version: number },
): number {
  const words = [
    entry.ctimeSeconds,
    entry.ctimeNanoseconds,
    entry.mtimeSeconds,
    entry.mtimeNanoseconds,
    entry.dev,
    entry.ino,
    entry.mode,
    entry.uid,
    entry.gid,
    entry.size,
  ]
  words.forEach((word, index) => view.setUint32(start + index * 4, word))
  data.set(bytesOfHex(entry.oid), start + 40)
  const isExtended = version === 3 && (entry.intentToAdd || entry.skipWorktree)
  const length = Math.min(entry.path.length, 0xfff)
  const flags = (entry.assumeValid ? 0x8000 : 0) | (isExtended ? EXTENDED : 0) | (entry.stage << 12) | length
  view.setUint16(start + 60, flags)
  let at = start + FIXED_BYTES
  if (isExtended) {
    view.setUint16(at, (entry.skipWorktree ? 0x4000 : 0) | (entry.intentToAdd ? 0x2000 : 0))
    at += 2
  }
  data.set(fromText(entry.path), at)
  at += entry.path.length
  return start + ((at - start + 8) & ~7)
}

function cacheTreeExtension(cacheTree: CacheTree): Uint8Array {
  if (cacheTree.size === 0) return new Uint8Array(0)
  const content = formatCacheTree(cacheTree)
  const head = new Uint8Array(8)
  head.set(fromText('TREE'))
  new DataView(head.buffer).setUint32(4, content.length)
  return concatenate([head, content])
}

function broken(what: string): GitFailure {
  return new GitFailure(
    `${what}\nfatal: index file corrupt. Its content is only a cache of what is added: 'rm .git/index' and 'git reset' make it anew from HEAD.`,
    { prefix: 'error: ' },
  )
}
