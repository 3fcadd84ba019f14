/** Permission rules as another version may have stored them. */
import type { PermissionRules } from '../../protocol/settings.ts'
import { isFields } from '../shapes/fields.ts'

/** Every tool that reads, writes, runs or reaches out. */
const ASK_ALWAYS: readonly string[] = [
  ...['Bash', 'Browser', 'Edit', 'Glob', 'Grep', 'LS'],
  ...['MultiEdit', 'NotebookEdit', 'Read', 'WebFetch', 'Write'],
]

/**
 * Never less strict than they may be: a permission that cannot be read is none, and where a rule that asks or denies
 * cannot be read, every tool is asked about.
 */
export function readRules(stored: unknown): PermissionRules {
  if (!isFields(stored)) return { allow: [], ask: [...ASK_ALWAYS], deny: [] }
  const { allow, ask, deny } = stored
  const areRead = isTexts(ask) && isTexts(deny)
  return {
    allow: textsIn(allow),
    ask: areRead ? ask : [...new Set([...textsIn(ask), ...ASK_ALWAYS])],
    deny: textsIn(deny),
  }
}

export function textsIn(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : []
}

export function isTexts(stored: unknown): stored is string[] {
  return Array.isArray(stored) && stored.every((item) => typeof item === 'string')
}
