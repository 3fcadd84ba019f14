/** `git am`: commits from mails with patches. */
import { GitFailure } from '../../failure.ts'
import { detachHead, moveHead } from '../../head.ts'
import { firstLineOf } from '../../make-commit.ts'
import { parseOptions, type Options } from '../../options.ts'
import { splitMails } from '../../patch/mail.ts'
import { absolute, type Repository } from '../../repository.ts'
import {
  amPosition,
  endAm,
  isApplying,
  mailName,
  nextMail,
  readAmFile,
  readAmOptions,
  startAm,
  writeAmFile,
  type AmOptions,
} from '../../sequence/am-state.ts'
import { isRebasing } from '../../sequence/rebase-state.ts'
import type { Session } from '../../session.ts'
import { fromText, toText } from '../../text.ts'
import { forceWorktree } from '../../worktree/update.ts'
import { commitMail, runMails, stagedPaths, tellHow } from './am-run.ts'

const OPTIONS = [
  '3,3way',
  'no-3way',
  's,signoff',
  'k,keep',
  'keep-non-patch',
  'u,utf8',
  'keep-cr',
  'q,quiet',
  'p=',
  'directory=',
  'whitespace=',
  'committer-date-is-author-date',
  'ignore-date',
  'continue',
  'r,resolved',
  'skip',
  'abort',
  'quit',
  'show-current-patch=?',
  'allow-empty',
  'empty=',
  'n,no-verify',
  'no-gpg-sign',
  'rerere-autoupdate',
  'patch-format=',
  'i,interactive',
  'S,gpg-sign=?',
  'c,scissors',
  'C=',
  'reject',
  'include=',
  'exclude=',
  'ignore-whitespace',
  'ignore-space-change',
  'm,message-id',
  'quoted-cr=',
]
const MISSING = OPTIONS.slice(OPTIONS.indexOf('i,interactive')).map((spec) =>
  spec.replace(/^.*,/, '').replace(/=\??$/, ''),
)

export async function amCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, OPTIONS)
  const missing = MISSING.find((name) => options.has(name))
  if (missing !== undefined) throw new GitFailure(`am --${missing} is not supported in this sandbox's git`)
  const format = options.value('patch-format') ?? 'mbox'
  if (format !== 'mbox')
    throw new GitFailure(`patches in the format '${format}' are not supported in this sandbox's git`)
  if (!['stop', 'drop', 'keep'].includes(options.value('empty') ?? 'stop'))
    throw new GitFailure(`invalid value for '--empty': '${options.value('empty') ?? ''}'`, {
      prefix: 'error: ',
      exitCode: 129,
    })
  const { repository } = session
  const isUnderWay = isApplying(repository)
  const resumes = ['continue', 'resolved', 'skip', 'abort', 'quit', 'show-current-patch', 'allow-empty']
  if (resumes.some((name) => options.has(name))) {
    if (!isUnderWay) throw new GitFailure('Resolve operation not in progress, we are not resuming.')
    return resume(session, options)
  }
  if (isUnderWay) {
    if (options.operands.length === 0) return runMails(session, options, { isResumed: true })
    throw new GitFailure(
      `previous rebase directory ${repository.shownGitPath('rebase-apply')} still exists but mbox given.`,
    )
  }
  if (isRebasing(repository))
    throw new GitFailure("a rebase is under way: 'git am' is refused until it has ended")
  return start(session, options)
}

async function start(session: Session, options: Options): Promise<number> {
  const { repository } = session
  const mails = await readMails(session, options)
  if (mails === undefined) {
    session.err('Patch format detection failed.\n')
    return 128
  }
  startAm(repository, mails, optionsOf(session, options))
  const { head } = repository
  writeAmFile(repository, 'abort-safety', `${head ?? ''}\n`)
  if (head !== undefined) repository.files.write(repository.gitPath('ORIG_HEAD'), fromText(`${head}\n`))
  return runMails(session, options, { isResumed: false })
}

function optionsOf(session: Session, options: Options): AmOptions {
  const apply = ['p', 'directory', 'whitespace'].flatMap((name) => {
    const value = options.value(name)
    if (value === undefined) return []
    return [name === 'p' ? `-p${value}` : `--${name}=${value}`]
  })
  const usual = session.config.boolean('am.threeway', false)
  return {
    threeway: (options.has('3way') || usual) && !options.has('no-3way'),
    quiet: options.has('quiet'),
    signoff: options.has('signoff'),
    keep: options.has('keep') ? 'all' : options.has('keep-non-patch') ? 'non-patch' : 'no',
    apply,
  }
}

