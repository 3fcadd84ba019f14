/**
 * Which groups of three characters stand in a piece of the log, as bits that their hashes name. A piece without one of a
 * word's groups does not have the word; one with all of them is read to see.
 */
import { SEARCH_SIGNATURE_BYTES } from '../../limits.ts'

const BITS = SEARCH_SIGNATURE_BYTES * 8
/** The length of a group; shorter words are looked for without the index. */
export const GROUP = 3

/** Adds a text, which is in lower case. */
export function addText(signature: Uint8Array, text: string): void {
  for (let at = 0; at + GROUP <= text.length; at++) {
    const bit = bitAt(text, at)
    signature[bit >> 3] = (signature[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
}

/** The bits that a piece with all these words has. */
export function bitsOf(terms: readonly string[]): number[] {
  const bits = new Set<number>()
  for (const term of terms) for (let at = 0; at + GROUP <= term.length; at++) bits.add(bitAt(term, at))
  return [...bits]
}

/** Whether all these bits are set. */
export function hasBits(signature: Uint8Array, bits: readonly number[]): boolean {
  return bits.every((bit) => ((signature[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
}

function bitAt(text: string, at: number): number {
  const group =
    text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 10) ^ Math.imul(text.charCodeAt(at + 2), 0x2545f491)
  const mixed = Math.imul(group ^ (group >>> 15), 0x85ebca6b)
  return ((mixed ^ (mixed >>> 13)) >>> 0) % BITS
}
