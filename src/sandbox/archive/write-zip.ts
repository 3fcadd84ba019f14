/** Packs a workspace as a zip: same names, bytes and modes, symbolic links and empty directories included. */
import { deflateSync, Zip, ZipPassThrough } from 'fflate'
import type { ZipAttributes } from 'fflate'
import { concatenate } from '../contract/bytes.ts'
import { ARCHIVE_LEVEL } from '../contract/limits.ts'
import { bytesOfName, hasBytes } from '../contract/name-bytes.ts'

export type ArchiveSource =
  | {
      readonly kind: 'file'
      readonly path: string
      readonly mode: number
      readonly mtimeMs: number
      readonly data: Uint8Array
    }
  | { readonly kind: 'directory'; readonly path: string; readonly mode: number; readonly mtimeMs: number }
  | { readonly kind: 'symlink'; readonly path: string; readonly target: string; readonly mtimeMs: number }

const TYPE = { file: 0o100000, symlink: 0o120000, directory: 0o040000 } as const
/** "Made on a Unix": the upper half of the attributes is a mode. */
const UNIX = 3
/** The range of a zip's time stamps. */
const EARLIEST = Date.UTC(1980, 0, 2)
const LATEST = Date.UTC(2099, 11, 30)

/**
 * `prefix` is a folder to put everything in. Paths are relative; directories come without a trailing slash. At level
 * 0 files are stored as they are.
 */
export function writeZip(
  sources: Iterable<ArchiveSource>,
  prefix?: string,
  level: ZipLevel = ARCHIVE_LEVEL,
): Uint8Array {
  const chunks: Uint8Array[] = []
  // The streaming form: the other one keys files in an object, where a file called `__proto__` is lost.
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const names: string[] = []
  const add = (entry: ZipPassThrough, attributes: Attributes, data: Uint8Array) => {
    names.push(entry.filename)
    if (hasBytes(entry.filename)) entry.filename = 'x'.repeat(bytesOfName(entry.filename).length)
    zip.add(Object.assign(entry, attributes))
    entry.push(data, true)
  }
  const top = prefix === undefined ? '' : `${prefix}/`
  if (top !== '') add(new ZipPassThrough(top), attributesOf('directory', 0o755, Date.now()), EMPTY)
  for (const source of sources) {
    const { kind, path, mtimeMs } = source
    const name = top + path
    if (kind === 'directory')
      add(new ZipPassThrough(`${name}/`), attributesOf(kind, source.mode, mtimeMs), EMPTY)
    else if (kind === 'symlink') {
      add(new ZipPassThrough(name), attributesOf(kind, 0o777, mtimeMs), bytesOfName(source.target))
    } else add(fileEntry(name, source.data, level), attributesOf(kind, source.mode, mtimeMs), source.data)
  }
  zip.end()
  const whole = concatenate(chunks)
  if (names.some(hasBytes)) putBytes(whole, names)
  return whole
}

/** Names that are not all text, in the place of those that stood for them: the library takes text only. */
function putBytes(zip: Uint8Array, names: readonly string[]): void {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  let at = view.getUint32(zip.length - END_BYTES + 16, true)
  for (const name of names) {
    const bytes = bytesOfName(name)
    zip.set(bytes, at + CENTRAL_BYTES)
    zip.set(bytes, view.getUint32(at + 42, true) + LOCAL_BYTES)
    at +=
      CENTRAL_BYTES +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true)
  }
}

/** Sizes of records up to the name, in the directory and before an entry's data; and of the last record. */
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
const END_BYTES = 22

/** Deflated where that makes it smaller. */
function fileEntry(name: string, data: Uint8Array, level: ZipLevel): ZipPassThrough {
  if (level === 0) return new ZipPassThrough(name)
  const packed = deflateSync(data, { level })
  return packed.length < data.length ? new DeflatedEntry(name, packed) : new ZipPassThrough(name)
}

const DEFLATE = 8

/** Counts and sums what it is given, as its parent does, and writes what it was made with. */
class DeflatedEntry extends ZipPassThrough {
  readonly #packed: Uint8Array<ArrayBuffer>

  constructor(name: string, packed: Uint8Array<ArrayBuffer>) {
    super(name)
    this.#packed = packed
    this.compression = DEFLATE
  }

  protected override process(_chunk: Uint8Array, isFinal: boolean): void {
    this.ondata(null, this.#packed, isFinal)
  }
}

export type ZipLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

const EMPTY = new Uint8Array()

type Attributes = Required<Pick<ZipAttributes, 'os' | 'attrs' | 'mtime'>>

function attributesOf(kind: keyof typeof TYPE, mode: number, mtimeMs: number): Attributes {
  return {
    os: UNIX,
    attrs: (((TYPE[kind] | mode) << 16) | (kind === 'directory' ? 0x10 : 0)) >>> 0,
    mtime: Math.min(Math.max(mtimeMs, EARLIEST), LATEST),
  }
}
