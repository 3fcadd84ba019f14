/** Packs that lie near each other in a file are read at once: after many small edits there are hundreds beside each other. */
import type { PackSite } from './pack-table.ts'
import { READ_BYTES, READ_GAP_BYTES } from './limits.ts'

interface Piece {
  readonly id: number
  readonly from: number
  readonly to: number
}

/** The data of the packs that are in files, by their numbers; undefined where a file does not have all of it. */
export function readTogether(
  sites: readonly PackSite[],
  read: (file: string, from: number, to: number) => Promise<Uint8Array | undefined>,
): ReadonlyMap<number, Promise<Uint8Array | undefined>> {
  const byFile = new Map<string, Piece[]>()
  for (const { id, bytes, place } of sites) {
    if (!place) continue
    const pieces = byFile.get(place.file) ?? []
    pieces.push({ id, from: place.at, to: place.at + bytes })
    byFile.set(place.file, pieces)
  }
  const reads = new Map<number, Promise<Uint8Array | undefined>>()
  for (const [file, pieces] of byFile) {
    for (const group of groups(pieces)) {
      const start = group[0]?.from ?? 0
      const reading = read(file, start, group.at(-1)?.to ?? start)
      for (const { id, from, to } of group) {
        const cut = (bytes: Uint8Array | undefined) => {
          const piece = bytes?.subarray(from - start, to - start)
          return piece?.length === to - from ? piece : undefined
        }
        reads.set(id, reading.then(cut))
      }
    }
  }
  return reads
}

function groups(pieces: readonly Piece[]): Piece[][] {
  const all: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => a.from - b.from)) {
    const group = all.at(-1)
    const [first, last] = [group?.[0], group?.at(-1)]
    const isNear =
      first && last && piece.from - last.to <= READ_GAP_BYTES && piece.to - first.from <= READ_BYTES
    if (group && isNear) group.push(piece)
    else all.push([piece])
  }
  return all
}
