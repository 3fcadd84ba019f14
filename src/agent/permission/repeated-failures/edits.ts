/** Edits in a tool's input or a command: the files that change, and their texts where they are known. Pure. */
import { resolve, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { analyse } from '../shell/analysis.ts'
import { roleOf, type FileRole } from './file-role.ts'

export interface Edit {
  readonly path: string
  readonly role: FileRole
  readonly before: string
  readonly after: string
}

/** The edits in a tool's input; `current` gives a file's text before it is written as a whole. */
export function editsOf(
  { input }: { readonly input: Readonly<Record<string, unknown>> },
  current: (path: string) => string | undefined = () => undefined,
): Edit[] {
  const path = input['file_path'] ?? input['notebook_path'] ?? input['path']
  if (typeof path !== 'string') return []
  const role = roleOf(path)
  const change = (before: unknown, after: unknown): Edit[] =>
    typeof before === 'string' && typeof after === 'string' ? [{ path, role, before, after }] : []
  if (Array.isArray(input['edits']))
    return input['edits'].flatMap((edit: unknown) =>
      typeof edit === 'object' && edit !== null && 'old_string' in edit && 'new_string' in edit
        ? change(edit.old_string, edit.new_string)
        : [],
    )
  if ('content' in input) return change(current(path) ?? '', input['content'])
  return change(input['old_string'] ?? input['old_str'], input['new_string'] ?? input['new_str'])
}

/** Commands that change files among their words without saying which of them. */
const CHANGES_NAMED =
  /^(sed\s+(-\S+\s+)*-\S*i|perl\s+(-\S+\s+)*-\S*i|mv|patch|git\s+(checkout|restore|rm|apply|stash))\b/

/** Files that a command changes and by which the work is judged; their new content is not known. */
export function shellEdits(command: string): Edit[] {
  const paths = analyse(command).leaves.flatMap(({ text, words, touches, directories }) => {
    const written = touches.flatMap(({ access, paths: named }) => (access === 'write' ? (named ?? []) : []))
    const base = directories?.[0] ?? WORKSPACE_ROOT
    const said = CHANGES_NAMED.test(text) ? words.slice(1) : []
    const files = said.flatMap((word) => (/^[^-].*[./]/.test(word ?? '') ? [word ?? ''] : []))
    return [...written, ...files.map((word) => resolve(word, base))]
  })
  return [...new Set(paths)]
    .map((path) => ({ path, role: roleOf(path), before: '', after: '' }))
    .filter(({ role }) => role !== 'source')
}
