/** A rebase under way, in the files that the real git keeps, so that either can go on with it. */
import type { Repository } from '../repository.ts'
import { fromText } from '../text.ts'
import { formatTodo, parseTodo, type Step } from './todo.ts'

export interface RebaseState {
  /** `refs/heads/…`, or `detached HEAD`. */
  readonly headName: string
  readonly onto: string
  readonly original: string
}

const FOLDER = 'rebase-merge'

export function isRebasing(repository: Repository): boolean {
  return repository.files.isDirectory(repository.gitPath(FOLDER))
}

export function readRebase(repository: Repository): RebaseState | undefined {
  const read = (name: string): string | undefined => readRebaseFile(repository, name)?.trim()
  const [headName, onto, original] = [read('head-name'), read('onto'), read('orig-head')]
  if (headName === undefined || onto === undefined || original === undefined) return undefined
  return { headName, onto, original }
}

export function readRebaseFile(repository: Repository, name: string): string | undefined {
  return repository.files.readText(repository.gitPath(`${FOLDER}/${name}`))
}

export function writeRebaseFile(repository: Repository, name: string, text: string): void {
  repository.files.write(repository.gitPath(`${FOLDER}/${name}`), fromText(text))
}

export function removeRebaseFile(repository: Repository, name: string): void {
  repository.files.remove(repository.gitPath(`${FOLDER}/${name}`))
}

export function startRebase(repository: Repository, state: RebaseState): void {
  writeRebaseFile(repository, 'head-name', `${state.headName}\n`)
  writeRebaseFile(repository, 'onto', `${state.onto}\n`)
  writeRebaseFile(repository, 'orig-head', `${state.original}\n`)
  writeRebaseFile(repository, 'interactive', '')
  writeRebaseFile(repository, 'no-reschedule-failed-exec', '')
}

const TODO = 'git-rebase-todo'

/** The steps that are left. */
export function readTodo(repository: Repository): ReturnType<typeof parseTodo> {
  return parseTodo(repository, readRebaseFile(repository, TODO) ?? '', doneCount(repository) > 0)
}

export function writeTodo(repository: Repository, steps: readonly Step[]): void {
  writeRebaseFile(repository, TODO, formatTodo(repository, steps))
  writeRebaseFile(repository, 'end', `${doneCount(repository) + steps.length}\n`)
}

/** These count as done from now on. */
export function writeDone(repository: Repository, steps: readonly Step[]): void {
  if (steps.length === 0) return
  const text = (readRebaseFile(repository, 'done') ?? '') + formatTodo(repository, steps)
  writeRebaseFile(repository, 'done', text)
}

export function doneCount(repository: Repository): number {
  const text = readRebaseFile(repository, 'done') ?? ''
  return text.split('\n').filter((line) => line !== '').length
}

/** The first step counts as done from now on. */
export function takeStep(repository: Repository, [step, ...rest]: readonly Step[]): void {
  if (step === undefined) return
  writeRebaseFile(repository, TODO, formatTodo(repository, rest))
  writeDone(repository, [step])
  writeRebaseFile(repository, 'msgnum', `${doneCount(repository)}\n`)
}

export function endRebase(repository: Repository): void {
  repository.files.removeTree(repository.gitPath(FOLDER))
  repository.files.remove(repository.gitPath('REBASE_HEAD'))
}
