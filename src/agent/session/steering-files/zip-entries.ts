/** Single entries of a zip that the sandbox has packed: found, read, left out and replaced without unpacking the others. */
import { inflateSync } from 'fflate'

const CENTRAL = 0x02014b50
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
const END = 0x06054b50
const END_BYTES = 22
const DEFLATED = 8

export interface ZipEntry {
  /** UTF-8, as far as it is. */
  readonly name: string
  readonly kind: 'file' | 'directory' | 'symlink'
  readonly mode: number
  readonly data: () => Uint8Array<ArrayBuffer>
  /** Its record in the directory, and all bytes from its own header to the next. */
  readonly record: Uint8Array
  readonly local: Uint8Array
}

/** Without a comment and without the 64-bit form, neither of which the sandbox writes. Throws on anything else. */
export function readEntries(zip: Uint8Array): readonly ZipEntry[] {
  const view = viewOf(zip)
  const end = zip.length - END_BYTES
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error('The packed workspace is damaged.')
  const directory = view.getUint32(end + 16, true)
  const found: { at: number; offset: number; length: number }[] = []
  for (let at = directory; at < end;) {
    if (view.getUint32(at, true) !== CENTRAL) throw new Error('The packed workspace is damaged.')
    const length =
      CENTRAL_BYTES +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true)
    found.push({ at, offset: view.getUint32(at + 42, true), length })
    at += length
  }
  const starts = [...found.map(({ offset }) => offset), directory].toSorted((a, b) => a - b)
  const next = new Map(starts.map((start, index) => [start, starts[index + 1] ?? directory]))
  return found.map(({ at, offset, length }) =>
    entryOf(zip.subarray(at, at + length), zip.subarray(offset, next.get(offset))),
  )
}

/** The entries in this order, each byte for byte. */
export function joinEntries(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const locals = entries.reduce((sum, { local }) => sum + local.length, 0)
  const records = entries.reduce((sum, { record }) => sum + record.length, 0)
  const zip = new Uint8Array(locals + records + END_BYTES)
  const view = viewOf(zip)
  let local = 0
  let at = locals
  for (const entry of entries) {
    zip.set(entry.local, local)
    zip.set(entry.record, at)
    view.setUint32(at + 42, local, true)
    local += entry.local.length
    at += entry.record.length
  }
  view.setUint32(at, END, true)
  view.setUint16(at + 8, entries.length, true)
  view.setUint16(at + 10, entries.length, true)
  view.setUint32(at + 12, records, true)
  view.setUint32(at + 16, locals, true)
  return zip
}

function entryOf(record: Uint8Array, local: Uint8Array): ZipEntry {
  const view = viewOf(record)
  const name = new TextDecoder().decode(
    record.subarray(CENTRAL_BYTES, CENTRAL_BYTES + view.getUint16(28, true)),
  )
  const attributes = view.getUint32(38, true) >>> 16
  const kind = name.endsWith('/') ? 'directory' : (attributes & 0o170000) === 0o120000 ? 'symlink' : 'file'
  const data = () => {
    const header = viewOf(local)
    const start = LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true)
    const packed = local.subarray(start, start + view.getUint32(20, true))
    if (view.getUint16(10, true) !== DEFLATED) return packed.slice()
    return inflateSync(packed, { out: new Uint8Array(view.getUint32(24, true)) })
  }
  return { name, kind, mode: attributes & 0o777, data, record, local }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
