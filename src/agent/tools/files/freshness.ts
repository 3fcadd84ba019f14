/** Changing a file needs that the model has seen it as it is. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { EDIT_FILE_BYTES } from '../../limits.ts'
import { count } from '../results/result-budget.ts'
import type { ToolState } from '../state.ts'
import { failureOf, readContent, type FileContent } from './text-file.ts'

export type Existing =
  | { readonly kind: 'missing' }
  | { readonly kind: 'file'; readonly file: FileContent }
  /** The problem and what to do. */
  | { readonly kind: 'problem'; readonly text: string }

/** The file as it is now, if the model has read this very content. */
export async function seenAsItIs(sandbox: Sandbox, state: ToolState, path: string): Promise<Existing> {
  return existing(sandbox, path, (hash) => {
    const seen = state.files.get(path)
    if (seen === undefined)
      return `${path} exists and was not read in this session. Read it first, then change it.`
    if (hash === seen.hash) return undefined
    return `${path} has changed since it was last read, by a command or by the user. Read it again, then change it.`
  })
}

/** The file as it is now, for tools that look for what they change in it. */
export function asItIs(sandbox: Sandbox, path: string): Promise<Existing> {
  return existing(sandbox, path, () => undefined)
}

async function existing(
  sandbox: Sandbox,
  path: string,
  problemOf: (hash: string) => string | undefined,
): Promise<Existing> {
  const stat = await sandbox.stat(path)
  if (!stat.ok) {
    if (stat.error.kind === 'not_found') return { kind: 'missing' }
    return { kind: 'problem', text: failureOf(stat.error) }
  }
  if (stat.value.kind === 'directory') {
    return { kind: 'problem', text: `${path} is a directory; name a file in it.` }
  }
  if (stat.value.size > EDIT_FILE_BYTES) {
    const text = `${path} has ${count(stat.value.size)} bytes; at most ${count(EDIT_FILE_BYTES)} can be changed this way. Change it with a command of Bash.`
    return { kind: 'problem', text }
  }
  const file = await readContent(sandbox, path)
  if (!file.ok) return { kind: 'problem', text: failureOf(file.error) }
  const text = problemOf(file.value.hash)
  return text === undefined ? { kind: 'file', file: file.value } : { kind: 'problem', text }
}
