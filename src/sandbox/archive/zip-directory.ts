/** The central directory of a zip: what the archive says it holds, before anything is unpacked. */
import { ARCHIVE_MAX_ENTRIES } from '../contract/limits.ts'
import { hasBytes, nameOfBytes } from '../contract/name-bytes.ts'
import { ArchiveError, notAZip } from './archive-error.ts'

export interface ZipEntry {
  /** As stored, with forward slashes; a directory's ends in one. */
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
  /** Offset of the local header. */
  readonly offset: number
  /** Unix mode with its type bits; 0 when the archive was not made on a Unix. */
  readonly unixMode: number
  readonly isEncrypted: boolean
  /** Time of the file, local and to two seconds: the format has no more. */
  readonly mtimeMs: number
}

const END = 0x06054b50
const END64 = 0x06064b50
const END64_LOCATOR = 0x07064b50
const CENTRAL = 0x02014b50
const END_BYTES = 22
const CENTRAL_BYTES = 46
const MAX_COMMENT = 0xffff
const UTF8_FLAG = 0x800
const ENCRYPTED_FLAG = 1

interface End {
  readonly count: number
  readonly size: number
  readonly offset: number
}

/** Throws `ArchiveError`. Entries are in the order of the directory. */
export function readZipDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(bytes, view)
  if (end.count > ARCHIVE_MAX_ENTRIES) {
    throw new ArchiveError(
      `The archive says that it has ${end.count} entries; at most ${ARCHIVE_MAX_ENTRIES} are taken.`,
    )
  }
  const entries: ZipEntry[] = []
  let at = end.offset
  for (let index = 0; index < end.count; index++) {
    if (at + CENTRAL_BYTES > bytes.length || view.getUint32(at, true) !== CENTRAL) throw damagedDirectory()
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    const next = at + CENTRAL_BYTES + nameLength + extraLength + view.getUint16(at + 32, true)
    if (next > bytes.length) throw damagedDirectory()
    entries.push(readEntry(bytes, view, { at, nameLength, extraLength }))
    at = next
  }
  return entries
}

function readEntry(
  bytes: Uint8Array,
  view: DataView,
  { at, nameLength, extraLength }: { at: number; nameLength: number; extraLength: number },
): ZipEntry {
  const flags = view.getUint16(at + 8, true)
  const nameBytes = bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength)
  const attributes = view.getUint32(at + 38, true)
  const madeBy = view.getUint8(at + 5)
  // 19 is macOS.
  const isUnix = madeBy === 3 || madeBy === 19
  const sizes = {
    size: view.getUint32(at + 24, true),
    compressedSize: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
  }
  const extraStart = at + CENTRAL_BYTES + nameLength
  return {
    name: decodeName(nameBytes, { isUtf8: (flags & UTF8_FLAG) !== 0, isUnix }),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    // Others keep DOS attributes in the low half only.
    unixMode: isUnix ? attributes >>> 16 : 0,
    isEncrypted: (flags & ENCRYPTED_FLAG) !== 0,
    mtimeMs: timeAt(view, at + 12),
    ...zip64Sizes(view, sizes, extraStart, extraStart + extraLength),
  }
}

/** DOS's packed time, then its packed date. */
function timeAt(view: DataView, at: number): number {
  const time = view.getUint16(at, true)
  const date = view.getUint16(at + 2, true)
  const day = [(date >> 9) + 1980, ((date >> 5) & 15) - 1, date & 31] as const
  return new Date(...day, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime()
}

type Sizes = Pick<ZipEntry, 'size' | 'compressedSize' | 'offset'>

/** Fields that say 0xffffffff stand in the zip64 extra, in this order, only those. */
function zip64Sizes(view: DataView, sizes: Sizes, start: number, end: number): Sizes {
  const result = { ...sizes }
  for (let at = start; at + 4 <= end;) {
    const id = view.getUint16(at, true)
    const length = view.getUint16(at + 2, true)
    if (id === 1) {
      let field = at + 4
      for (const key of ['size', 'compressedSize', 'offset'] as const) {
        if (result[key] !== 0xffffffff) continue
        if (field + 8 > Math.min(at + 4 + length, end)) throw damagedDirectory()
        result[key] = Number(view.getBigUint64(field, true))
        field += 8
      }
    }
    at += 4 + length
  }
  return result
}

function findEnd(bytes: Uint8Array, view: DataView): End {
  const lowest = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT)
  for (let at = bytes.length - END_BYTES; at >= lowest; at--) {
    if (view.getUint32(at, true) !== END) continue
    if (at + END_BYTES + view.getUint16(at + 20, true) !== bytes.length) continue
    const end = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
    }
    if (view.getUint16(at + 4, true) !== 0 && view.getUint16(at + 4, true) !== 0xffff) {
      throw new ArchiveError('The archive is one part of several; join them first.')
    }
    const whole =
      end.count === 0xffff || end.offset === 0xffffffff || end.size === 0xffffffff ? readEnd64(view, at) : end
    if (whole.offset + whole.size > at) throw damagedDirectory()
    return whole
  }
  throw notAZip(bytes)
}

function readEnd64(view: DataView, end: number): End {
  const locator = end - 20
  if (locator < 0 || view.getUint32(locator, true) !== END64_LOCATOR) throw damagedDirectory()
  const at = Number(view.getBigUint64(locator + 8, true))
  if (at + 56 > locator || view.getUint32(at, true) !== END64) throw damagedDirectory()
  return {
    count: Number(view.getBigUint64(at + 32, true)),
    size: Number(view.getBigUint64(at + 40, true)),
    offset: Number(view.getBigUint64(at + 48, true)),
  }
}

/** The upper half of code page 437, in which names without the UTF-8 flag are stored by the standard. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ '

/**
 * Many tools store UTF-8 without saying so: what is valid UTF-8 is taken as such. Other names of a Unix are bytes in no
 * encoding that could be known, and stay these bytes.
 */
function decodeName(
  bytes: Uint8Array,
  { isUtf8, isUnix }: { readonly isUtf8: boolean; readonly isUnix: boolean },
): string {
  const name = nameOfBytes(bytes)
  if (!hasBytes(name)) return name
  if (isUtf8) throw new ArchiveError('The archive has a name that is not valid UTF-8 though it says so.')
  if (isUnix) return name
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (CP437[byte - 0x80] ?? '?'),
  ).join('')
}

function damagedDirectory(): ArchiveError {
  return new ArchiveError('The archive’s directory is damaged or cut off.', 'Download or pack it again.')
}
