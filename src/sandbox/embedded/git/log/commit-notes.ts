/** Notes as `log` and `show` print them below commits. */
import type { Options } from '../options.ts'
import type { Repository } from '../repository.ts'
import type { Session } from '../session.ts'
import { defaultNotesRef, fullNotesRef, notesTitle, readNotes } from '../store/notes.ts'
import { toText } from '../text.ts'

export interface CommitNotes {
  readonly title: string
  /** Blobs by commit. */
  readonly blobs: ReadonlyMap<string, string>
}

/** The usual ones, or those that are named. */
export function notesFor(session: Session, options: Options): CommitNotes[] {
  if (options.has('no-notes')) return []
  const usual = defaultNotesRef(session)
  const named = options.all('notes').map((name) => (name === '' ? usual : fullNotesRef(name)))
  return [...new Set(named.length === 0 ? [usual] : named)].sort().map((ref) => ({
    title: notesTitle(ref),
    blobs: readNotes(session.repository, ref),
  }))
}

export function noteTexts(
  repository: Repository,
  oid: string,
  notes: readonly CommitNotes[],
): { title: string; text: string }[] {
  return notes.flatMap(({ title, blobs }) => {
    const blob = blobs.get(oid)
    return blob === undefined ? [] : [{ title, text: toText(repository.objects.blob(blob)) }]
  })
}

/** With their titles, indented. */
export function notesText(repository: Repository, oid: string, notes: readonly CommitNotes[]): string {
  return noteTexts(repository, oid, notes)
    .map(({ title, text }) => `\n${title}\n${text.replace(/\n$/, '').replace(/^/gm, '    ')}\n`)
    .join('')
}
