/** Writes zips that no honest tool would write. */
import { deflateSync } from 'fflate'
import { crc32 } from './crc32.ts'

export interface RawEntry {
  readonly name: string | Uint8Array
  readonly data?: Uint8Array
  /** Packed bytes in place of the deflated `data`. */
  readonly packed?: Uint8Array
  readonly unixMode?: number
  readonly flags?: number
  /** 3 by default, a Unix. */
  readonly madeBy?: number
  readonly method?: number
  /** Stated in place of the true ones. */
  readonly crc?: number
  readonly size?: number
  /** Points at the data of the entry of that index instead of having its own. */
  readonly sameOffsetAs?: number
}

export function buildZip(entries: readonly RawEntry[]): Uint8Array {
  const chunks: Uint8Array[] = []
  const offsets: number[] = []
  let at = 0
  const push = (chunk: Uint8Array) => {
    chunks.push(chunk)
    at += chunk.length
  }
  const made = entries.map((entry) => ({ entry, ...fields(entry) }))
  for (const { entry, name, packed, header } of made) {
    const shared = entry.sameOffsetAs === undefined ? undefined : offsets[entry.sameOffsetAs]
    offsets.push(shared ?? at)
    if (shared !== undefined) continue
    push(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, ...header, ...u16(name.length), 0, 0))
    push(name)
    push(packed)
  }
  const start = at
  made.forEach(({ entry, name, header }, index) => {
    const attributes = u32(((entry.unixMode ?? 0) << 16) >>> 0)
    push(
      Uint8Array.of(
        ...[0x50, 0x4b, 1, 2, 20, entry.madeBy ?? 3, 20, 0, ...header, ...u16(name.length)],
        ...[0, 0, 0, 0, 0, 0, 0, 0, ...attributes, ...u32(offsets[index] ?? 0)],
      ),
    )
    push(name)
  })
  const count = u16(entries.length)
  push(
    Uint8Array.of(0x50, 0x4b, 5, 6, 0, 0, 0, 0, ...count, ...count, ...u32(at - start), ...u32(start), 0, 0),
  )
  const out = new Uint8Array(at)
  let to = 0
  for (const chunk of chunks) {
    out.set(chunk, to)
    to += chunk.length
  }
  return out
}

function fields(entry: RawEntry): { name: Uint8Array; packed: Uint8Array; header: number[] } {
  const data = entry.data ?? new Uint8Array()
  const packed = entry.packed ?? deflateSync(data)
  const name = typeof entry.name === 'string' ? new TextEncoder().encode(entry.name) : entry.name
  const header = [
    ...u16(entry.flags ?? 0),
    ...u16(entry.method ?? 8),
    ...[0, 0, 0x21, 0x50],
    ...u32(entry.crc ?? crc32(data)),
    ...u32(packed.length),
    ...u32(entry.size ?? data.length),
  ]
  return { name, packed, header }
}

function u16(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff]
}

function u32(value: number): number[] {
  return [...u16(value & 0xffff), ...u16(value >>> 16)]
}
