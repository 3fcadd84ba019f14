/** Paths whose files change how later work is done where the tree lands: nobody exports or writes them back unseen. */
import { isMisspeltGitPath } from '../../../sandbox/contract/git-folder.ts'
import { isSteeringFile, pointsGitElsewhere, steersGit } from '../../../sandbox/contract/steering-file.ts'

/** Git never runs its own examples. */
const EXAMPLE = /[/\\]hooks[/\\][^/\\]+\.sample$/

export function steers(path: string): boolean {
  if (EXAMPLE.test(path) && !isMisspeltGitPath(path)) return false
  return isSteeringFile(path) || steersGit(path) || pointsGitElsewhere(path) || isMisspeltGitPath(path)
}
