/** Changing a file needs that the model has seen it as it is (ZD-12). */
import type { Sandbox } from '../../sandbox/contract.ts'
import { EDIT_FILE_BYTES } from '../limits.ts'
import { count } from './result-budget.ts'
import type { ToolState } from './state.ts'
import { failureOf, readContent, type FileContent } from './text-file.ts'

export type Existing =
  | { readonly kind: 'missing' }
  | { readonly kind: 'file'; readonly file: FileContent }
  /** What is wrong and what to do. */
  | { readonly kind: 'problem'; readonly text: string }

/** The file as it is now, if the model has read this very content. */
export async function seenAsItIs(sandbox: Sandbox, state: ToolState, path: string): Promise<Existing> {
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
  const seen = state.files.get(path)
  if (seen === undefined) {
    return {
      kind: 'problem',
      text: `${path} exists and was not read in this session. Read it first, then change it.`,
    }
  }
  const file = await readContent(sandbox, path)
  if (!file.ok) return { kind: 'problem', text: failureOf(file.error) }
  if (file.value.hash !== seen.hash) {
    const text = `${path} has changed since it was last read, by a command or by the user. Read it again, then change it.`
    return { kind: 'problem', text }
  }
  return { kind: 'file', file: file.value }
}
