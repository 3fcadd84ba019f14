import { showDiff } from '../../diff/show-diff.ts'
import type { DiffStyle } from '../../diff/diff-options.ts'
import { combinedDiff } from '../../diff/combined.ts'
import { GitFailure } from '../../failure.ts'
import { GraphPrinter } from '../../log/graph-printer.ts'
import { CommitGraph } from '../../log/graph.ts'
import { LOG_OPTIONS, readLogDiff, readPrettyStyle, withNegations } from '../../log/log-options.ts'
import { endsLines, formatCommitText, isBlock } from '../../log/pretty.ts'
import type { CommitMarks, PrettyStyle } from '../../log/pretty-style.ts'
import { commitPairs, rangeFor, selectCommits, type Selection } from '../../log/select.ts'
import { parseOptions, type Options } from '../../options.ts'
import { splitRevisions } from '../../revision/range.ts'
import { fullRefName } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { Pathspec, parsePathspec } from '../../worktree/pathspec.ts'
import type { PathFilter } from '../../worktree/pathspec.ts'

export async function logCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(withNegations(args), LOG_OPTIONS)
  const { repository } = session
  const style = readPrettyStyle(session, options, true)
  const diff = readLogDiff(session, options, options.has('cc') ? 'patch' : undefined)
  if (options.has('m') && !options.has('first-parent') && diff !== undefined)
    throw new GitFailure("-m without --first-parent is not supported in this sandbox's git")
  const { revisions, paths } = splitRevisions(repository, options.words, options.paths)
  if (options.has('walk-reflogs') && options.has('graph'))
    throw new GitFailure('cannot combine --walk-reflogs with history-limiting options')
  if (options.has('walk-reflogs')) return walkReflog(session, { options, style, revisions })
  const range = rangeFor(session, options, revisions)
  if (range === undefined) {
    const branch = repository.branch ?? 'HEAD'
    throw new GitFailure(`your current branch '${branch}' does not have any commits yet`)
  }
  const pathspec = paths.length === 0 ? new Pathspec([]) : parsePathspec(repository, paths)
  const selection = selectCommits(session, options, { range, pathspec, diff })
  if (options.has('graph')) {
    return drawGraph(session, { options, style, selection, diff, pathspec })
  }
  const { commits, sides } = selection
  const printer = new CommitPrinter(session, style, diff, options.has('null'))
  const forMerges = options.has('first-parent') || (options.has('cc') && !diff?.formats.includes('patch'))
  for (const oid of commits) {
    const isMerge = repository.objects.commit(oid).parents.length > 1
    const side = options.has('left-right') ? sides.get(oid) : undefined
    const shownPaths = selection.followed.get(oid) ?? pathspec
    printer.print(oid, {
      pathspec: shownPaths,
      marks: side === undefined ? {} : { side },
      withDiff: !isMerge || forMerges,
    })
    if (isMerge && !forMerges && options.has('cc') && diff !== undefined) {
      const text = combinedDiff(repository, oid, { pathspec: shownPaths, style: diff })
      session.out(text === '' && !isBlock(style.format) ? '\n' : `\n${text}`)
    }
  }
  return 0
}

function drawGraph(
  session: Session,
  {
    options,
    style,
    selection,
    diff,
    pathspec,
  }: {
    options: Options
    style: PrettyStyle
    selection: Selection
    diff: DiffStyle | undefined
    pathspec: Pathspec
  },
): number {
  if (options.has('reverse'))
    throw new GitFailure("options '--reverse' and '--graph' cannot be used together")
  const { repository } = session
  const graph = new CommitGraph(selection.parentsOf, style.colors !== undefined)
  const endsOwnLines = !isBlock(style.format) && endsLines(style.format)
  const printer = new GraphPrinter(graph, endsOwnLines, (text) => session.out(text))
  for (const oid of selection.commits) {
    const mark = options.has('left-right') ? selection.sides.get(oid) : undefined
    printer.print(oid, {
      text: formatCommitText(repository, oid, style),
      ...(mark !== undefined && { mark }),
      diff: (width) => {
        if (diff === undefined) return ''
        const fitting = { ...diff, statWidth: diff.statWidth - width }
        const isMerge = repository.objects.commit(oid).parents.length > 1
        const body =
          !isMerge || options.has('first-parent')
            ? showDiff(commitPairs(repository, oid, pathspec, fitting), fitting)
            : options.has('cc')
              ? combinedDiff(repository, oid, { pathspec, style: fitting })
              : ''
        if (isMerge && options.has('cc') && !options.has('first-parent')) return `\n${body}`
        return body === '' || style.format === 'oneline' ? body : separator(fitting) + body
      },
    })
  }
  return 0
}

