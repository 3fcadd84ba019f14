/** Commits that a rebase makes with the editor: reworded, melded, or settled by hand. */
import { errorFailure, GitFailure } from '../../failure.ts'
import { editorOf } from '../../editor.ts'
import { storeCommit, subjectOf } from '../../make-commit.ts'
import { moveHead } from '../../head.ts'
import type { Repository } from '../../repository.ts'
import { hasStaged, hasUnstaged } from '../../sequence/dirty.ts'
import { readRebaseFile, readTodo, removeRebaseFile, writeRebaseFile } from '../../sequence/rebase-state.ts'
import { forgetMessage, hasSquash, meldCount } from '../../sequence/squash-message.ts'
import { isMeld } from '../../sequence/todo.ts'
import type { Session } from '../../session.ts'
import { cleanMessage } from '../../make-commit.ts'
import { commitCommand } from '../changes/commit.ts'

/** `git commit` with a line in the log that says of which step it is. `-e` falls away where nobody has named an editor for a message that is there. */
export async function commitInRebase(
  session: Session,
  word: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { repository } = session
  const hasMessage = args.includes('-F')
  const withoutEditor = hasMessage && editorOf(session) === undefined
  const words = withoutEditor ? [...args.filter((arg) => arg !== '-e'), '--cleanup=strip'] : args
  repository.saveIndex()
  const inner = session.withEnv({ ...env, GIT_REFLOG_ACTION: `rebase (${word})` })
  try {
    return await commitCommand(inner, words)
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    session.err(`${error.prefix}${error.message}\n`)
    return 1
  } finally {
    repository.reread()
  }
}

/** Commits the changes that were resolved or amended since the rebase stopped. */
export async function commitStaged(session: Session): Promise<void> {
  const { repository } = session
  if (hasUnstaged(repository)) {
    const list = [...repository.index.conflicts.keys()].map((path) => `${path}: needs merge\n`).join('')
    session.out(`${list}You must edit all merge conflicts and then\nmark them as resolved using git add\n`)
    throw new GitFailure('', { exitCode: 1, prefix: '' })
  }
  const isClean = !hasStaged(repository)
  const amend = readRebaseFile(repository, 'amend')?.trim()
  if (amend !== undefined && !isClean && amend !== repository.head)
    throw errorFailure(
      "\nYou have uncommitted changes in your working tree. Please, commit them\nfirst and then run 'git rebase --continue' again.",
    )
  if (amend !== undefined && isClean && meldCount(repository) > 0) {
    if (amend === repository.head && readRebaseFile(repository, 'stopped-sha') !== undefined)
      skipMeld(session)
    else if (!isMeld(readTodo(repository).steps[0])) forgetMessage(repository)
  }
  if (isClean) {
    for (const name of ['CHERRY_PICK_HEAD', 'MERGE_MSG']) repository.files.remove(repository.gitPath(name))
    removeRebaseFile(repository, 'amend')
    return
  }
  await commitChanges(session, amend !== undefined)
  for (const name of ['amend', 'current-fixups']) removeRebaseFile(repository, name)
}

async function commitChanges(session: Session, amend: boolean): Promise<void> {
  const { repository } = session
  const env = authorEnv(repository)
  if (env === undefined)
    throw errorFailure(
      `could not open '${repository.shownGitPath('rebase-merge/author-script')}' for reading: No such file or directory\nerror: ${STAGED_ADVICE}error: could not commit staged changes.`,
    )
  const file = repository.gitPath('rebase-merge/message')
  const args = [...(amend ? ['--amend'] : []), '--allow-empty', '-n', '-F', file, '-e']
  if ((await commitInRebase(session, 'continue', args, env)) !== 0)
    throw errorFailure('could not commit staged changes.')
}

/** A meld that failed is left out: so is its part of the message. */
function skipMeld(session: Session): void {
  const { repository } = session
  const left = (readRebaseFile(repository, 'current-fixups') ?? '').split('\n').slice(0, -1)
  const hadSquash = left.some((line) => line.startsWith('squash '))
  writeRebaseFile(repository, 'current-fixups', left.join('\n'))
  const { head, objects } = repository
  if (head === undefined) return
  const { message, author, parents, tree } = objects.commit(head)
  if (isMeld(readTodo(repository).steps[0])) {
    writeRebaseFile(repository, 'message-squash', message)
    if (left.length === 0) removeRebaseFile(repository, 'current-fixups')
    return
  }
  if (left.length > 0 && !hadSquash) {
    const cleaned = cleanMessage(message, { comments: true })
    const made = storeCommit(session, { tree, parents, message: cleaned, author })
    moveHead(session, made, `rebase (continue): ${subjectOf(cleaned)}`)
  } else if (left.length > 0 && hasSquash(repository)) {
    throw new GitFailure('skipping the last squash of several is not supported in this sandbox: use --abort')
  }
  forgetMessage(repository)
}

const STAGED_ADVICE = `you have staged changes in your working tree
If these changes are meant to be squashed into the previous commit, run:

  git commit --amend 

If they are meant to go into a new commit, run:

  git commit 

In both cases, once you're done, continue with:

  git rebase --continue

`

/** Author of the commit at which the rebase stopped, as variables; undefined when not recorded. */
function authorEnv(repository: Repository): Record<string, string> | undefined {
  const text = readRebaseFile(repository, 'author-script')
  if (text === undefined) return undefined
  const found = [...text.matchAll(/^(GIT_AUTHOR_[A-Z]+)='((?:[^']|'\\'')*)'$/gm)]
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value.replaceAll("'\\''", "'")]))
}
