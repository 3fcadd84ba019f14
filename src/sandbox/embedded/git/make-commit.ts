/** A commit from what is in the index. */
import { personOf } from './person.ts'
import type { Session } from './session.ts'
import { formatCommit, type Person } from './store/objects.ts'

export function storeCommit(
  session: Session,
  commit: { tree: string; parents: readonly string[]; message: string; author?: Person; committer?: Person },
): string {
  const committer = commit.committer ?? personOf(session, 'committer')
  const author = commit.author ?? personOf(session, 'author')
  const { objects } = session.repository
  const oid = objects.write('commit', formatCommit({ ...commit, author, committer }))
  objects.flush()
  return oid
}

/** Blanks at the ends of lines, empty lines at both ends and runs of them are taken out; so are comments when asked. */
export function cleanMessage(message: string, options: { comments?: boolean } = {}): string {
  const lines = message
    .split('\n')
    .filter((line) => !(options.comments && line.startsWith('#')))
    .map((line) => line.replace(/\s+$/, ''))
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .replace(/\n+$/, '')
  return text === '' ? '' : `${text}\n`
}

/** As logs of references have it. */
export function firstLineOf(message: string): string {
  return /^[^\n]*/.exec(message.replace(/^\n+/, ''))?.[0] ?? ''
}

/** The first paragraph in one line. */
export function subjectOf(message: string): string {
  const text = message.replace(/^\n+/, '')
  const end = text.search(/\n\s*\n/)
  return (end < 0 ? text : text.slice(0, end))
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim()
}

/** The message after its first paragraph. */
export function bodyOf(message: string): string {
  const text = message.replace(/^\n+/, '')
  const end = /\n[^\S\n]*\n/.exec(text)
  return end === null ? '' : text.slice(end.index + end[0].length).replace(/^\n+/, '')
}
