/** A rebase's steps, one after the other, until one stops or all are done. */
import { GitFailure } from '../../failure.ts'
import { moveHead, moveRef } from '../../head.ts'
import { firstLineOf, storeCommit, subjectOf } from '../../make-commit.ts'
import type { Options } from '../../options.ts'
import { committerOrNobody } from '../../person.ts'
import { ShortNames } from '../../revision/short-name.ts'
import { applyCommit } from '../../sequence/pick.ts'
import { tellDirty } from '../../sequence/dirty.ts'
import {
  doneCount,
  endRebase,
  readRebase,
  readRebaseFile,
  readTodo,
  removeRebaseFile,
  takeStep,
} from '../../sequence/rebase-state.ts'
import { forgetMessage, growMessage } from '../../sequence/squash-message.ts'
import { isMeld, type Step } from '../../sequence/todo.ts'
import type { Session } from '../../session.ts'
import { clearOperation } from '../../status/operation.ts'
import { fromText } from '../../text.ts'
import { overwriteFailure, updateWorktree } from '../../worktree/update.ts'
import { writeIndexTree } from '../../worktree/write-tree.ts'
import { applyRebaseStash } from './autostash.ts'
import { commitInRebase } from './rebase-commit.ts'
import { stopAmending, stopFailed, stopFailedMeld, writePicked } from './rebase-stop.ts'

type CommitStep = Step & { readonly oid: string; readonly rest: string }

interface Run {
  readonly session: Session
  readonly options: Options
  readonly isQuiet: boolean
}

/** Terminal width that git assumes when it wipes a line. */
const LINE_WIDTH = 80
const WIPE = `\r${' '.repeat(LINE_WIDTH)}\r`

/** Files of a single step, removed before the next one. */
const STEP_FILES = ['message', 'author-script', 'stopped-sha', 'amend', 'patch']

export async function runSteps(session: Session, options: Options): Promise<number> {
  const { repository } = session
  const isQuiet = options.has('quiet') || readRebaseFile(repository, 'quiet') !== undefined
  const run = { session, options, isQuiet }
  for (;;) {
    const todo = readTodo(repository)
    if (todo.errors !== '') {
      session.err(`${todo.errors}error: please fix this using 'git rebase --edit-todo'.\n`)
      return 1
    }
    refuseMissing(todo.missing)
    const [step, next] = todo.steps
    if (step === undefined) return finish(run)
    takeStep(repository, todo.steps)
    const number = doneCount(repository)
    const total = number + todo.steps.length - 1
    if (!isQuiet) session.err(`Rebasing (${number}/${total})\r`)
    for (const name of STEP_FILES) removeRebaseFile(repository, name)
    repository.files.remove(repository.gitPath('REBASE_HEAD'))
    const code = await runStep(run, step, next)
    if (code !== 0) return code
    if (step.word === 'break' || step.word === 'edit') return 0
  }
}

export function refuseMissing(word: string | undefined): void {
  if (word !== undefined)
    throw new GitFailure(`the step '${word}' of a rebase is not supported in this sandbox's git`)
}

async function runStep(run: Run, step: Step, next: Step | undefined): Promise<number> {
  switch (step.word) {
    case 'break':
      return tellBreak(run)
    case 'exec':
      return runCommand(run, step.command)
    case 'noop':
    case 'drop':
      return 0
    case 'pick':
    case 'edit':
    case 'reword':
    case 'squash':
    case 'fixup':
      return pickStep(run, step, next)
    default:
      return step satisfies never
  }
}

function tellBreak({ session }: Run): number {
  const { repository } = session
  const { head } = repository
  if (head === undefined) return 0
  const subject = subjectOf(repository.objects.commit(head).message)
  session.err(`${WIPE}Stopped at ${new ShortNames(repository).of(head)} (${subject})\n`)
  return 0
}

async function runCommand({ session }: Run, command: string): Promise<number> {
  const { repository } = session
  session.err(`${WIPE}Executing: ${command}\n`)
  const code = await session.runLine(command, repository.root)
  const isDirty = tellDirty(session, 'rebase')
  const goOn = '\n  git rebase --continue\n\n'
  if (code !== 0) {
    const also = isDirty ? 'and made changes to the index and/or the working tree\n' : ''
    session.err(
      `warning: execution failed: ${command}\n${also}You can fix the problem, and then run\n${goOn}\n`,
    )
    return code === 127 ? 1 : code
  }
  if (!isDirty) return 0
  session.err(
    `warning: execution succeeded: ${command}\nbut left changes to the index and/or the working tree\nCommit or stash your changes, and then run\n${goOn}\n`,
  )
  return 1
}

async function pickStep(run: Run, step: CommitStep, next: Step | undefined): Promise<number> {
  const { session, options } = run
  const { repository } = session
  const { objects, head } = repository
  const commit = objects.commit(step.oid)
  if (head === undefined) throw new GitFailure('HEAD is gone in the middle of a rebase')
  const isRoot = readRebaseFile(repository, 'squash-onto')?.trim() === head
  if (isRoot && isMeld(step)) {
    session.err('error: cannot fixup root commit\n')
    return 1
  }
  const mayMove = !options.has('force-rebase') && !options.has('no-ff') && !isMeld(step)
  const [parent] = commit.parents
  if (mayMove && (parent === head || (isRoot && parent === undefined))) {
    const overwritten = updateWorktree(repository, { from: objects.commit(head).tree, to: commit.tree })
    if (overwritten !== undefined) throw overwriteFailure(overwritten, 'merge', 'merge')
    repository.saveIndex()
    moveHead(session, step.oid, 'rebase: fast-forward')
    return afterPick(run, step)
  }
  if (isMeld(step)) growMessage(repository, step)
  const favor = (readRebaseFile(repository, 'favor') ?? '').trim()
  const picked = applyCommit(repository, {
    commit: step.oid,
    revert: false,
    mainline: undefined,
    favor: favor === 'ours' || favor === 'theirs' ? favor : undefined,
    name: 'rebase',
  })
  session.out(picked.messages)
  if (picked.conflicts.length > 0)
    return isMeld(step)
      ? stopFailedMeld(session, step, { conflicts: picked.conflicts })
      : stopFailed(session, step, { conflicts: picked.conflicts })
  const code = isMeld(step) ? await commitMeld(run, step, next) : await commitPick(run, step, isRoot)
  return code === 0 ? afterPick(run, step) : code
}

