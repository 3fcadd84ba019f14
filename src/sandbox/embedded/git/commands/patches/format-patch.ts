import { readDiffStyle } from '../../diff/diff-options.ts'
import { showDiff } from '../../diff/show-diff.ts'
import { GitFailure } from '../../failure.ts'
import { LOG_OPTIONS } from '../../log/log-options.ts'
import { fileName } from '../../log/template.ts'
import { commitPairs } from '../../log/select.ts'
import { bodyOf, subjectOf } from '../../make-commit.ts'
import { parseOptions, type Options } from '../../options.ts'
import { absolute, type Repository } from '../../repository.ts'
import { personOf } from '../../person.ts'
import { formatDate } from '../../revision/format-date.ts'
import { commitsOf, parseRange, splitRevisions, type RevisionRange } from '../../revision/range.ts'
import { resolveCommit } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { EMPTY_TREE } from '../../store/objects.ts'
import { fromText } from '../../text.ts'
import { Pathspec, parsePathspec } from '../../worktree/pathspec.ts'

const OPTIONS = [
  ...LOG_OPTIONS.filter((spec) => !spec.startsWith('n,')),
  'o,output-directory=',
  'stdout',
  'n,numbered',
  'N,no-numbered',
  'start-number=',
  'k,keep-subject',
  's,signoff',
  'subject-prefix=',
  'v,reroll-count=',
  'no-signature',
  'signature=',
  'cover-letter',
  'attach=?',
  'inline=?',
  'thread=?',
  'zero-commit',
  'max-count=',
  'suffix=',
  'base=',
  'rfc',
  'always',
  'to=',
  'cc-to=',
  'in-reply-to=',
  'q,quiet',
]
const MISSING = ['cover-letter', 'attach', 'inline', 'thread', 'base', 'in-reply-to', 'to']
const VERSION = '2.39.5'
/** Bytes of a line of the overview, as mail has them. */
const STAT_WIDTH = 72

export async function formatPatchCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const missing = MISSING.find((name) => options.has(name))
  if (missing !== undefined)
    throw new GitFailure(`format-patch --${missing} is not supported in this sandbox's git`)
  const { repository } = session
  const { revisions, paths } = splitRevisions(repository, options.words, options.paths)
  const pathspec = paths.length === 0 ? new Pathspec([]) : parsePathspec(repository, paths)
  const limit = options.number('max-count') ?? options.number('#') ?? Infinity
  const range = rangeFor(repository, revisions, limit)
  const commits = [...commitsOf(repository, range)]
    .filter((oid) => repository.objects.commit(oid).parents.length <= 1)
    .slice(0, limit)
    .reverse()
  const start = options.number('start-number') ?? 1
  let isFirst = true
  commits.forEach((oid, at) => {
    // Counted, but not shown.
    if (!options.has('always') && isEmpty(repository, oid)) return
    const text = patchText(session, options, {
      oid,
      pathspec,
      number: start + at,
      total: start + commits.length - 1,
    })
    const gap = isFirst ? '' : '\n'
    isFirst = false
    if (options.has('stdout')) return session.out(gap + text)
    const subject = fileName(subjectOf(repository.objects.commit(oid).message))
    const name = `${String(start + at).padStart(4, '0')}-${subject}${options.value('suffix') ?? '.patch'}`
    const folder = options.value('output-directory')
    const shown = folder === undefined ? name : `${folder.replace(/\/$/, '')}/${name}`
    session.files.write(absolute(shown, session.cwd), fromText(text))
    if (!options.has('quiet')) session.out(`${shown}\n`)
  })
  return 0
}

function isEmpty({ objects }: Repository, oid: string): boolean {
  const { parents, tree } = objects.commit(oid)
  const [parent] = parents
  return (parent === undefined ? EMPTY_TREE : objects.commit(parent).tree) === tree
}

/** One name alone means what came after it. */
function rangeFor(repository: Repository, revisions: readonly string[], limit: number): RevisionRange {
  const [first, more] = revisions
  const { head } = repository
  if (first !== undefined && first.includes('..')) {
    const range = parseRange(repository, first)
    if (range !== undefined) return range
  }
  if (more !== undefined)
    throw new GitFailure(
      "several revisions are not supported by format-patch in this sandbox's git: use a..b",
    )
  if (limit !== Infinity)
    return {
      wanted: [first === undefined ? (head ?? '') : resolveCommit(repository, first)],
      unwanted: [],
      symmetric: undefined,
    }
  if (first === undefined || head === undefined)
    throw new GitFailure('format-patch needs a revision: the commit that the patches begin after, or -<n>')
  return { wanted: [head], unwanted: [resolveCommit(repository, first)], symmetric: undefined }
}

function patchText(
  session: Session,
  options: Options,
  at: { oid: string; pathspec: Pathspec; number: number; total: number },
): string {
  const { repository, io } = session
  const commit = repository.objects.commit(at.oid)
  const read = readDiffStyle(repository, options, 'patch')
  const style = { ...read, statWidth: STAT_WIDTH, colors: options.has('color') ? read.colors : undefined }
  const pairs = commitPairs(repository, at.oid, at.pathspec, style)
  const date = formatDate(commit.author, { name: 'rfc', now: io.now(), localZone: (ms) => io.zone(ms) })
  const prefix = options.value('subject-prefix') ?? (options.has('rfc') ? 'RFC PATCH' : 'PATCH')
  const version = options.value('reroll-count')
  const isNumbered = options.has('numbered') || (at.total > 1 && !options.has('no-numbered'))
  const width = String(at.total).length
  const count = isNumbered ? ` ${String(at.number).padStart(width, '0')}/${at.total}` : ''
  const mark = options.has('keep-subject')
    ? ''
    : `[${prefix}${version === undefined ? '' : ` v${version}`}${count}] `
  let body = bodyOf(commit.message).trimEnd()
  if (options.has('signoff')) {
    const { name, email } = personOf(session, 'committer')
    body = `${body}${body === '' ? '' : '\n\n'}Signed-off-by: ${name} <${email}>`
  }
  const overview = showDiff(pairs, { ...style, formats: ['stat', 'summary'] })
  const patch = showDiff(pairs, { ...style, formats: ['patch'], binary: true, fullIndex: style.fullIndex })
  const name = options.has('zero-commit') ? '0'.repeat(40) : at.oid
  const head = `From ${name} Mon Sep 17 00:00:00 2001\nFrom: ${mailName(commit.author.name)} <${commit.author.email}>\nDate: ${date}\n${folded(`Subject: ${mark}${mailWord(subjectOf(commit.message))}`)}\n`
  const encoding = /[\x80-\xff]/.test(commit.message)
    ? 'MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n'
    : ''
  const end = options.has('no-signature') ? '' : `-- \n${options.value('signature') ?? VERSION}\n\n`
  return `${head}${encoding}\n${body === '' ? '' : `${body}\n`}${patch === '' ? '' : `---\n${overview}\n${patch}`}${end}`
}

function mailName(name: string): string {
  if (/[\x80-\xff]/.test(name)) return mailWord(name)
  return /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name
}

/** Mail heads are ASCII. */
function mailWord(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text
  const coded = text.replace(
    /[^A-Za-z0-9]/g,
    (char) => `=${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return `=?UTF-8?q?${coded}?=`
}

/** Long heads go on in the next line, after a blank. */
function folded(line: string): string {
  const out: string[] = []
  let rest = line
  while (rest.length > 76) {
    const cut = rest.lastIndexOf(' ', 76)
    if (cut <= 0) break
    out.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return [...out, rest].join('\n')
}
