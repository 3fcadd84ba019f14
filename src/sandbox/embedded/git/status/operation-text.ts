/** Text of `git status` about a stopped operation, and how to go on. */
import type { Repository } from '../repository.ts'
import { bisectedFrom } from '../sequence/bisect-state.ts'
import { ShortNames } from '../revision/short-name.ts'
import type { Operation } from './operation.ts'
import { rebaseSteps } from './rebase-steps.ts'

interface State {
  /** Tracked files differ from the index. */
  readonly isDirty: boolean
  readonly repository: Repository
  readonly operation: Operation
  readonly hasConflicts: boolean
  readonly hints: boolean
}

export function operationText(state: State): string {
  return ownText(state) + bisectText(state)
}

/** A search may be under way beside everything else. */
function bisectText({ repository, hints }: State): string {
  const from = bisectedFrom(repository)
  if (from === undefined) return ''
  const hint = hints ? '  (use "git bisect reset" to get back to the original branch)\n' : ''
  return `You are currently bisecting, started from branch '${from}'.\n${hint}\n`
}

function ownText(state: State): string {
  const { operation, hasConflicts } = state
  const hint = (text: string): string => (state.hints ? `  (${text})\n` : '')
  switch (operation.kind) {
    case 'none':
      return ''
    case 'merge':
      if (!hasConflicts)
        return `All conflicts fixed but you are still merging.\n${hint('use "git commit" to conclude merge')}\n`
      return `You have unmerged paths.\n${hint('fix conflicts and run "git commit"')}${hint('use "git merge --abort" to abort the merge')}\n`
    case 'cherry-pick':
    case 'revert': {
      const doing = operation.kind === 'revert' ? 'reverting' : 'cherry-picking'
      const name = `git ${operation.kind}`
      const next = hasConflicts
        ? hint(`fix conflicts and run "${name} --continue"`)
        : hint(`all conflicts fixed: run "${name} --continue"`)
      const short = new ShortNames(state.repository).of(operation.commit)
      return `You are currently ${doing} commit ${short}.\n${next}${hint(`use "${name} --skip" to skip this patch`)}${hint(`use "${name} --abort" to cancel the ${operation.kind} operation`)}\n`
    }
    case 'am': {
      const [empty, next] = operation.isEmpty
        ? [
            'The current patch is empty.\n',
            hint('use "git am --allow-empty" to record this patch as an empty commit'),
          ]
        : ['', '']
      const fix = operation.isEmpty ? '' : hint('fix conflicts and then run "git am --continue"')
      return `You are in the middle of an am session.\n${empty}${fix}${hint('use "git am --skip" to skip this patch')}${next}${hint('use "git am --abort" to restore the original branch')}\n`
    }
    case 'rebase':
      return rebaseText(state, operation, hint)
    default:
      return operation satisfies never
  }
}

function rebaseText(
  { repository, hasConflicts, isDirty }: State,
  operation: Operation & { kind: 'rebase' },
  hint: (text: string) => string,
): string {
  const short = new ShortNames(repository).of(operation.onto)
  const { done, left } = rebaseSteps(repository)
  const shown = (steps: readonly string[]): string => steps.map((step) => `   ${step}\n`).join('')
  const count = (steps: readonly string[], word: string): string =>
    `(${steps.length} ${word}${steps.length === 1 ? '' : 's'}`
  let text =
    done.length === 0
      ? 'No commands done.\n'
      : `Last command${done.length === 1 ? '' : 's'} done ${count(done, 'command')} done):\n${shown(done.slice(-2))}`
  if (done.length > 2) text += hint(`see more in file ${repository.shownGitPath('rebase-merge/done')}`)
  if (left.length === 0) text += 'No commands remaining.\n'
  else {
    text += `Next command${left.length === 1 ? '' : 's'} to do ${count(left, 'remaining command')}):\n${shown(left.slice(0, 2))}`
    text += hint('use "git rebase --edit-todo" to view and edit')
  }
  const of = operation.branch === undefined ? undefined : `branch '${operation.branch}' on '${short}'`
  if (!hasConflicts && repository.files.stat(repository.gitPath('MERGE_MSG')) === undefined) {
    const isSplit = isDirty && isSplitting(repository)
    text += `You are currently ${isSplit ? 'splitting' : 'editing'} a commit ${of === undefined ? 'during a rebase' : `while rebasing ${of}`}.\n`
    if (isSplit)
      return `${text}${hint('Once your working directory is clean, run "git rebase --continue"')}\n`
    text += hint('use "git commit --amend" to amend the current commit')
    return `${text}${hint('use "git rebase --continue" once you are satisfied with your changes')}\n`
  }
  text += `You are currently rebasing${of === undefined ? '' : ` ${of}`}.\n`
  if (!hasConflicts) return `${text}${hint('all conflicts fixed: run "git rebase --continue"')}\n`
  text += hint('fix conflicts and then run "git rebase --continue"')
  text += hint('use "git rebase --skip" to skip this patch')
  return `${text}${hint('use "git rebase --abort" to check out the original branch')}\n`
}

/** The commit that was to be edited has been taken back. */
function isSplitting(repository: Repository): boolean {
  const read = (name: string): string | undefined =>
    repository.files.readText(repository.gitPath(name))?.trim()
  const [amend, original] = [read('rebase-merge/amend'), read('rebase-merge/orig-head')]
  if (amend === undefined || original === undefined) return false
  return amend === original ? repository.head !== amend : read('ORIG_HEAD') !== original
}
