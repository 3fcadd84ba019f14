/** The gzip format: any number of members, one after another, each with a checksum. */
import { gzipSync } from 'fflate'
import { Inflate } from 'pako'
import { crc32 } from '../../../../archive/crc32.ts'
import { VFS_MAX_FILE_BYTES } from '../../../../contract/limits.ts'
import { joinBytes } from '../../byte-string.ts'

export type GzipLevel = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

export interface Unpacked {
  readonly data: Uint8Array
  /** Set when the bytes are not what they should be; `data` is what came before. */
  readonly problem?: string
  /** The last member is followed by other data. */
  readonly hasGarbage?: boolean
}

const HEADER_BYTES = 10
const TRAILER_BYTES = 8
const FLAG = { headerChecksum: 2, extra: 4, name: 8, comment: 16 } as const
const DEFLATE = 8
const CUT_OFF = 'unexpected end of file'
/** pako's error code if the input ends before the data does. */
const BUFFER_ERROR = -5

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** `name` and `mtimeMs` are of the file that is packed; without them none are written. */
export function gzip(
  data: Uint8Array,
  level: GzipLevel,
  { name, mtimeMs }: { readonly name?: string; readonly mtimeMs?: number } = {},
): Uint8Array {
  // fflate writes a name one byte a char.
  const filename = name === undefined ? undefined : String.fromCharCode(...new TextEncoder().encode(name))
  return gzipSync(data, { level, mtime: mtimeMs ?? 0, ...(filename === undefined ? {} : { filename }) })
}

export function gunzip(bytes: Uint8Array): Unpacked {
  const parts: Uint8Array[] = []
  let at = 0
  while (at < bytes.length) {
    if (at > 0 && !isGzip(bytes.subarray(at))) {
      const hasGarbage = bytes.subarray(at).some((byte) => byte !== 0)
      return { data: joinBytes(parts), hasGarbage }
    }
    const member = readMember(bytes, at, parts)
    if (typeof member === 'string') return { data: joinBytes(parts), problem: member }
    at = member
  }
  if (bytes.length === 0) return { data: bytes, problem: CUT_OFF }
  return { data: joinBytes(parts) }
}

/** End of the member, or its error. */
function readMember(bytes: Uint8Array, start: number, parts: Uint8Array[]): number | string {
  const data = headerEnd(bytes, start)
  if (typeof data === 'string') return data
  const member: Uint8Array[] = []
  const inflated = inflate(bytes.subarray(data), member, roomLeft(parts))
  if (typeof inflated === 'string') return inflated
  const end = data + inflated
  if (end + TRAILER_BYTES > bytes.length) return CUT_OFF
  const content = joinBytes(member)
  const trailer = new DataView(bytes.buffer, bytes.byteOffset + end, TRAILER_BYTES)
  if (trailer.getUint32(0, true) !== crc32(content)) return 'invalid compressed data--crc error'
  if (trailer.getUint32(4, true) !== content.length >>> 0) return 'invalid compressed data--length error'
  parts.push(content)
  return end + TRAILER_BYTES
}

function roomLeft(parts: readonly Uint8Array[]): number {
  return VFS_MAX_FILE_BYTES - parts.reduce((sum, part) => sum + part.length, 0)
}

function headerEnd(bytes: Uint8Array, start: number): number | string {
  if (!isGzip(bytes.subarray(start))) return 'not in gzip format'
  if (start + HEADER_BYTES > bytes.length) return CUT_OFF
  if (bytes[start + 2] !== DEFLATE) return `unknown method ${bytes[start + 2] ?? 0} -- not supported`
  const flags = bytes[start + 3] ?? 0
  let at = start + HEADER_BYTES
  if (flags & FLAG.extra) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0)
  for (const flag of [FLAG.name, FLAG.comment]) {
    if (!(flags & flag)) continue
    const end = bytes.indexOf(0, at)
    if (end < 0) return CUT_OFF
    at = end + 1
  }
  return flags & FLAG.headerChecksum ? at + 2 : at
}

/** How many bytes the packed data has, or what is wrong with it. */
function inflate(packed: Uint8Array, into: Uint8Array[], room: number): number | string {
  let size = 0
  const inflator = new Inflate({ raw: true })
  inflator.onData = (chunk) => {
    if (typeof chunk === 'string') throw new TypeError('pako gave text')
    size += chunk.length
    if (size > room) throw new RangeError('too large')
    into.push(chunk)
  }
  try {
    inflator.push(packed, true)
  } catch (error) {
    if (error instanceof RangeError) return `more than ${VFS_MAX_FILE_BYTES} bytes when unpacked`
    throw error
  }
  if (inflator.err === BUFFER_ERROR || (inflator.err === 0 && !inflator.ended)) return CUT_OFF
  if (inflator.err !== 0) return 'invalid compressed data--format violated'
  return consumedBy(inflator)
}

/** pako keeps the count in a field that its types call private. */
function consumedBy(inflator: Inflate): number {
  const stream: unknown = Reflect.get(inflator, 'strm')
  const consumed: unknown = typeof stream === 'object' && stream !== null && Reflect.get(stream, 'next_in')
  if (typeof consumed !== 'number') throw new TypeError('pako does not say how much it read')
  return consumed
}
