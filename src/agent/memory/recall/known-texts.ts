/** Which texts of notes stand in the conversation: versions by path, of notes that were told or written, or that a call has shown. */
import type { NoteOrigin } from '../../protocol/calls/memory.ts'
import { toldVersion } from '../notes/told-memory.ts'

export type KnownTexts = ReadonlyMap<string, string>

const READ = 'read '

/** A note that a file tool has shown, by the hash of its file. */
export function readVersion(hash: string): string {
  return `${READ}${hash}`
}

export function isRead(version: string): boolean {
  return version.startsWith(READ)
}

/** Whether a version is of the text with this whole hash. */
export function isOfText(version: string | undefined, hash: string): boolean {
  const [named = ''] = version?.split(' ') ?? []
  return named !== '' && hash.startsWith(named)
}

/** Whether the note's text stands there as it is now. `hash` is the beginning of its hash. */
export function knowsText(
  known: KnownTexts,
  { path, hash, origin }: { readonly path: string; readonly hash: string; readonly origin: NoteOrigin },
): boolean {
  const version = known.get(path)
  if (version === undefined) return false
  return isRead(version) ? version.startsWith(`${READ}${hash}`) : version === toldVersion(hash, origin)
}
