/** The content of a binary patch. */
import { concatenate } from '../../../contract/bytes.ts'
import { BASE85_DIGITS } from '../diff/patch.ts'
import { applyDelta } from '../store/pack-delta.ts'
import { inflate } from '../store/zlib.ts'
import type { BinaryPart } from './parse-patch.ts'

/** Undefined when it is damaged or not for this content. */
export function applyBinary(before: Uint8Array, part: BinaryPart): Uint8Array | undefined {
  const data = inflate(concatenate(part.lines.map(decodeLine)), part.size)
  if (data === undefined || part.kind === 'literal') return data
  return applyDelta(before, data)
}

function decodeLine(line: string): Uint8Array {
  const letter = line.charCodeAt(0)
  const length = letter >= 97 ? letter - 97 + 27 : letter - 64
  const bytes: number[] = []
  for (let at = 1; at < line.length; at += 5) {
    let value = 0
    for (let digit = 0; digit < 5; digit += 1)
      value = value * 85 + Math.max(0, BASE85_DIGITS.indexOf(line.charAt(at + digit)))
    bytes.push(Math.floor(value / 2 ** 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)
  }
  return Uint8Array.from(bytes.slice(0, length))
}
