/**
 * Notes that the model was told, as one text of the log: a line for each, with its version and its path. A thousand small texts take
 * several times as long to clean, to store and to send to the page.
 */

interface NamedVersion {
  readonly path: string
  /** As it was told (`toldVersion`). */
  readonly hash: string
}

/** No path and no version has one of the signs between. */
export function noteLines(notes: readonly NamedVersion[]): string {
  return notes.map(({ path, hash }) => `${hash}\t${path}`).join('\n')
}

/** Versions by path. Lines that are none are left out. */
export function notesIn(lines: string): ReadonlyMap<string, string> {
  const notes = new Map<string, string>()
  for (const line of lines.split('\n')) {
    const at = line.indexOf('\t')
    if (at !== -1) notes.set(line.slice(at + 1), line.slice(0, at))
  }
  return notes
}
