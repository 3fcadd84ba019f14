/** The tar format: 512-byte blocks, with GNU's and pax's ways to write long names. */
import { bytesOfName, nameOfBytes } from '../../../../contract/name-bytes.ts'
import { joinBytes } from '../../byte-string.ts'

export type TarKind = 'file' | 'directory' | 'symlink' | 'hard link' | 'special'

export interface TarEntry {
  readonly path: string
  readonly kind: TarKind
  /** Permission bits. */
  readonly mode: number
  readonly mtimeMs: number
  /** Target of a link; empty for other kinds. */
  readonly target: string
  readonly owner: string
  readonly group: string
  readonly data: Uint8Array
}

/** The archive cannot be read from here on. */
export class TarError extends Error {}

const BLOCK = 512
/** A tar file's length is a multiple of this. */
const RECORD = 20 * BLOCK
const NAME_BYTES = 100
const ID = 1000
const LONG_NAME = '././@LongLink'
const TYPES: Readonly<Record<Exclude<TarKind, 'special'>, string>> = {
  file: '0',
  'hard link': '1',
  symlink: '2',
  directory: '5',
}
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function writeTar(entries: Iterable<TarEntry>): Uint8Array {
  const parts: Uint8Array[] = []
  let length = 0
  const add = (part: Uint8Array): void => {
    parts.push(part)
    length += part.length
  }
  for (const entry of entries) for (const part of encodeEntry(entry)) add(part)
  add(new Uint8Array(2 * BLOCK))
  add(new Uint8Array((RECORD - (length % RECORD)) % RECORD))
  return joinBytes(parts)
}

function* encodeEntry(entry: TarEntry): Generator<Uint8Array> {
  const path = bytesOfName(entry.path)
  const target = bytesOfName(entry.target)
  if (target.length > NAME_BYTES) yield* longName('K', target)
  if (path.length > NAME_BYTES) yield* longName('L', path)
  const type = entry.kind === 'special' ? TYPES.file : TYPES[entry.kind]
  yield header({ ...entry, path, target, type, size: entry.data.length })
  yield* padded(entry.data)
}

function* longName(type: string, name: Uint8Array): Generator<Uint8Array> {
  const data = joinBytes([name, new Uint8Array(1)])
  const about = { mode: 0o644, mtimeMs: 0, owner: 'root', group: 'root', target: new Uint8Array(0) }
  yield header({ ...about, path: encoder.encode(LONG_NAME), type, size: data.length })
  yield* padded(data)
}

function* padded(data: Uint8Array): Generator<Uint8Array> {
  yield data
  yield new Uint8Array((BLOCK - (data.length % BLOCK)) % BLOCK)
}

interface Header {
  readonly path: Uint8Array
  readonly target: Uint8Array
  readonly type: string
  readonly size: number
  readonly mode: number
  readonly mtimeMs: number
  readonly owner: string
  readonly group: string
}

function header(entry: Header): Uint8Array {
  const block = new Uint8Array(BLOCK)
  const put = (at: number, text: string): void => block.set(encoder.encode(text), at)
  block.set(entry.path.subarray(0, NAME_BYTES), 0)
  put(100, octal(entry.mode, 7))
  put(108, octal(idOf(entry.owner), 7))
  put(116, octal(idOf(entry.group), 7))
  put(124, octal(entry.size, 11))
  put(136, octal(Math.max(0, Math.floor(entry.mtimeMs / 1000)), 11))
  put(148, '        ')
  put(156, entry.type)
  block.set(entry.target.subarray(0, NAME_BYTES), 157)
  put(257, 'ustar  ')
  if (!/^\d+$/.test(entry.owner)) put(265, entry.owner.slice(0, 31))
  if (!/^\d+$/.test(entry.group)) put(297, entry.group.slice(0, 31))
  put(148, `${octal(checksum(block), 6)}\0 `)
  return block
}

function idOf(owner: string): number {
  if (/^\d+$/.test(owner)) return Number(owner)
  return owner === 'root' ? 0 : ID
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}

function checksum(block: Uint8Array): number {
  // A loop, since archives of packages have some ten thousand of these.
  let sum = 8 * 32
  for (let at = 0; at < BLOCK; at += 1) if (at < 148 || at >= 156) sum += block[at] ?? 0
  return sum
}

