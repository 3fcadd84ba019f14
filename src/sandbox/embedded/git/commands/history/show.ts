import { readDiffStyle } from '../../diff/diff-options.ts'
import { GitFailure } from '../../failure.ts'
import { LOG_OPTIONS, readLogDiff, readPrettyStyle } from '../../log/log-options.ts'
import { parseOptions } from '../../options.ts'
import type { Session } from '../../session.ts'
import { formatDate } from '../../revision/format-date.ts'
import { commitsOf, parseRange, splitRevisions } from '../../revision/range.ts'
import { resolveRevision } from '../../revision/resolve.ts'
import { MODE } from '../../store/objects.ts'
import { toText } from '../../text.ts'
import { combinedDiff } from '../../diff/combined.ts'
import { Pathspec, parsePathspec } from '../../worktree/pathspec.ts'
import { CommitPrinter } from './log.ts'

export async function showCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, LOG_OPTIONS)
  const { repository } = session
  const { revisions, paths } = splitRevisions(repository, options.words, options.paths)
  const pathspec = paths.length === 0 ? new Pathspec([]) : parsePathspec(repository, paths)
  const style = readPrettyStyle(session, options)
  const diff = readLogDiff(session, options, 'patch') ?? readDiffStyle(repository, options, 'patch')
  const printer = new CommitPrinter(session, style, diff)
  const { objects } = repository
  if (options.has('m') && !options.has('first-parent'))
    throw new GitFailure("-m without --first-parent is not supported in this sandbox's git")
  const showCommit = (oid: string): void => {
    const isMerge = objects.commit(oid).parents.length > 1
    const withDiff = !isMerge || options.has('first-parent') || !diff.formats.includes('patch')
    printer.print(oid, { pathspec, marks: {}, withDiff })
    if (!isMerge || withDiff || diff.formats.includes('none')) return
    const text = combinedDiff(repository, oid, { pathspec, style: diff })
    session.out(`\n${text}`)
  }
  const named = (head: string): string => style.colors?.wrap('commit', head) ?? head
  const showObject = (text: string, oid: string): void => {
    const object = objects.read(oid)
    switch (object.type) {
      case 'blob':
        repository.tellBlob(oid)
        return session.out(toText(object.data))
      case 'tree': {
        const names = objects
          .tree(oid)
          .map((entry) => (entry.mode === MODE.tree ? `${entry.name}/` : entry.name))
        return session.out(`${named(`tree ${text}`)}\n\n${names.map((name) => `${name}\n`).join('')}`)
      }
      case 'tag': {
        const tag = objects.tag(oid)
        const tagger =
          tag.tagger === undefined
            ? ''
            : `Tagger: ${tag.tagger.name} <${tag.tagger.email}>\nDate:   ${formatDate(tag.tagger, style.date)}\n`
        session.out(`${named(`tag ${tag.name}`)}\n${tagger}\n${tag.message}\n`)
        return showObject(tag.object, tag.object)
      }
      case 'commit':
        return showCommit(oid)
      default:
        return object.type satisfies never
    }
  }
  for (const text of revisions.length === 0 ? ['HEAD'] : revisions) {
    const range = /\.\.|^\^|\^[!@]$/.test(text) ? parseRange(repository, text) : undefined
    if (range !== undefined) for (const oid of commitsOf(repository, range)) showCommit(oid)
    else showObject(text, resolveRevision(repository, text))
  }
  return 0
}
