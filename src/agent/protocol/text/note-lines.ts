/**
 * Notes that the model was told, as one text of the log: a line for each, with its version and its path. A thousand small texts take
 * several times as long to clean, to store and to send to the page.
 */

export interface NamedVersion {
  readonly path: string
  /** As it was told (`toldVersion`). */
  readonly hash: string
}

/** No path and no version has one of the signs between. */
export function noteLines(notes: readonly NamedVersion[]): string {
  return notes.map(({ path, hash }) => `${hash}\t${path}`).join('\n')
}

/** Lines that are none are left out. */
export function notesIn(lines: string): readonly NamedVersion[] {
  return lines.split('\n').flatMap((line) => {
    const at = line.indexOf('\t')
    return at === -1 ? [] : [{ hash: line.slice(0, at), path: line.slice(at + 1) }]
  })
}
