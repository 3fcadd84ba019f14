import { z } from 'zod'
import { RESULT_CHARS } from '../limits.ts'
import { buildTool, errorOutput, textOutput, type ToolContext } from './contract.ts'
import { diffDisplay } from './diff-display.ts'
import { planEdit, type EditPlan } from './edit-match.ts'
import { seenAsItIs } from './freshness.ts'
import { absolute, missingPathText, shown } from './paths.ts'
import { count } from './result-budget.ts'
import { failureOf, hashOf } from './text-file.ts'

const schema = z.strictObject({
  file_path: z.string().min(1).describe('The file: an absolute path, or one relative to /workspace.'),
  old_string: z
    .string()
    .describe(
      'The text to replace, exactly as it is in the file, with its indentation and enough lines to be unique.',
    ),
  new_string: z.string().describe('The text to put there; empty to delete. Must differ from old_string.'),
  replace_all: z
    .boolean()
    .default(false)
    .describe(
      'Replace every occurrence, e.g. to rename something. Otherwise old_string must occur exactly once.',
    ),
})

type Input = z.infer<typeof schema>
type Prepared =
  | { readonly ok: true; readonly before: string; readonly plan: Extract<EditPlan, { ok: true }> }
  | { readonly ok: false; readonly problem: string }

export const editTool = buildTool({
  name: 'Edit',
  description: `Replaces an exact piece of text in a file. The file must have been read with Read before, and be unchanged since; after an Edit you may edit again without reading.

Use it for every change of an existing file. It fails when old_string is not found or not unique, and then says where. Do not use it to create a file or to rewrite most of one (Write), nor for the same change in many files (Bash with sed, after looking with Grep).`,
  schema,
  kind: 'edit',
  maxResultChars: RESULT_CHARS.edit,
  isDestructive: () => false,
  title: ({ file_path }) => shown(absolute(file_path)),
  subject: ({ file_path }) => ({ writes: [absolute(file_path)] }),
  validate: async (input, context) => {
    const prepared = await prepare(input, context)
    return prepared.ok ? undefined : prepared.problem
  },
  run: async (input, context) => {
    // Once more: while the user was asked, the file may have changed (TS-19).
    const prepared = await prepare(input, context)
    if (!prepared.ok) return errorOutput(`ValidationError: ${prepared.problem}`)
    const path = absolute(input.file_path)
    const { before, plan } = prepared
    const data = new TextEncoder().encode(plan.text)
    const written = await context.sandbox.writeFile({ path, data })
    if (!written.ok) return errorOutput(`Error: ${path} was not written: ${failureOf(written.error)}`)
    const hash = hashOf(data)
    return textOutput(doneText(path, plan.lines), {
      changes: (next) => next.files.set(path, { hash }),
      display: diffDisplay(shown(path), before, plan.text),
    })
  },
})

async function prepare(input: Input, context: ToolContext): Promise<Prepared> {
  const { sandbox, state } = context
  const path = absolute(input.file_path)
  const existing = await seenAsItIs(sandbox, state, path)
  if (existing.kind === 'problem') return { ok: false, problem: existing.text }
  if (existing.kind === 'missing') {
    const problem = `${await missingPathText(context, path)} To create it use Write.`
    return { ok: false, problem }
  }
  const { content } = existing.file
  if (content.kind !== 'text') {
    const problem = `${path} is not UTF-8 text; an edit would damage it. Change it with a command of Bash.`
    return { ok: false, problem }
  }
  const { old_string: oldString, new_string: newString, replace_all: replaceAll } = input
  const plan = planEdit(content.text, { oldString, newString, replaceAll })
  if (!plan.ok) return { ok: false, problem: `${path}: ${plan.problem}` }
  return { ok: true, before: content.text, plan }
}

/** Line numbers that the answer names. */
const NAMED_LINES = 10

function doneText(path: string, lines: readonly number[]): string {
  const named = lines.slice(0, NAMED_LINES).join(', ') + (lines.length > NAMED_LINES ? ', …' : '')
  if (lines.length === 1) return `Updated ${path} at line ${named}.`
  return `Updated ${path} in ${count(lines.length)} places, at lines ${named}.`
}
