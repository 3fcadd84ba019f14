/** Edits of one file: checked together, then written at once. */
import { errorOutput, textOutput, type ToolContext, type ToolOutput } from '../contract.ts'
import { diffDisplay } from './diff-display.ts'
import { planEdit, type EditPlan, type Replacement } from './edit-match.ts'
import { asItIs, seenAsItIs, type Existing } from './freshness.ts'
import { missingPathText, shown } from './paths.ts'
import { count } from '../results/result-budget.ts'
import { failureOf, hashOf } from './text-file.ts'

/** The file as an edit may take it. */
type Look = (context: ToolContext, path: string) => Promise<Existing>

const seen: Look = ({ sandbox, state }, path) => seenAsItIs(sandbox, state, path)

/** Whether the model has read it or not: the text that it gives has to be in it. */
export const unseen: Look = ({ sandbox }, path) => asItIs(sandbox, path)

type Done = Extract<EditPlan, { ok: true }>

type Prepared =
  | { readonly ok: true; readonly before: string; readonly after: string; readonly plans: readonly Done[] }
  | { readonly ok: false; readonly problem: string }

/** The obstacle to these edits, and what to do; undefined if they can be made. */
export async function editProblem(
  path: string,
  edits: readonly Replacement[],
  context: ToolContext,
  look: Look = seen,
): Promise<string | undefined> {
  const prepared = await prepare(path, edits, { context, look })
  return prepared.ok ? undefined : prepared.problem
}

/** All or nothing. */
export async function editFile(
  path: string,
  edits: readonly Replacement[],
  context: ToolContext,
  look: Look = seen,
): Promise<ToolOutput> {
  // Once more: while the user was asked, the file may have changed.
  const prepared = await prepare(path, edits, { context, look })
  if (!prepared.ok) return errorOutput(`ValidationError: ${prepared.problem}`)
  const { before, after, plans } = prepared
  const data = new TextEncoder().encode(after)
  const written = await context.sandbox.writeFile({ path, data })
  if (!written.ok) return errorOutput(`Error: ${path} was not written: ${failureOf(written.error)}`)
  const hash = hashOf(data)
  return textOutput([doneText(path, plans), ...plans.flatMap(({ note }) => note ?? [])].join('\n'), {
    changes: (next) => next.files.set(path, { hash }),
    display: diffDisplay(shown(path), before, after),
  })
}

async function prepare(
  path: string,
  edits: readonly Replacement[],
  { context, look }: { context: ToolContext; look: Look },
): Promise<Prepared> {
  const existing = await look(context, path)
  if (existing.kind === 'problem') return { ok: false, problem: existing.text }
  if (existing.kind === 'missing') {
    return { ok: false, problem: `${await missingPathText(context, path)} To create it use Write.` }
  }
  const { content } = existing.file
  if (content.kind !== 'text') {
    const problem = `${path} is not UTF-8 text; an edit would damage it. Change it with a command of Bash.`
    return { ok: false, problem }
  }
  let text = content.text
  const plans: Done[] = []
  for (const [index, edit] of edits.entries()) {
    const plan = planEdit(text, edit)
    if (!plan.ok) {
      const which = edits.length === 1 ? '' : `edits[${index}]: `
      const all = edits.length === 1 ? '' : ' None of the edits was made.'
      return { ok: false, problem: `${path}: ${which}${plan.problem}${all}` }
    }
    plans.push(plan)
    text = plan.text
  }
  return { ok: true, before: content.text, after: text, plans }
}

/** Line numbers that the answer names. */
const NAMED_LINES = 10

function doneText(path: string, plans: readonly Done[]): string {
  const lines = plans.flatMap((plan) => plan.lines)
  const named = lines.slice(0, NAMED_LINES).join(', ') + (lines.length > NAMED_LINES ? ', …' : '')
  if (lines.length === 1) return `Updated ${path} at line ${named}.`
  return `Updated ${path} in ${count(lines.length)} places, at lines ${named}.`
}
