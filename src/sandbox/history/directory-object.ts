/**
 * The canonical bytes of a directory: equal directories have equal bytes, so equal hashes. Entries are sorted by the
 * bytes of their names; a file's hash is that of its content alone, its mode belongs to the entry.
 */
import { NAME_MAX_BYTES } from '../contract/limits.ts'
import { decodeWtf8, encodeWtf8 } from './wtf8.ts'

export type EntryKind = 'file' | 'symlink' | 'directory'

export interface DirectoryObjectEntry {
  readonly name: string
  readonly kind: EntryKind
  /** Permission bits. */
  readonly mode: number
  /** Bytes of a file or of a symlink's target; of a directory all bytes below it. */
  readonly size: number
  /** SHA-256, hex. */
  readonly hash: string
}

export interface DirectoryObject {
  readonly entries: readonly DirectoryObjectEntry[]
  /** Files and symlinks below, and their bytes. */
  readonly files: number
  readonly bytes: number
}

/** `VT` and the version of this format. */
const MAGIC = Uint8Array.of(0x56, 0x54, 1)
const HEADER_BYTES = MAGIC.length + 4 + 8 + 8
/** Kind, mode, size, length of the name, hash. */
const ENTRY_BYTES = 1 + 2 + 8 + 2 + 32
const KINDS: readonly EntryKind[] = ['file', 'symlink', 'directory']
/** Permission bits; symlinks have them all, since nothing reads theirs. */
const MODE_BITS = 0o7777
const SYMLINK_MODE = 0o777

export function encodeDirectory(directory: DirectoryObject): Uint8Array<ArrayBuffer> {
  const named = directory.entries
    .map((entry) => ({ entry, name: encodeWtf8(entry.name) }))
    .sort((a, b) => compareBytes(a.name, b.name))
  const length = named.reduce((sum, { name }) => sum + ENTRY_BYTES + name.length, HEADER_BYTES)
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  bytes.set(MAGIC)
  view.setUint32(MAGIC.length, named.length)
  view.setFloat64(MAGIC.length + 4, directory.files)
  view.setFloat64(MAGIC.length + 12, directory.bytes)
  let at = HEADER_BYTES
  for (const { entry, name } of named) {
    view.setUint8(at, KINDS.indexOf(entry.kind))
    view.setUint16(at + 1, entry.kind === 'symlink' ? SYMLINK_MODE : entry.mode & MODE_BITS)
    view.setFloat64(at + 3, entry.size)
    view.setUint16(at + 11, name.length)
    bytes.set(name, at + 13)
    bytes.set(hexToBytes(entry.hash), at + 13 + name.length)
    at += ENTRY_BYTES + name.length
  }
  return bytes
}

/** Undefined for bytes that `encodeDirectory` never writes: another format, a hostile name, a wrong order. */
export function decodeDirectory(bytes: Uint8Array): DirectoryObject | undefined {
  if (bytes.length < HEADER_BYTES || MAGIC.some((byte, index) => bytes[index] !== byte)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint32(MAGIC.length)
  if (count * ENTRY_BYTES > bytes.length) return undefined
  const entries: DirectoryObjectEntry[] = []
  let previous: Uint8Array | undefined
  let at = HEADER_BYTES
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > bytes.length) return undefined
    const nameLength = view.getUint16(at + 11)
    const end = at + ENTRY_BYTES + nameLength
    const kind = KINDS[view.getUint8(at)]
    if (end > bytes.length || kind === undefined) return undefined
    const nameBytes = bytes.subarray(at + 13, at + 13 + nameLength)
    const name = readName(nameBytes)
    if (name === undefined || (previous && compareBytes(previous, nameBytes) >= 0)) return undefined
    const size = view.getFloat64(at + 3)
    const mode = view.getUint16(at + 1)
    const isMode = kind === 'symlink' ? mode === SYMLINK_MODE : mode <= MODE_BITS
    if (!isCount(size) || !isMode) return undefined
    entries.push({
      name,
      kind,
      mode,
      size,
      hash: bytesToHex(bytes.subarray(end - 32, end)),
    })
    previous = nameBytes
    at = end
  }
  const [files, total] = [view.getFloat64(MAGIC.length + 4), view.getFloat64(MAGIC.length + 12)]
  if (at !== bytes.length || !isCount(files) || total !== entries.reduce((sum, { size }) => sum + size, 0))
    return undefined
  return { entries, files, bytes: total }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** A name that can only be one: no separator, no `.` or `..`, no NUL. */
function readName(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || bytes.length > NAME_MAX_BYTES || bytes.includes(0) || bytes.includes(0x2f))
    return undefined
  const name = decodeWtf8(bytes)
  return name === '.' || name === '..' ? undefined : name
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function bytesToHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX[byte]
  return text
}

function hexToBytes(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    parseInt(text.slice(index * 2, index * 2 + 2), 16),
  )
}