/** `edit` stops here, and `reword` asks for the message. */
async function afterPick({ session }: Run, step: CommitStep): Promise<number> {
  if (step.word === 'edit') {
    session.err(`${WIPE}Stopped at ${new ShortNames(session.repository).of(step.oid)}...  ${step.rest}\n`)
    stopAmending(session, step)
    return 0
  }
  if (step.word !== 'reword') return 0
  const code = await commitInRebase(session, 'reword', ['--amend', '--allow-empty', '-e'])
  if (code === 0) return 0
  if (session.repository.head === step.oid) {
    stopAmending(session, step)
    return 1
  }
  return stopFailed(session, step, { isPicked: true })
}

/** Nothing is committed when the change is there already. */
async function commitPick({ session }: Run, step: CommitStep, isRoot: boolean): Promise<number> {
  const { repository } = session
  const { objects, head } = repository
  const { author, parents, tree: old, message } = objects.commit(step.oid)
  const tree = writeIndexTree(repository)
  const wasEmpty = parents[0] !== undefined && objects.commit(parents[0]).tree === old
  if (head !== undefined && objects.commit(head).tree === tree && !wasEmpty) {
    const empty = readRebaseFile(repository, 'drop_redundant_commits') !== undefined
    if (empty) {
      session.err(`dropping ${step.oid} ${subjectOf(message)} -- patch contents already upstream\n`)
      return 0
    }
    if (readRebaseFile(repository, 'keep_redundant_commits') === undefined) return stopEmpty(session, step)
  }
  const made = storeCommit(session, {
    tree,
    parents: head === undefined || isRoot ? [] : [head],
    message,
    author,
  })
  repository.saveIndex()
  moveHead(session, made, `rebase (${step.word}): ${firstLineOf(message)}`)
  return 0
}

async function stopEmpty(session: Session, step: CommitStep): Promise<number> {
  const { repository } = session
  writePicked(session, step, [])
  session.err(`The previous cherry-pick is now empty, possibly due to conflict resolution.
If you wish to commit it anyway, use:

    git commit --allow-empty

Otherwise, please use 'git rebase --skip'
`)
  await commitInRebase(session, step.word, ['--no-edit', '-n'])
  repository.reread()
  return stopFailed(session, step, { isPicked: true })
}

async function commitMeld({ session }: Run, step: CommitStep, next: Step | undefined): Promise<number> {
  const { repository } = session
  const { objects, head } = repository
  if (head === undefined) return 1
  const fixup = readRebaseFile(repository, 'message-fixup')
  const isLast = !isMeld(next)
  const squash = readRebaseFile(repository, 'message-squash') ?? ''
  if (isLast && fixup === undefined) {
    const file = repository.gitPath('SQUASH_MSG')
    repository.files.write(file, fromText(squash))
    repository.files.remove(repository.gitPath('MERGE_MSG'))
    const code = await commitInRebase(session, step.word, ['--amend', '-n', '-F', file, '-e'])
    if (code !== 0) return stopFailedMeld(session, step, {})
    clearOperation(repository)
  } else {
    const message = isLast ? (fixup ?? squash) : squash
    const { author, parents } = objects.commit(head)
    const tree = writeIndexTree(repository)
    const [parent] = parents
    if (parent !== undefined && objects.commit(parent).tree === tree) {
      repository.files.write(repository.gitPath('MERGE_MSG'), fromText(squash))
      const file = repository.gitPath('MERGE_MSG')
      await commitInRebase(session, step.word, ['--amend', '-n', '-F', file])
      return stopFailedMeld(session, step, { isEmpty: true })
    }
    const made = storeCommit(session, { tree, parents, message, author })
    repository.saveIndex()
    moveHead(session, made, `rebase (${step.word}): ${firstLineOf(message)}`)
  }
  if (isLast) forgetMessage(repository)
  return 0
}

async function finish({ session, isQuiet }: Run): Promise<number> {
  const { repository } = session
  const state = readRebase(repository)
  const { head } = repository
  if (state === undefined || head === undefined) throw new GitFailure('No rebase in progress?')
  const isBranch = state.headName.startsWith('refs/')
  if (isBranch) {
    moveRef(session, state.headName, head, `rebase (finish): ${state.headName} onto ${state.onto}`)
    repository.refs.writeSymbolic('HEAD', state.headName)
    repository.refs.log('HEAD', {
      from: head,
      to: head,
      who: committerOrNobody(session),
      message: `rebase (finish): returning to ${state.headName}`,
    })
  }
  applyRebaseStash(session)
  endRebase(repository)
  clearOperation(repository)
  if (!isQuiet)
    session.err(`${WIPE}Successfully rebased and updated ${isBranch ? state.headName : 'detached HEAD'}.\n`)
  return 0
}
