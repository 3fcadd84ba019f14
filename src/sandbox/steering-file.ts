/**
 * Files that steer an agent, a package manager or git (DESIGN, "Files that steer"): by their names alone, at any depth. A change of
 * one changes how later work is done, so that tools ask first and what programs wrote has no effect until accepted.
 */
import { IGNORED_BY_HFS, isGitFolderName, isInGitFolder } from './git-folder.ts'

/** Instructions, servers and settings of this agent and of its like. */
const NAMES =
  /^(?:(?:claude|agents|gemini|claude\.local|agents\.override)\.md|\.mcp\.json|\.npmrc|\.yarnrc(?:\.yml)?|\.cursorrules|\.windsurfrules|\.clinerules|\.gitconfig|\.gitmodules)$/
const FOLDERS = /^\.(?:claude|cursor|codex|agents)$/

/** Short names that Windows gives to these, and no other file is likely to have. */
const SHORT =
  /^(?:mcp|npmrc|claude|cursor|codex|agents|yarnrc|windsu|clineru?|gitcon|gitmod)~\d(?:\.\w{0,3})?$/

/**
 * Whether the path is such a file, lies in a folder of them, or is such a folder. Case does not count, nor do dots and spaces at
 * a name's end, a stream behind a colon and characters that macOS ignores: nor may they where the tree lands.
 */
export function isSteeringFile(path: string): boolean {
  const names = path.split(/[/\\]/).map(asTaken)
  if (names.some((name) => FOLDERS.test(name) || SHORT.test(name))) return true
  return NAMES.test(names.at(-1) ?? '')
}

/** The name as the file systems take it that are the least exact. */
function asTaken(name: string): string {
  return name
    .replaceAll(IGNORED_BY_HFS, '')
    .replace(/(?<=.)[ .]*(?::.*)?$/u, '')
    .toLowerCase()
}

/** Files of git that name a host, a token or a program, or another folder that has such files. */
export function steersGit(path: string): boolean {
  if (!isInGitFolder(path)) return false
  return /[/\\](?:config(?:\.worktree)?|commondir|hooks(?:[/\\].*)?|info[/\\]attributes)[ .]*(?::.*)?$/i.test(
    path,
  )
}

/** Whether a file, not a folder, stands where git looks for its folder: it names the real one. */
export function pointsGitElsewhere(file: string): boolean {
  return isGitFolderName(file.split(/[/\\]/).at(-1) ?? '')
}