function walkReflog(
  session: Session,
  walk: { options: Options; style: PrettyStyle; revisions: readonly string[] },
): number {
  const { repository } = session
  const [given = 'HEAD'] = walk.revisions
  const name = given.replace(/@\{.*\}$/, '') || 'HEAD'
  const ref = name === 'HEAD' ? 'HEAD' : fullRefName(repository, name)
  if (ref === undefined) throw new GitFailure(`bad revision '${given}'`)
  const limit = walk.options.number('max-count') ?? walk.options.number('#') ?? Infinity
  const entries = repository.refs.readLog(ref).reverse().slice(0, limit)
  const printer = new CommitPrinter(session, walk.style, undefined, walk.options.has('null'))
  entries.forEach((entry, at) => {
    const [, who = ''] = /^(.*>)/.exec(entry.person) ?? []
    const selector = { name: `${name}@{${at}}`, person: who, message: entry.message }
    printer.print(entry.to, { pathspec: new Pathspec([]), marks: { selector }, withDiff: false })
  })
  return 0
}

export async function reflogCommand(session: Session, args: readonly string[]): Promise<number> {
  const [first, ...rest] = args
  if (first === 'expire' || first === 'delete' || first === 'exists')
    throw new GitFailure(`'git reflog ${first}' is not supported in this sandbox`)
  return logCommand(session, [
    '-g',
    '--abbrev-commit',
    '--pretty=oneline',
    ...(first === 'show' ? rest : args),
  ])
}

/** `rev-list`: names only. */
export async function revListCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(withNegations(args), LOG_OPTIONS)
  const { repository } = session
  const { revisions, paths } = splitRevisions(repository, options.words, options.paths)
  if (revisions.length === 0 && !['all', 'branches', 'tags', 'remotes'].some((name) => options.has(name)))
    throw new GitFailure('usage: git rev-list [<options>] <commit>... [--] [<path>...]', {
      exitCode: 129,
      prefix: '',
    })
  const range = rangeFor(session, options, revisions)
  if (range === undefined) return 0
  const pathspec = paths.length === 0 ? new Pathspec([]) : parsePathspec(repository, paths)
  const { commits, sides } = selectCommits(session, options, { range, pathspec, diff: undefined })
  if (options.has('count')) {
    const left = commits.filter((oid) => sides.get(oid) === '<').length
    session.out(options.has('left-right') ? `${left}\t${commits.length - left}\n` : `${commits.length}\n`)
    return 0
  }
  const style = { ...readPrettyStyle(session, options), colors: undefined }
  const isFormatted = options.has('pretty') || options.has('format') || options.has('oneline')
  for (const oid of commits) {
    const side = options.has('left-right') ? (sides.get(oid) ?? '') : ''
    const name = style.abbrevCommit ? style.short.of(oid) : oid
    const parents = options.has('parents')
      ? repository.objects
          .commit(oid)
          .parents.map((parent) => ` ${parent}`)
          .join('')
      : ''
    if (!isFormatted) session.out(`${side}${name}${parents}\n`)
    else if (style.format === 'oneline') session.out(`${formatCommitText(repository, oid, style)}\n`)
    else if (style.format.includes(':'))
      session.out(`commit ${name}\n${formatCommitText(repository, oid, style)}\n`)
    else session.out(`${formatCommitText(repository, oid, style)}\n`)
  }
  return 0
}

/** Between a message and what was changed. */
function separator({ formats }: DiffStyle): string {
  return formats.includes('stat') && formats.includes('patch') ? '---\n' : '\n'
}

/** Commits one after the other, with git's empty lines between them. */
export class CommitPrinter {
  readonly #session: Session
  readonly #style: PrettyStyle
  readonly #diff: DiffStyle | undefined
  readonly #end: string
  #count = 0

  constructor(session: Session, style: PrettyStyle, diff: DiffStyle | undefined, nul = false) {
    this.#end = nul ? '\0' : '\n'
    this.#session = session
    this.#style = style
    this.#diff = diff
  }

  print(oid: string, what: { pathspec: PathFilter; marks: CommitMarks; withDiff: boolean }): void {
    const { repository } = this.#session
    const style = this.#style
    const text = formatCommitText(repository, oid, style, what.marks)
    const diff = this.#diff
    const body =
      diff === undefined || !what.withDiff
        ? ''
        : showDiff(commitPairs(repository, oid, what.pathspec, diff), diff)
    const isNamed = isBlock(style.format)
    const end = isNamed ? '\n' : this.#end
    if (this.#count > 0 && (isNamed || !endsLines(style.format))) this.#session.out(this.#end)
    this.#count += 1
    if (isNamed) this.#session.out(body === '' || diff === undefined ? text : text + separator(diff) + body)
    else if (style.format === 'oneline') this.#session.out(`${text}${end}${body}`)
    else if (endsLines(style.format))
      this.#session.out(
        `${text === '' && body !== '' ? '' : text + end}${body === '' || diff === undefined ? '' : `${text === '' ? '' : separator(diff)}${body}`}`,
      )
    else this.#session.out(`${text}${body === '' || diff === undefined ? '' : separator(diff) + body}`)
  }
}
