/** The rule that "Always allow" would save: as narrow as is useful. */
import { HOME, WORKSPACE_ROOT, dirname, isWithin, relativeTo } from '../../sandbox/contract/path.ts'
import { SHELL_COMMAND_CHARS } from '../limits.ts'
import { allowsCommand } from './command-rule.ts'
import type { PermissionCall } from './contract.ts'
import { actionOf } from './match.ts'
import { analyse } from './shell/analysis.ts'
import { plainWords } from './shell/rules/words.ts'

/** Empty when no rule could allow the call. */
export function suggestRule(call: PermissionCall): string {
  if (call.kind === 'shell') return shellRule(call)
  const path = call.paths[0]?.path
  if (call.kind === 'read' && path !== undefined) return `Read(${pathPattern(path)})`
  if (call.kind === 'edit' && path !== undefined) return `Edit(${pathPattern(path)})`
  return call.kind === 'page' ? `${call.tool}(${actionOf(call)})` : call.tool
}

function shellRule({ tool, command = '', cwd }: PermissionCall): string {
  const exact = command.trim().replaceAll('*', '\\*')
  // A rule that nobody reads is none.
  if (exact === '' || command.length > SHELL_COMMAND_CHARS) return ''
  // If the command cannot be followed, only the exact command is allowed.
  const words = analyse(command, cwd).class === 'unknown' ? undefined : plainWords(command)
  const prefix = words === undefined ? undefined : prefixOf(words)
  if (prefix !== undefined && allowsCommand(`${prefix}:*`, command)) return `${tool}(${prefix}:*)`
  // A last `:*` of the command itself would read as a prefix.
  return /:\\\*$|\\\\\*/.test(exact) ? '' : `${tool}(${exact})`
}

/** `npm run test`, `git status`, `ls`: the part of a command that says what it is. */
function prefixOf(words: readonly string[]): string | undefined {
  const [name, verb, noun] = words
  if (name === undefined) return undefined
  if (verb === undefined || !/^[a-z][\w:-]*$/.test(verb)) return words.length === 1 ? undefined : name
  const takesNoun =
    (verb === 'run' || verb === 'run-script') && noun !== undefined && /^[a-z][\w:-]*$/.test(noun)
  return [name, verb, ...(takesNoun ? [noun] : [])].join(' ')
}

/** The file's folder and all below it, or the file itself at the top of the workspace. */
function pathPattern(path: string): string {
  const folder = dirname(path)
  if (!isWithin(path, WORKSPACE_ROOT))
    return isWithin(path, HOME) ? `~/${relativeTo(path, HOME)}` : `/${path}`
  return folder === WORKSPACE_ROOT ? `/${relativeTo(path)}` : `/${relativeTo(folder)}/**`
}