/** Overrides for the following entry, from pax headers and GNU's long names. */
interface Said {
  path?: string
  target?: string
  size?: number
  mtimeMs?: number
}

/** Throws `TarError` where the archive is cut off or is none. */
export function* readTar(bytes: Uint8Array): Generator<TarEntry> {
  let at = 0
  let said: Said = {}
  const general: Said = {}
  while (at + BLOCK <= bytes.length) {
    const block = bytes.subarray(at, at + BLOCK)
    if (block.every((byte) => byte === 0)) return
    if (numberAt(block, 148, 8) !== checksum(block))
      throw new TarError(at === 0 ? 'This does not look like a tar archive' : 'Skipping to next header')
    const type = String.fromCharCode(block[156] ?? 0)
    const size = hasData(type) ? (said.size ?? numberAt(block, 124, 12)) : 0
    const data = bytes.subarray(at + BLOCK, at + BLOCK + size)
    if (data.length < size) throw new TarError('Unexpected EOF in archive')
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (type === 'L') said.path = textAt(data, 0, data.length)
    else if (type === 'K') said.target = textAt(data, 0, data.length)
    else if (type === 'x' || type === 'X') readPax(data, said)
    else if (type === 'g') readPax(data, general)
    else {
      yield decodeEntry(block, data, { ...general, ...said })
      said = {}
    }
  }
  if (at === 0) throw new TarError('This does not look like a tar archive')
  if (at !== bytes.length) throw new TarError('Unexpected EOF in archive')
}

/** Links and directories have none, whatever their size field says. */
function hasData(type: string): boolean {
  return !['1', '2', '3', '4', '5', '6'].includes(type)
}

function decodeEntry(block: Uint8Array, data: Uint8Array, said: Said): TarEntry {
  const isPosix = textAt(block, 257, 6) === 'ustar' && block[263] === 48
  const prefix = isPosix ? textAt(block, 345, 155) : ''
  const name = textAt(block, 0, NAME_BYTES)
  const path = said.path ?? (prefix === '' ? name : `${prefix}/${name}`)
  return {
    path,
    kind: kindOf(String.fromCharCode(block[156] ?? 0), path),
    mode: numberAt(block, 100, 8) & 0o777,
    mtimeMs: said.mtimeMs ?? numberAt(block, 136, 12) * 1000,
    target: said.target ?? textAt(block, 157, NAME_BYTES),
    owner: textAt(block, 265, 32) || String(numberAt(block, 108, 8)),
    group: textAt(block, 297, 32) || String(numberAt(block, 116, 8)),
    data,
  }
}

function kindOf(type: string, path: string): TarKind {
  if (type === '0' || type === '\0' || type === '7') return path.endsWith('/') ? 'directory' : 'file'
  if (type === '1') return 'hard link'
  if (type === '2') return 'symlink'
  return type === '5' ? 'directory' : 'special'
}

/** Octal text, or GNU's form for large numbers: the highest bit set, then the number in base 256. */
function numberAt(block: Uint8Array, at: number, length: number): number {
  const field = block.subarray(at, at + length)
  const [first = 0] = field
  if (first >= 0x80) return field.subarray(1).reduce((value, byte) => value * 256 + byte, first & 0x7f)
  const text = textAt(block, at, length).trim()
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : 0
}

function textAt(block: Uint8Array, at: number, length: number): string {
  const field = block.subarray(at, at + length)
  const end = field.indexOf(0)
  return nameOfBytes(end < 0 ? field : field.subarray(0, end))
}

/** Records of the form `LENGTH KEY=VALUE\n`. */
function readPax(data: Uint8Array, into: Said): void {
  let at = 0
  while (at < data.length) {
    const space = data.indexOf(32, at)
    const length = Number(decoder.decode(data.subarray(at, Math.max(space, at))))
    if (space < 0 || !(length > 0)) throw new TarError('Malformed extended header: invalid length')
    const record = nameOfBytes(data.subarray(space + 1, at + length - 1))
    const cut = record.indexOf('=')
    const [key, value] = [record.slice(0, cut), record.slice(cut + 1)]
    if (key === 'path') into.path = value
    else if (key === 'linkpath') into.target = value
    else if (key === 'size') into.size = Number(value)
    else if (key === 'mtime') into.mtimeMs = Math.round(Number(value) * 1000)
    at += length
  }
}
