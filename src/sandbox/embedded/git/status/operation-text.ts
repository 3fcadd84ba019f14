/** What `git status` says of an operation that has stopped, and how to go on. */
import type { Repository } from '../repository.ts'
import { ShortNames } from '../revision/short-name.ts'
import type { Operation } from './operation.ts'
import { rebaseSteps } from './rebase-steps.ts'

interface State {
  readonly repository: Repository
  readonly operation: Operation
  readonly hasConflicts: boolean
  readonly hints: boolean
}

export function operationText(state: State): string {
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
    case 'rebase':
      return rebaseText(state, operation, hint)
    default:
      return operation satisfies never
  }
}

function rebaseText(
  { repository, hasConflicts }: State,
  operation: Operation & { kind: 'rebase' },
  hint: (text: string) => string,
): string {
  const short = new ShortNames(repository).of(operation.onto)
  const { done, left } = rebaseSteps(repository)
  const shown = (steps: readonly string[]): string => steps.map((step) => `   ${step}\n`).join('')
  const count = (steps: readonly string[], word: string): string =>
    `(${steps.length} ${word}${steps.length === 1 ? '' : 's'}`
  let text = `Last command${done.length === 1 ? '' : 's'} done ${count(done, 'command')} done):\n${shown(done.slice(-2))}`
  if (done.length > 2) text += hint(`see more in file ${repository.gitPath('rebase-merge/done')}`)
  if (left.length === 0) text += 'No commands remaining.\n'
  else {
    text += `Next command${left.length === 1 ? '' : 's'} to do ${count(left, 'remaining command')}):\n${shown(left.slice(0, 2))}`
    text += hint('use "git rebase --edit-todo" to view and edit')
  }
  text += `You are currently rebasing${operation.branch === undefined ? '' : ` branch '${operation.branch}' on '${short}'`}.\n`
  if (!hasConflicts) return `${text}${hint('all conflicts fixed: run "git rebase --continue"')}\n`
  text += hint('fix conflicts and then run "git rebase --continue"')
  text += hint('use "git rebase --skip" to skip this patch')
  return `${text}${hint('use "git rebase --abort" to check out the original branch')}\n`
}
