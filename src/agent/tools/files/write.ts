import { z } from 'zod'
import { RESULT_CHARS } from '../../limits.ts'
import { buildTool, errorOutput, textOutput, type ToolContext, type ToolOutput } from '../contract.ts'
import { diffDisplay } from './diff-display.ts'
import { seenAsItIs, type Existing } from './freshness.ts'
import { lazyProblem } from '../results/lazy-text.ts'
import { absolute, shown } from './paths.ts'
import { linesOf } from './text-lines.ts'
import { count } from '../results/result-budget.ts'
import { failureOf, hashOf, type FileContent } from './text-file.ts'

const schema = z.strictObject({
  file_path: z
    .string()
    .min(1)
    .describe('The file: an absolute path, or one relative to /workspace. Missing directories are created.'),
  content: z.string().describe('The whole new content. It replaces everything that was in the file.'),
})

export const writeTool = buildTool({
  name: 'Write',
  description: `Creates a file, or replaces the whole content of one. An existing file must have been read with Read before, and be unchanged since.

Use it for new files and for complete rewrites. For a change of some lines use Edit instead: it sends less and cannot lose the rest. Do not use it to append (Edit) or to delete (Bash with rm), and do not write documentation that nobody asked for.`,
  schema,
  kind: 'edit',
  maxResultChars: RESULT_CHARS.edit,
  isDestructive: () => false,
  title: ({ file_path }) => shown(absolute(file_path)),
  subject: ({ file_path }) => ({ writes: [absolute(file_path)] }),
  validate: async ({ file_path, content }, { sandbox, state }) => {
    return problemOf(absolute(file_path), await seenAsItIs(sandbox, state, absolute(file_path)), content)
  },
  run: async ({ file_path, content }, context) => {
    const { sandbox, state } = context
    const path = absolute(file_path)
    // Once more: while the user was asked, the file may have changed.
    const existing = await seenAsItIs(sandbox, state, path)
    const problem = problemOf(path, existing, content)
    if (existing.kind === 'problem' || problem !== undefined) {
      return errorOutput(`ValidationError: ${problem}`)
    }
    return writeFile(path, existing, { content, context })
  },
})

/** Puts this content there, in the place of what was found. */
export async function writeFile(
  path: string,
  existing: Exclude<Existing, { kind: 'problem' }>,
  { content, context: { sandbox } }: { content: string; context: ToolContext },
): Promise<ToolOutput> {
  const data = new TextEncoder().encode(content)
  const hash = hashOf(data)
  const remember: ToolOutput['changes'] = (next) => next.files.set(path, { hash })
  if (existing.kind === 'file' && existing.file.hash === hash) {
    return textOutput(`No change: ${path} already has this content.`, {
      changes: remember,
      display: { kind: 'summary', text: 'No change' },
    })
  }
  const written = await sandbox.writeFile({ path, data })
  if (!written.ok) return errorOutput(`Error: ${path} was not written: ${failureOf(written.error)}`)
  const lines = linesOf(content).length
  const verb = existing.kind === 'missing' ? 'Created' : 'Updated'
  return textOutput(`${verb} ${path} (${count(lines)} ${lines === 1 ? 'line' : 'lines'}).`, {
    changes: remember,
    display: diffDisplay(shown(path), existing.kind === 'file' ? textOf(existing.file) : '', content),
  })
}

/** The obstacle to writing this content, and what to do. */
function problemOf(path: string, existing: Existing, content: string): string | undefined {
  if (existing.kind === 'problem') return existing.text
  const lazy = lazyProblem(existing.kind === 'file' ? textOf(existing.file) : '', content)
  return lazy === undefined ? undefined : `${path} was not written: ${lazy}`
}

function textOf({ content }: FileContent): string {
  return content.kind === 'binary' ? '' : content.text
}
