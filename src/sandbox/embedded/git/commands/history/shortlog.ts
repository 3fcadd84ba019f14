import { GitFailure } from '../../failure.ts'
import { LOG_OPTIONS } from '../../log/log-options.ts'
import { readMailmap } from '../../log/mailmap.ts'
import { rangeFor, selectCommits } from '../../log/select.ts'
import { subjectOf } from '../../make-commit.ts'
import { parseOptions } from '../../options.ts'
import { splitRevisions } from '../../revision/range.ts'
import type { Session } from '../../session.ts'
import { compareText } from '../../store/objects.ts'
import { Pathspec, parsePathspec } from '../../worktree/pathspec.ts'

/** `-n`, `-s` and `-e` mean something else in `log`. */
const OWN = ['n,numbered', 's,summary', 'e,email', 'c,committer', 'w=?', 'group=']
const OF_LOG = LOG_OPTIONS.filter((spec) => !/^(?:n,|s,|c$|i,|w,|E,)/.test(spec))

/** `shortlog`: commits by who made them. Without a revision, HEAD's: nothing is read from standard input. */
export async function shortlogCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, [...OF_LOG, ...OWN])
  for (const name of ['w', 'group', 'format', 'pretty'])
    if (options.has(name)) throw new GitFailure(`shortlog --${name} is not supported in this sandbox's git`)
  const { repository } = session
  const { revisions, paths } = splitRevisions(repository, options.words, options.paths)
  const range = rangeFor(session, options, revisions)
  if (range === undefined) return 0
  const pathspec = paths.length === 0 ? new Pathspec([]) : parsePathspec(repository, paths)
  const { commits } = selectCommits(session, options, { range, pathspec, diff: undefined })
  const mailmap = readMailmap(repository)
  const groups = new Map<string, string[]>()
  for (const oid of commits) {
    const commit = repository.objects.commit(oid)
    const person = mailmap.of(options.has('committer') ? commit.committer : commit.author)
    const who = options.has('email') ? `${person.name} <${person.email}>` : person.name
    const subject = subjectOf(commit.message).replace(/^\[PATCH[^\]]*\] */, '')
    groups.set(who, [subject, ...(groups.get(who) ?? [])])
  }
  const sorted = [...groups].sort(([a], [b]) => compareText(a, b))
  if (options.has('numbered')) sorted.sort(([, a], [, b]) => b.length - a.length)
  for (const [who, subjects] of sorted) {
    if (options.has('summary')) session.out(`${String(subjects.length).padStart(6)}\t${who}\n`)
    else session.out(`${who} (${subjects.length}):\n${subjects.map((line) => `      ${line}\n`).join('')}\n`)
  }
  return 0
}