/** Undefined where a file is no mailbox. */
async function readMails(session: Session, options: Options): Promise<string[] | undefined> {
  const keepCr = options.has('keep-cr') || session.config.boolean('am.keepcr', false)
  const isKnown = options.has('patch-format')
  const names = options.operands
  if (names.length === 0) return splitMails(await session.io.stdin(), { keepCr, isKnown: true })
  const mails: string[] = []
  for (const [at, name] of names.entries()) {
    const path = absolute(name, session.cwd)
    if (name !== '-' && session.files.isDirectory(path))
      throw new GitFailure(`'${name}' is a folder: maildirs are not supported in this sandbox's git`)
    const data = name === '-' ? undefined : session.files.read(path)
    if (name !== '-' && data === undefined)
      throw new GitFailure(`could not open '${name}' for reading: No such file or directory`)
    const text = data === undefined ? await session.io.stdin() : toText(data)
    const found = splitMails(text, { keepCr, isKnown: isKnown || at > 0 })
    if (found === undefined) return undefined
    mails.push(...found)
  }
  return mails
}

async function resume(session: Session, options: Options): Promise<number> {
  const { repository } = session
  if (options.has('quit')) {
    endAm(repository)
    return 0
  }
  if (options.has('show-current-patch')) return showPatch(session, options)
  if (options.has('abort')) return abort(session)
  if (options.has('skip')) {
    toTree(repository, repository.head)
    nextMail(repository)
    return runMails(session, options, { isResumed: false })
  }
  const message = readAmFile(repository, 'final-commit')
  if (message === undefined)
    throw new GitFailure(
      `cannot resume: ${repository.shownGitPath('rebase-apply/final-commit')} does not exist.`,
    )
  const state = readAmOptions(repository)
  if (!state.quiet) session.out(`Applying: ${firstLineOf(message)}\n`)
  if (stagedPaths(repository).length === 0) {
    const isEmpty = (readAmFile(repository, 'patch') ?? '') === ''
    if (!options.has('allow-empty') || !isEmpty) {
      session.out(`No changes - did you forget to use 'git add'?
If there is nothing left to stage, chances are that something else
already introduced the same changes; you might want to skip this patch.
`)
      return tellHow(session)
    }
    session.out('No changes - recorded it as an empty commit.\n')
  }
  if (repository.index.conflicts.size > 0) {
    session.out(`You still have unmerged paths in your index.
You should 'git add' each file with resolved conflicts to mark them as such.
You might run \`git rm\` on a file to accept "deleted by them" for it.
`)
    return tellHow(session)
  }
  const code = await commitMail(session, options)
  if (code !== 0) return code
  nextMail(repository)
  return runMails(session, options, { isResumed: false })
}

function showPatch(session: Session, options: Options): number {
  const { repository } = session
  const what = options.value('show-current-patch') ?? ''
  if (!['', 'raw', 'diff'].includes(what))
    throw new GitFailure(`invalid value for '--show-current-patch': '${what}'`, {
      prefix: 'error: ',
      exitCode: 129,
    })
  const name = what === 'diff' ? 'patch' : mailName(amPosition(repository).next)
  session.out(readAmFile(repository, name) ?? '')
  return 0
}

/** Back to where it began, unless HEAD has been moved by something else since. */
async function abort(session: Session): Promise<number> {
  const { repository } = session
  const { head } = repository
  const safe = readAmFile(repository, 'abort-safety')?.trim() ?? ''
  if (readAmFile(repository, 'dirtyindex') !== undefined) {
    endAm(repository)
    return 0
  }
  if (safe !== (head ?? '')) {
    session.err(
      "warning: You seem to have moved HEAD since the last 'am' failure.\nNot rewinding to ORIG_HEAD\n",
    )
    endAm(repository)
    return 0
  }
  const original = repository.files.readText(repository.gitPath('ORIG_HEAD'))?.trim()
  toTree(repository, original ?? head)
  if (original !== undefined && original !== head) {
    if (repository.branch === undefined) detachHead(session, original, 'am --abort')
    else moveHead(session, original, 'am --abort')
  }
  endAm(repository)
  return 0
}

/** Resets to the commit's tree: staged changes are lost, unstaged ones remain. */
function toTree(repository: Repository, commit: string | undefined): void {
  forceWorktree(repository, commit === undefined ? undefined : repository.objects.commit(commit).tree, {
    keepUnstaged: true,
  })
  repository.saveIndex()
}
