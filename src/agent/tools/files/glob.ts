import { z } from 'zod'
import { WORKSPACE_ROOT, isWithin, normalize, relativeTo } from '../../../sandbox/contract/path.ts'
import { GLOB_PATHS } from '../../limits.ts'
import { checkReads } from '../../permission/scope.ts'
import { cancellable } from '../cancellable.ts'
import { buildTool, errorOutput, textOutput } from '../contract.ts'
import { absolute, missingPathText, shown } from './paths.ts'
import { count } from '../results/result-budget.ts'
import { failureOf } from './text-file.ts'

const schema = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .describe(
      'Names of files, e.g. "**/*.test.ts" or "src/{a,b}/*.js". Without a slash it matches at any depth.',
    ),
  path: z
    .string()
    .min(1)
    .optional()
    .describe('The directory to search: absolute, or relative to /workspace. Default: all of /workspace.'),
})

export const globTool = buildTool({
  name: 'Glob',
  description: `Finds files by name, the most recently changed first, at most ${GLOB_PATHS}. Files that .gitignore excludes are left out.

Use it when you know a name or an ending but not the place. To find text inside files use Grep; to see one directory with everything in it use LS; if you know the path, use Read.`,
  schema,
  fallback: 'Bash',
  kind: 'read',
  isConcurrencySafe: () => true,
  isReadOnly: () => true,
  isDestructive: () => false,
  title: ({ pattern, path }) => (path === undefined ? pattern : `${pattern} in ${shown(absolute(path))}`),
  subject: ({ path }) => ({ reads: [absolute(path ?? WORKSPACE_ROOT)] }),
  check: (_, { paths }) => checkReads(paths),
  validate: async ({ pattern, path }, context) => {
    const base = absolute(path ?? WORKSPACE_ROOT)
    const stat = await context.sandbox.stat(base)
    if (!stat.ok)
      return stat.error.kind === 'not_found' ? missingPathText(context, base) : failureOf(stat.error)
    if (stat.value.kind !== 'directory') return `${base} is a file, not a directory. Use Read to see it.`
    if (withinBase(pattern, base) === undefined) {
      return `The pattern ${pattern} is absolute and not below ${base}. Give its directory as path and a relative pattern.`
    }
    return undefined
  },
  run: async ({ pattern, path }, context) => {
    const base = absolute(path ?? WORKSPACE_ROOT)
    const relative = withinBase(pattern, base) ?? pattern
    const found = await cancellable(context, (id) =>
      context.sandbox.glob({ id, pattern: relative, path: base, limit: GLOB_PATHS }),
    )
    if (!found.ok) return errorOutput(`Error: the search failed: ${failureOf(found.error)}`)
    const { paths, total } = found.value
    if (paths.length === 0) {
      return textOutput(
        `No file matches ${pattern} in ${base}. Ignored files are not searched; a wider pattern is "**/*name*".`,
      )
    }
    const rest =
      total > paths.length
        ? `\n[${paths.length} of ${count(total)} files. Narrow the pattern or give a path.]`
        : ''
    return textOutput(paths.map(shown).join('\n') + rest, {
      display: { kind: 'summary', text: `${count(total)} ${total === 1 ? 'file' : 'files'}` },
    })
  },
})

/** An absolute pattern below the base, made relative; undefined when it lies elsewhere. */
function withinBase(pattern: string, base: string): string | undefined {
  if (!pattern.startsWith('/')) return pattern
  const path = normalize(pattern)
  return isWithin(path, base) && path !== base ? relativeTo(path, base) : undefined
}
