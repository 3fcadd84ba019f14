import { z } from 'zod'
import type { GrepQuery, GrepResult } from '../../../sandbox/contract/contract.ts'
import { WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { GREP_CONTEXT_CEILING, GREP_ENTRIES, GREP_ENTRIES_CEILING, RESULT_CHARS } from '../../limits.ts'
import { checkReads } from '../../permission/scope.ts'
import { cancellable } from '../cancellable.ts'
import { buildTool, errorOutput, textOutput } from '../contract.ts'
import { contentText, countText, filesText, moreText } from './grep-text.ts'
import { absolute, missingPathText, shown } from './paths.ts'
import { count } from '../results/result-budget.ts'
import { failureOf } from './text-file.ts'

const contextLines = z.int().min(0).max(GREP_CONTEXT_CEILING).optional()

const schema = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .describe(
      'A regular expression in the syntax of ripgrep, e.g. "function\\\\s+parse". Escape brackets and braces to find themselves.',
    ),
  path: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The file or directory to search: absolute, or relative to /workspace. Default: all of /workspace.',
    ),
  glob: z
    .string()
    .min(1)
    .optional()
    .describe('Only files whose names match, e.g. "*.ts" or "src/**/*.{js,mjs}".'),
  type: z
    .string()
    .min(1)
    .optional()
    .describe('Only files of a language, by the name ripgrep has for it, e.g. "js", "ts", "py".'),
  output_mode: z
    .enum(['content', 'files_with_matches', 'count'])
    .default('files_with_matches')
    .describe(
      '"content" shows the lines, "files_with_matches" only the paths (default), "count" the number of matching lines in each file.',
    ),
  '-i': z.boolean().default(false).describe('Ignore the difference between upper and lower case.'),
  '-n': z.boolean().default(true).describe('Show line numbers. Only for "content".'),
  '-A': contextLines.describe('Lines to show after each match. Only for "content".'),
  '-B': contextLines.describe('Lines to show before each match. Only for "content".'),
  '-C': contextLines.describe('Lines to show before and after each match. Only for "content".'),
  multiline: z
    .boolean()
    .default(false)
    .describe('Let the expression match across lines, with "." also matching line ends.'),
  head_limit: z
    .int()
    .min(1)
    .max(GREP_ENTRIES_CEILING)
    .default(GREP_ENTRIES)
    .describe(`At most this many lines or paths; default ${GREP_ENTRIES}.`),
  offset: z
    .int()
    .min(0)
    .default(0)
    .describe('Skip this many lines or paths, to go on where the last answer ended.'),
})

type Input = z.infer<typeof schema>

const MODES = { content: 'content', files_with_matches: 'files', count: 'count' } as const

export const grepTool = buildTool({
  name: 'Grep',
  description: `Searches the contents of files with a regular expression. Files that .gitignore excludes and binary files are left out.

Use it for every search in files, instead of grep or rg in Bash. Start with the paths (the default), then look with output_mode "content". To find files by name use Glob; to see a whole file you know use Read.`,
  schema,
  fallback: 'Bash',
  kind: 'read',
  maxResultChars: RESULT_CHARS.grep,
  isConcurrencySafe: () => true,
  isReadOnly: () => true,
  isDestructive: () => false,
  title: ({ pattern, path }) => (path === undefined ? pattern : `${pattern} in ${shown(absolute(path))}`),
  subject: ({ path }) => ({ reads: [absolute(path ?? WORKSPACE_ROOT)] }),
  check: (_, { paths }) => checkReads(paths),
  validate: async ({ path }, context) => {
    const base = absolute(path ?? WORKSPACE_ROOT)
    const stat = await context.sandbox.stat(base)
    if (stat.ok) return undefined
    return stat.error.kind === 'not_found' ? missingPathText(context, base) : failureOf(stat.error)
  },
  run: async (input, context) => {
    const found = await cancellable(context, (id) => context.sandbox.grep(queryOf(input, id)))
    if (!found.ok) return errorOutput(`Error: the search failed: ${failureOf(found.error)}`)
    const { total } = found.value
    const entries = MODES[input.output_mode] === 'content' ? found.value.lines : found.value.files
    const withheld = withheldText(found.value.withheld ?? [])
    if (entries.length === 0) return textOutput(nothingText(input, total) + withheld)
    const hidden = entries.filter(({ path }) => !context.mayRead(path)).length
    const text = entriesText(input, readable(found.value, context.mayRead))
    const note =
      hidden === 0 ? '' : `\n[${hidden} results in files that a rule keeps from being read are left out.]`
    return textOutput(text + moreText(entries.length, total, input.offset) + note + withheld, {
      display: {
        kind: 'summary',
        text: `${count(total)} ${input.output_mode === 'content' ? 'line' : 'file'}${total === 1 ? '' : 's'}`,
      },
    })
  },
})

/** Names that are told of files that were not searched; more are counted. */
const WITHHELD_TOLD = 5

function withheldText(paths: readonly string[]): string {
  if (paths.length === 0) return ''
  const told = paths.slice(0, WITHHELD_TOLD).map(shown).join(', ')
  const more = paths.length > WITHHELD_TOLD ? ` and ${count(paths.length - WITHHELD_TOLD)} more` : ''
  return `\n[Not searched, for they hold secrets: ${told}${more}. A search that names one as its path asks the user.]`
}

function queryOf(input: Input, id: string): GrepQuery {
  return {
    id,
    pattern: input.pattern,
    path: absolute(input.path ?? WORKSPACE_ROOT),
    glob: input.glob,
    type: input.type,
    caseInsensitive: input['-i'],
    multiline: input.multiline,
    before: input['-B'] ?? input['-C'] ?? 0,
    after: input['-A'] ?? input['-C'] ?? 0,
    mode: MODES[input.output_mode],
    skipsWithheld: true,
    offset: input.offset,
    limit: input.head_limit,
  }
}

function readable(result: GrepResult, mayRead: (path: string) => boolean): GrepResult {
  return {
    ...result,
    lines: result.lines.filter(({ path }) => mayRead(path)),
    files: result.files.filter(({ path }) => mayRead(path)),
  }
}

function entriesText(input: Input, result: GrepResult): string {
  switch (input.output_mode) {
    case 'content': {
      const gaps = input['-A'] !== undefined || input['-B'] !== undefined || input['-C'] !== undefined
      return contentText(result.lines, { numbers: input['-n'], gaps })
    }
    case 'files_with_matches':
      return filesText(result.files)
    case 'count':
      return countText(result.files)
    default:
      return input.output_mode satisfies never
  }
}

function nothingText(input: Input, total: number): string {
  if (total > 0) return `There are ${count(total)} results, none from offset ${input.offset} on.`
  const filters = [input.glob, input.type].filter((filter) => filter !== undefined)
  const within = `in ${absolute(input.path ?? WORKSPACE_ROOT)}${filters.length === 0 ? '' : ` (only ${filters.join(', ')})`}`
  return `Nothing matches ${input.pattern} ${within}. Ignored and binary files are not searched; try "-i", fewer filters or a shorter pattern.`
}
