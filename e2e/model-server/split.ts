import { seededRandom } from '../../src/testing/seeded-random.ts'
import type { Split } from './turn.ts'

/** Cuts at UTF-16 offsets, so a delta may hold half of a surrogate pair only if JSON can carry it: pairs stay whole. */
export function splitString(value: string, split: Split): string[] {
  const pieces: string[] = []
  const nextSize =
    'size' in split ? () => Math.max(1, split.size) : seededSizes(split.seed, split.maximum ?? 24)
  for (let start = 0; start < value.length;) {
    const end = wholeCharacterEnd(value, start + nextSize())
    pieces.push(value.slice(start, end))
    start = end
  }
  return pieces
}

function wholeCharacterEnd(value: string, end: number): number {
  const last = value.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end
}

function seededSizes(seed: number, maximum: number): () => number {
  const random = seededRandom(seed)
  return () => 1 + Math.floor(random() * maximum)
}
