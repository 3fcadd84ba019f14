/** Instruction files as the user sees them. */
import type { InstructionList, ListedInstruction } from '../../protocol/calls/instructions.ts'
import type { Instructions } from './instructions.ts'
import type { InstructionEntry } from './read-instructions.ts'

/** `room` is what all may take together, in tokens. */
export function listed({ files, left, unread, held }: Instructions, room: number): InstructionList {
  const isHeld = new Set(held.map(({ name }) => name))
  const entry = ({ path, importedBy }: InstructionEntry) => ({
    path,
    ...(importedBy !== undefined && { importedBy }),
    ...(isHeld.has(path) && { isHeld: true }),
  })
  const all: ListedInstruction[] = [
    ...files.map((file) => ({
      ...entry(file),
      state: 'told' as const,
      tokens: file.tokens,
      ...(file.cut > 0 && { cut: file.cut }),
      ...(file.fault !== undefined && { fault: file.fault }),
    })),
    ...left.map((file) => ({ ...entry(file), state: 'left' as const, tokens: file.tokens })),
    ...unread.map((file) => ({
      ...entry(file),
      state: file.reason,
      ...(file.fault !== undefined && { fault: file.fault }),
    })),
  ]
  const named = new Set(all.map(({ path }) => path))
  // No version of these is in force.
  const added = held.filter(({ name }) => !named.has(name))
  return {
    files: [...all, ...added.map(({ name }) => ({ path: name, state: 'missing' as const, isHeld: true }))],
    room,
  }
}
