/** Chooses how much of the instruction files is told: each request carries it. */
import type { InstructionFault } from '../../protocol/calls/instructions.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { CHARS_PER_TOKEN } from '../../limits.ts'
import type { InstructionEntry, ReadFile } from './read-instructions.ts'

export interface InstructionFile extends InstructionEntry {
  /** As it is told. */
  readonly text: string
  /** SHA-256 of the text, in hex. */
  readonly hash: string
  readonly tokens: number
  /** Characters at the end that are not told. */
  readonly cut: number
  readonly fault?: InstructionFault
}

export interface LeftFile extends InstructionEntry {
  readonly tokens: number
}

export interface FittedFiles {
  readonly told: readonly InstructionFile[]
  /** Too large for the room that was left; read by the model when they matter. */
  readonly left: readonly LeftFile[]
}

/**
 * In their order, as far as there is room, in tokens. A smaller one after a larger one may still fit; the first is cut rather
 * than left out. `wanted` are told whole, whatever the room.
 */
export function fitted(files: readonly ReadFile[], room: number, wanted: ReadonlySet<string>): FittedFiles {
  const told: InstructionFile[] = []
  const left: LeftFile[] = []
  let free = room
  for (const file of files) {
    const tokens = tokensOf(file.text)
    const isWhole = tokens <= free || wanted.has(file.path)
    if (!isWhole && told.length > 0) {
      left.push({ ...entryOf(file), tokens })
      continue
    }
    const kept = isWhole ? file.text : beginningOf(file.text, free * CHARS_PER_TOKEN)
    told.push({
      ...entryOf(file),
      ...(file.fault !== undefined && { fault: file.fault }),
      text: kept,
      hash: bytesToHex(sha256(utf8ToBytes(kept))),
      tokens: tokensOf(kept),
      cut: file.text.length - kept.length,
    })
    free = Math.max(0, free - tokens)
  }
  return { told, left }
}

function entryOf({ path, importedBy }: InstructionEntry): InstructionEntry {
  return importedBy === undefined ? { path } : { path, importedBy }
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN)
}

/** Whole lines, or characters where the first line is longer. */
function beginningOf(text: string, chars: number): string {
  const start = text.slice(0, chars)
  const line = start.lastIndexOf('\n')
  return line > 0 ? start.slice(0, line + 1) : start.replace(/[\uD800-\uDBFF]$/, '')
}
