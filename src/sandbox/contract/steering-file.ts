/**
 * Files that steer an agent, a package manager or git: by their names alone, at any depth. A change of
 * one changes how later work is done, so that tools ask first and what programs wrote has no effect until accepted.
 */
import { isGitFolderName } from './git-folder.ts'

/** Instructions, servers and settings of this agent and of its like. */
const NAMES =
  /^(?:(?:claude|agents|gemini|claude\.local|agents\.override)\.md|\.mcp\.json|opencode\.jsonc?|\.npmrc|\.yarnrc(?:\.yml)?|\.cursorrules|\.windsurfrules|\.clinerules|\.gitconfig|\.gitmodules)$/
const FOLDERS = /^\.(?:claude|cursor|codex|agents|opencode)$/

/** Short names that Windows gives to these, and no other file is likely to have. */
const SHORT =
  /^(?:mcp|openco|npmrc|claude|cursor|codex|agents|yarnrc|windsu|clineru?|gitcon|gitmod|gi7eba)~\d(?:\.\w{0,3})?$/

/** Short names of git's files below. */
const COMMON_FOLDER = /^common(?:dir|~\d)$/
const CONFIG = /^config(?:\.worktree|~\d\.wor)?$/
const REBASE_STEPS = /^(?:git-rebase-todo(?:\.backup)?|git-re~\d(?:\.bac)?)$/
const ATTRIBUTES = /^attrib(?:utes|~\d)$/

/**
 * Whether the path is such a file, lies in a folder of them, or is such a folder. Case does not count, nor do dots and spaces at
 * a name's end, a stream behind a colon, characters that are ignored and letters that are one letter but for their form: nor may
 * they where the tree lands.
 */
export function isSteeringFile(path: string): boolean {
  const names = namesIn(path).map(asTaken)
  if (names.some((name) => FOLDERS.test(name) || SHORT.test(name))) return true
  return NAMES.test(names.at(-1) ?? '')
}

/** On Windows a backslash separates names. */
function namesIn(path: string): string[] {
  return path.split(/[/\\]/)
}

/** The name as the file systems take it that are the least exact: to macOS a long s is an s, and the sign for kelvin a k. */
function asTaken(name: string): string {
  return name
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?<=.)(?<![ .])[ .]*(?::.*)?$/su, '')
    .normalize('NFD')
    .toUpperCase()
    .toLowerCase()
}

/** Files of git that name a host, a token or a program, or another folder that has such files. */
export function steersGit(path: string): boolean {
  const names = namesIn(path)
  const folder = names.findIndex(isGitFolderName)
  if (folder < 0) return false
  const inside = names.slice(folder + 1).map(asTaken)
  const file = inside.at(-1) ?? ''
  // Lines that git runs when a rebase goes on.
  if (REBASE_STEPS.test(file)) return true
  if (inside.includes('hooks') || CONFIG.test(file) || COMMON_FOLDER.test(file)) return true
  return inside.at(-2) === 'info' && ATTRIBUTES.test(file)
}

/** Whether a file, not a folder, stands where git looks for its folder: it names the real one. */
export function pointsGitElsewhere(file: string): boolean {
  return isGitFolderName(namesIn(file).at(-1) ?? '')
}
