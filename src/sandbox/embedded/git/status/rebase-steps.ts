/** The steps of a rebase that has stopped, with short names. */
import type { Repository } from '../repository.ts'
import { ShortNames } from '../revision/short-name.ts'

export function rebaseSteps(repository: Repository): { done: string[]; left: string[] } {
  const short = new ShortNames(repository)
  const read = (name: string): string[] =>
    (repository.files.readText(repository.gitPath(`rebase-merge/${name}`)) ?? '')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace(/\b[0-9a-f]{40}\b/, (oid) => short.of(oid)))
  return { done: read('done'), left: read('git-rebase-todo') }
}
