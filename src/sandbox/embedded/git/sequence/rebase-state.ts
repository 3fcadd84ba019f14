/** A rebase under way, in the files that the real git keeps, so that either can go on with it. */
import type { Repository } from '../repository.ts'
import { fromText } from '../text.ts'

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
  const read = (name: string): string | undefined =>
    repository.files.readText(repository.gitPath(`${FOLDER}/${name}`))?.trim()
  const [headName, onto, original] = [read('head-name'), read('onto'), read('orig-head')]
  if (headName === undefined || onto === undefined || original === undefined) return undefined
  return { headName, onto, original }
}

export function writeRebaseFile(repository: Repository, name: string, text: string): void {
  repository.files.write(repository.gitPath(`${FOLDER}/${name}`), fromText(text))
}

export function startRebase(repository: Repository, state: RebaseState, steps: readonly string[]): void {
  writeRebaseFile(repository, 'head-name', `${state.headName}\n`)
  writeRebaseFile(repository, 'onto', `${state.onto}\n`)
  writeRebaseFile(repository, 'orig-head', `${state.original}\n`)
  writeRebaseFile(repository, 'interactive', '')
  writeRebaseFile(repository, 'end', `${steps.length}\n`)
  writeRebaseFile(repository, 'done', '')
  writeRebaseFile(repository, 'git-rebase-todo', steps.map((step) => `${step}\n`).join(''))
}

export function readSteps(repository: Repository, name: 'done' | 'git-rebase-todo'): string[] {
  const text = repository.files.readText(repository.gitPath(`${FOLDER}/${name}`)) ?? ''
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** The next step counts as done from now on. */
export function takeStep(repository: Repository): string | undefined {
  const [step, ...rest] = readSteps(repository, 'git-rebase-todo')
  if (step === undefined) return undefined
  const done = [...readSteps(repository, 'done'), step]
  writeRebaseFile(repository, 'git-rebase-todo', rest.map((line) => `${line}\n`).join(''))
  writeRebaseFile(repository, 'done', done.map((line) => `${line}\n`).join(''))
  writeRebaseFile(repository, 'msgnum', `${done.length}\n`)
  return step
}

export function endRebase(repository: Repository): void {
  repository.files.removeTree(repository.gitPath(FOLDER))
  repository.files.remove(repository.gitPath('REBASE_HEAD'))
}
