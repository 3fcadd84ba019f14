/** The worktrees of a repository. */
import type { Repository } from '../repository.ts'

export interface LinkedWorktree {
  /** The folder under `.git/worktrees`; undefined for the main one. */
  readonly id: string | undefined
  readonly path: string
  readonly gitDir: string
}

export function worktreesOf(repository: Repository): LinkedWorktree[] {
  const { files, commonDir } = repository
  const main = commonDir.endsWith('/.git') ? commonDir.slice(0, -'/.git'.length) || '/' : commonDir
  const linked = files.entries(`${commonDir}/worktrees`).flatMap(({ name }): LinkedWorktree[] => {
    const gitDir = `${commonDir}/worktrees/${name}`
    const gitFile = files.readText(`${gitDir}/gitdir`)?.trim()
    return gitFile === undefined ? [] : [{ id: name, path: gitFile.replace(/\/\.git$/, ''), gitDir }]
  })
  return [
    { id: undefined, path: main, gitDir: commonDir },
    ...linked.sort((a, b) => (a.path < b.path ? -1 : 1)),
  ]
}

/** The path of another worktree that has the branch checked out. */
export function checkedOutElsewhere(repository: Repository, branch: string): string | undefined {
  if (!repository.files.isDirectory(`${repository.commonDir}/worktrees`)) return undefined
  return worktreesOf(repository).find(
    ({ gitDir }) =>
      gitDir !== repository.gitDir &&
      repository.files.readText(`${gitDir}/HEAD`)?.trim() === `ref: refs/heads/${branch}`,
  )?.path
}
