import { z } from 'zod'
import type { DirectoryEntry } from '../../../sandbox/contract/contract.ts'
import { WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { LISTED_ENTRIES } from '../../limits.ts'
import { checkReads } from '../../permission/scope.ts'
import { buildTool, errorOutput, textOutput } from '../contract.ts'
import { absolute, missingPathText, shown } from './paths.ts'
import { count } from '../results/result-budget.ts'
import { failureOf } from './text-file.ts'

const schema = z.strictObject({
  path: z
    .string()
    .min(1)
    .default(WORKSPACE_ROOT)
    .describe('The directory: an absolute path, or one relative to /workspace. Default: /workspace.'),
})

export const lsTool = buildTool({
  name: 'LS',
  description: `Lists one directory with everything in it, hidden and ignored files included: folders first, with a slash, then files with their sizes in bytes. At most ${LISTED_ENTRIES} entries.

Use it to see what is in a directory you know. To find files by name anywhere use Glob, to search their contents use Grep, to see a file use Read. Do not use it for one folder after the other: Glob with "**/*" shows a whole tree.`,
  schema,
  renamedFields: { directory: 'path', dir: 'path' },
  fallback: 'Glob',
  kind: 'read',
  isConcurrencySafe: () => true,
  isReadOnly: () => true,
  isDestructive: () => false,
  title: ({ path }) => shown(absolute(path)),
  subject: ({ path }) => ({ reads: [absolute(path)] }),
  check: (_, { paths }) => checkReads(paths),
  validate: async ({ path }, context) => {
    const place = absolute(path)
    const stat = await context.sandbox.stat(place)
    if (!stat.ok)
      return stat.error.kind === 'not_found' ? missingPathText(context, place) : failureOf(stat.error)
    return stat.value.kind === 'directory'
      ? undefined
      : `${place} is a file, not a directory. Use Read to see it.`
  },
  run: async ({ path }, { sandbox }) => {
    const place = absolute(path)
    const listed = await sandbox.list(place)
    if (!listed.ok) return errorOutput(`Error: ${place} was not listed: ${failureOf(listed.error)}`)
    const entries = listed.value
    if (entries.length === 0) return textOutput(`[${place} is empty.]`)
    const folders = entries.filter(({ kind }) => kind === 'directory')
    const others = entries.filter(({ kind }) => kind !== 'directory')
    const rows = [...folders, ...others].slice(0, LISTED_ENTRIES).map(row)
    const rest =
      entries.length > rows.length
        ? `\n[${count(rows.length)} of ${count(entries.length)} entries. Narrow them with Glob, e.g. pattern "${shown(place)}/a*".]`
        : ''
    return textOutput(`${place}\n${rows.join('\n')}${rest}`, {
      display: {
        kind: 'summary',
        text: `${count(entries.length)} ${entries.length === 1 ? 'entry' : 'entries'}`,
      },
    })
  },
})

function row({ name, kind, size }: DirectoryEntry): string {
  if (kind === 'directory') return `${name}/`
  return kind === 'symlink' ? `${name} (link)` : `${name} (${count(size)})`
}
