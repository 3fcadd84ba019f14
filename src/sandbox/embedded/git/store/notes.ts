/** Notes: texts that belong to objects and are no part of them, kept in the tree of a commit of their own. */
import { moveRef } from '../head.ts'
import { storeCommit } from '../make-commit.ts'
import type { Repository } from '../repository.ts'
import type { Session } from '../session.ts'
import { compareText, MODE } from './objects.ts'
import { treeFiles } from '../worktree/tree-files.ts'
import { writeTreeOf } from '../worktree/write-tree.ts'

const DEFAULT_REF = 'refs/notes/commits'

/** Which notes are meant when nobody says it. */
export function defaultNotesRef(session: Session): string {
  return session.io.env['GIT_NOTES_REF'] ?? session.config.get('core.notesref') ?? DEFAULT_REF
}

/** `other`, `notes/other` and `refs/notes/other` are the same. */
export function fullNotesRef(name: string): string {
  if (name.startsWith('refs/notes/')) return name
  return name.startsWith('notes/') ? `refs/${name}` : `refs/notes/${name}`
}

/** The notes' blobs by the object that they belong to. Large trees are in folders by the first digits. */
export function readNotes({ refs, objects }: Repository, ref: string): Map<string, string> {
  const commit = refs.resolve(ref)
  const notes = new Map<string, string>()
  if (commit === undefined) return notes
  for (const { path, oid } of treeFiles(objects, objects.commit(commit).tree).values()) {
    const name = path.replaceAll('/', '')
    if (/^[0-9a-f]{40}$/.test(name)) notes.set(name, oid)
  }
  return notes
}

export function writeNotes(
  session: Session,
  ref: string,
  change: { notes: ReadonlyMap<string, string>; message: string },
): void {
  const { repository } = session
  const files = [...change.notes].map(([path, oid]) => ({ path, oid, mode: MODE.file }))
  files.sort((a, b) => compareText(a.path, b.path))
  const tree = writeTreeOf(repository.objects, files)
  const before = repository.refs.resolve(ref)
  const parents = before === undefined ? [] : [before]
  const made = storeCommit(session, { tree, parents, message: `${change.message}\n` })
  moveRef(session, ref, made, `notes: ${change.message}`)
}

/** `Notes:` or, of other notes than the usual ones, `Notes (other):`. */
export function notesTitle(ref: string): string {
  return ref === DEFAULT_REF ? 'Notes:' : `Notes (${ref.replace(/^refs\/(?:notes\/)?/, '')}):`
}
