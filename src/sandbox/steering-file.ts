/**
 * Files that steer an agent, a package manager or git (DESIGN, "Files that steer"): by their names alone, at any depth. A change of
 * one changes how later work is done, so that tools ask first and what programs wrote has no effect until accepted.
 */
import { isInGitFolder } from './git-folder.ts'

/** Instructions, servers and settings of this agent and of its like. */
const NAMES =
  /^(?:(?:claude|agents|gemini|claude\.local|agents\.override)\.md|\.mcp\.json|\.npmrc|\.yarnrc(?:\.yml)?|\.cursorrules|\.windsurfrules|\.clinerules|\.gitconfig|\.gitmodules)$/
const FOLDERS = /^\.(?:claude|cursor|codex|agents)$/

/** Whether the path is such a file, lies in a folder of them, or is such a folder. Case does not count: nor may it where the tree lands. */
export function isSteeringFile(path: string): boolean {
  const names = path.toLowerCase().split(/[/\\]/)
  return names.some((name) => FOLDERS.test(name)) || NAMES.test(names.at(-1) ?? '')
}

/** Files of git that name a host, a token or a program. */
export function steersGit(path: string): boolean {
  if (!isInGitFolder(path)) return false
  return /[/\\](?:config(?:\.worktree)?|hooks(?:[/\\].*)?|info[/\\]attributes)$/i.test(path)
}
