/**
 * The rules of Claude Code's default mode, as its documentation states them (permissions, "Permission system" and "Read-only
 * commands"; read in November 2026): reading is free, a file that is changed and a command are asked for. A yes may hold for all
 * edits until the session ends, or for good for that command in that project. Commands of a fixed list that only read are free.
 */
import { analyse } from '../../src/agent/permission/shell/analysis.ts'

export type PublishedKind = 'free' | 'edit' | { readonly commands: readonly string[] }

const READING = new Set('ls cat echo pwd head tail grep find wc which diff stat du cd'.split(' '))
const READING_GIT = /^(status|log|diff|show|branch|blame|rev-parse|ls-files|remote|describe|tag)$/

/**
 * Kind of a call by those rules. `commands`: each that a yes would have to cover, as a beginning of two
 * words.
 */
export function publishedKind(tool: string, input: Readonly<Record<string, unknown>>): PublishedKind {
  if (/^(Write|Edit|MultiEdit|NotebookEdit)$/.test(tool)) return 'edit'
  if (tool !== 'Bash') return 'free'
  const { leaves } = analyse(String(input['command']))
  const asked = leaves
    .map(({ words }) => words.map((word) => word ?? '…'))
    // To their advantage: what is piped into and what only reads is free, wherever it stands.
    .filter(([name = '', verb = '']) => !READING.has(name) && !(name === 'git' && READING_GIT.test(verb)))
  return asked.length === 0 ? 'free' : { commands: asked.map((words) => words.slice(0, 2).join(' ')) }
}
