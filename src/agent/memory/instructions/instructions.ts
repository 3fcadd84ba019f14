/** All instruction files that are told, and those that are not, with the reason. */
import { fitted } from './fit-instructions.ts'
import type { InstructionFile, LeftFile } from './fit-instructions.ts'
import type { HeldVersion, InstructionSource } from './instruction-source.ts'
import { readInstructionFiles } from './read-instructions.ts'
import type { InstructionScope, UnreadFile } from './read-instructions.ts'

/** The user's own text, by the name that it has elsewhere. */
export const OWN_INSTRUCTIONS = '~/.claude/CLAUDE.md'

/** A source that can be asked cheaply, before each request, whether it is worth reading. */
export interface InstructionWatch extends InstructionSource {
  /** As long as it is equal, `places` and `inForce` give what they gave. */
  readonly revision: string
}

export interface InstructionOptions extends InstructionScope {
  /** Instructions of the user for all projects. */
  readonly own: string
  /** Tokens for all files together. */
  readonly room: number
  /** Rules by which files are held back: with others, other files may be. */
  readonly denied: readonly string[]
  /** Files that are told whole, whatever the room. */
  readonly wanted: ReadonlySet<string>
}

export interface HeldInstructions extends HeldVersion {
  readonly name: string
}

export interface Instructions {
  /** In the order in which they are told. */
  readonly files: readonly InstructionFile[]
  readonly left: readonly LeftFile[]
  readonly unread: readonly UnreadFile[]
  readonly held: readonly HeldInstructions[]
}

/** Undefined: it cannot be found out. */
export async function readInstructions(
  source: InstructionSource,
  options: InstructionOptions,
): Promise<Instructions | undefined> {
  const read = await readInstructionFiles(source, options)
  if (!read) return undefined
  const own = options.own.trim() === '' ? [] : [{ path: OWN_INSTRUCTIONS, text: options.own }]
  const { told, left } = fitted([...own, ...read.files], options.room, options.wanted)
  const held = [...read.held].map(([name, version]) => ({ name, ...version }))
  return { files: told, left, unread: read.unread, held }
}
