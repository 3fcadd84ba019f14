/** `git am` from mail to mail: each applied and committed, until one stops it. */
import { indexPairs } from '../../diff/sources.ts'
import { GitFailure } from '../../failure.ts'
import { moveHead } from '../../head.ts'
import { runHook } from '../../hooks.ts'
import { firstLineOf, storeCommit } from '../../make-commit.ts'
import type { Options } from '../../options.ts'
import { parseMail } from '../../patch/mail.ts'
import { personOf, timeOf } from '../../person.ts'
import type { Repository } from '../../repository.ts'
import {
  amPath,
  amPosition,
  endAm,
  mailName,
  nextMail,
  readAmFile,
  readAmOptions,
  readAuthor,
  writeAmFile,
  writeMail,
  type AmOptions,
} from '../../sequence/am-state.ts'
import type { Session } from '../../session.ts'
import { Pathspec } from '../../worktree/pathspec.ts'
import { writeIndexTree } from '../../worktree/write-tree.ts'
import { applyMail } from './am-patch.ts'

/** The mails from where it stands on. */
export async function runMails(
  session: Session,
  options: Options,
  how: { isResumed: boolean },
): Promise<number> {
  const { repository } = session
  const state = readAmOptions(repository)
  const dirty = stagedPaths(repository)
  if (dirty.length > 0) {
    writeAmFile(repository, 'dirtyindex', 't\n')
    throw new GitFailure(`Dirty index: cannot apply patches (dirty: ${dirty.join(' ')})`)
  }
  repository.files.remove(amPath(repository, 'dirtyindex'))
  let isResumed = how.isResumed && readAmFile(repository, 'final-commit') !== undefined
  for (;;) {
    const { next, last } = amPosition(repository)
    if (next > last) break
    if (!isResumed) prepareMail(session, state, next)
    isResumed = false
    const code = await applyNext(session, options, state)
    if (code !== 0) return code
    nextMail(repository)
  }
  endAm(repository)
  return 0
}

function prepareMail(session: Session, state: AmOptions, number: number): void {
  const { repository } = session
  const text = readAmFile(repository, mailName(number))
  if (text === undefined) throw new GitFailure(`could not read '${amPath(repository, mailName(number))}'`)
  const mail = parseMail(text, state.keep)
  if (mail.email === '' && mail.name === '')
    throw new GitFailure(`invalid ident line: ${mailName(number)} has no From: that names somebody`)
  writeMail(repository, state.signoff ? { ...mail, message: signed(session, mail.message) } : mail)
}

function signed(session: Session, message: string): string {
  const { name, email } = personOf(session, 'committer')
  const line = `Signed-off-by: ${name} <${email}>`
  const last = message.trimEnd().split('\n\n').at(-1) ?? ''
  const lines = last.split('\n')
  if (lines.at(-1) === line) return message
  const isTrailer = message.trimEnd().includes('\n\n') && lines.every((each) => /^[A-Za-z0-9-]+: /.test(each))
  return `${message.trimEnd()}\n${isTrailer ? '' : '\n'}${line}\n`
}

async function applyNext(session: Session, options: Options, state: AmOptions): Promise<number> {
  const { repository } = session
  const say = (text: string): void => {
    if (!state.quiet) session.out(text)
  }
  const subject = firstLineOf(readAmFile(repository, 'final-commit') ?? '')
  if ((readAmFile(repository, 'patch') ?? '') === '') {
    const empty = options.value('empty') ?? 'stop'
    if (empty === 'stop') {
      session.out('Patch is empty.\n')
      return tellHow(session)
    }
    say(`${empty === 'drop' ? 'Skipping' : 'Creating an empty commit'}: ${subject}\n`)
    return empty === 'drop' ? 0 : commitMail(session, options)
  }
  if (!options.has('no-verify')) {
    const file = amPath(repository, 'final-commit')
    if ((await runHook(session, 'applypatch-msg', [file])) !== 0) return 1
  }
  say(`Applying: ${subject}\n`)
  const result = await applyMail(session, state, subject)
  if (result === 'applied') return commitMail(session, options)
  if (result === 'nothing-new') {
    say('No changes -- Patch already applied.\n')
    return 0
  }
  session.out(`Patch failed at ${mailName(amPosition(repository).next)} ${subject}\n`)
  if (repository.config.boolean('advice.amworkdir', true))
    session.err("hint: Use 'git am --show-current-patch=diff' to see the failed patch\n")
  return tellHow(session)
}

export async function commitMail(session: Session, options: Options): Promise<number> {
  const { repository } = session
  if (!options.has('no-verify') && (await runHook(session, 'pre-applypatch', [])) !== 0) return 1
  const tree = writeIndexTree(repository)
  const { head } = repository
  const author = readAuthor(repository)
  const date = options.has('ignore-date') ? undefined : author.date
  const message = readAmFile(repository, 'final-commit') ?? ''
  const time = timeOf(session, date)
  if (head === undefined) session.err('applying to an empty history\n')
  const inner = options.has('committer-date-is-author-date')
    ? session.withEnv({ GIT_COMMITTER_DATE: `@${time.time} ${time.zone}` })
    : session
  const made = storeCommit(session, {
    tree,
    parents: head === undefined ? [] : [head],
    message,
    author: { name: author.name, email: author.email, ...time },
    committer: personOf(inner, 'committer'),
  })
  repository.saveIndex()
  moveHead(session, made, `am: ${firstLineOf(message)}`)
  await runHook(session, 'post-applypatch', [])
  return 0
}

export function tellHow(session: Session): number {
  const isEmpty = (readAmFile(session.repository, 'patch') ?? '') === ''
  session.out(`When you have resolved this problem, run "git am --continue".
If you prefer to skip this patch, run "git am --skip" instead.
${isEmpty ? 'To record the empty patch as an empty commit, run "git am --allow-empty".\n' : ''}To restore the original branch and stop patching, run "git am --abort".
`)
  return 128
}

export function stagedPaths(repository: Repository): string[] {
  const { head, objects, index } = repository
  const tree = head === undefined ? undefined : objects.commit(head).tree
  const pairs = indexPairs(repository, tree, new Pathspec([]))
  const paths = pairs.map((pair) => pair.after?.path ?? pair.before?.path ?? '')
  return [...new Set([...paths, ...index.conflicts.keys()])].sort()
}
