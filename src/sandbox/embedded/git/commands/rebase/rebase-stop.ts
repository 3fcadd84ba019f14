/** A rebase that stops at a commit: what is written for whoever goes on, and what is said. */
import { subjectOf } from '../../make-commit.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { readRebaseFile, writeRebaseFile } from '../../sequence/rebase-state.ts'
import type { Step } from '../../sequence/todo.ts'
import type { Session } from '../../session.ts'
import { fromText } from '../../text.ts'
import { conflictComment } from '../merge/merge.ts'

type CommitStep = Step & { readonly oid: string; readonly rest: string }

/** For `edit`: what is staged afterwards goes into the commit. */
export function stopAmending(session: Session, step: CommitStep): void {
  const { repository } = session
  const { message } = repository.objects.commit(step.oid)
  writeStopped(session, step, message)
  writeRebaseFile(repository, 'amend', `${repository.head ?? ''}\n`)
  session.err(`You can amend the commit now, with

  git commit --amend 

Once you are satisfied with your changes, run

  git rebase --continue
`)
}

interface Failure {
  readonly conflicts?: readonly string[]
  /** The change is there already: nothing would be committed. */
  readonly isEmpty?: boolean
  /** The files for `git commit` are written already, or the commit has a message of its own. */
  readonly isPicked?: boolean
}

export function stopFailed(session: Session, step: CommitStep, failure: Failure): number {
  const { repository } = session
  const { message } = repository.objects.commit(step.oid)
  const title = `${new ShortNames(repository).of(step.oid)}... ${subjectOf(message)}`
  if (!failure.isPicked) writePicked(session, step, failure.conflicts ?? [])
  writeStopped(session, step, message)
  if (failure.conflicts !== undefined) session.err(adviceText(title))
  session.err(`Could not apply ${new ShortNames(repository).of(step.oid)}... ${step.rest}\n`)
  return 1
}

/** For `git commit`: what is picked, and its message. */
export function writePicked(session: Session, { oid }: CommitStep, conflicts: readonly string[]): void {
  const { message } = session.repository.objects.commit(oid)
  writeGitFile(session, 'MERGE_MSG', `${message}${conflictComment(conflicts)}`)
  writeGitFile(session, 'CHERRY_PICK_HEAD', `${oid}\n`)
}

/** A `fixup` or `squash` that has conflicts, or whose message has failed. */
export function stopFailedMeld(session: Session, step: CommitStep, failure: Failure): number {
  const { repository } = session
  const message = readRebaseFile(repository, 'message-squash') ?? ''
  const names = new ShortNames(repository)
  writeGitFile(session, 'MERGE_MSG', message)
  writeStopped(session, step, message)
  if (failure.isEmpty) writeRebaseFile(repository, 'amend', `${repository.head ?? ''}\n`)
  if (failure.conflicts !== undefined) {
    writeRebaseFile(repository, 'amend', `${repository.head ?? ''}\n`)
    session.err(
      adviceText(`${names.of(step.oid)}... ${subjectOf(repository.objects.commit(step.oid).message)}`),
    )
  }
  session.err(`Could not apply ${names.of(step.oid)}... ${step.rest}\n`)
  return 1
}

function adviceText(title: string): string {
  return `error: could not apply ${title}
hint: Resolve all conflicts manually, mark them as resolved with
hint: "git add/rm <conflicted_files>", then run "git rebase --continue".
hint: You can instead skip this commit: run "git rebase --skip".
hint: To abort and get back to the state before "git rebase", run "git rebase --abort".
`
}

function writeGitFile(session: Session, name: string, text: string): void {
  const { repository } = session
  repository.files.write(repository.gitPath(name), fromText(text))
}

function writeStopped(session: Session, { oid }: CommitStep, message: string): void {
  const { repository } = session
  const { author } = repository.objects.commit(oid)
  writeGitFile(session, 'REBASE_HEAD', `${oid}\n`)
  writeRebaseFile(repository, 'message', message)
  writeRebaseFile(repository, 'stopped-sha', `${oid}\n`)
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
  writeRebaseFile(
    repository,
    'author-script',
    `GIT_AUTHOR_NAME=${quoted(author.name)}\nGIT_AUTHOR_EMAIL=${quoted(author.email)}\nGIT_AUTHOR_DATE=${quoted(`@${author.time} ${author.zone}`)}\n`,
  )
}
