import { z } from 'zod'
import { RESULT_CHARS } from '../../limits.ts'
import { buildTool, errorOutput, textOutput, type ToolContext } from '../contract.ts'
import { diffDisplay } from './diff-display.ts'
import { seenAsItIs } from './freshness.ts'
import { cellId, joined, parseNotebook, type Notebook, type NotebookCell } from './notebook.ts'
import { absolute, missingPathText, shown } from './paths.ts'
import { failureOf, hashOf } from './text-file.ts'

const schema = z.strictObject({
  notebook_path: z
    .string()
    .min(1)
    .describe('The .ipynb file: an absolute path, or one relative to /workspace.'),
  new_source: z.string().describe('The whole new text of the cell; ignored by "delete".'),
  cell_id: z
    .string()
    .optional()
    .describe(
      'Which cell, by the id that Read shows. With "insert" the new cell comes after it; without an id, first.',
    ),
  cell_type: z
    .enum(['code', 'markdown'])
    .optional()
    .describe('The kind of the cell; needed to insert, else as it is.'),
  edit_mode: z
    .enum(['replace', 'insert', 'delete'])
    .default('replace')
    .describe('Whether to replace a cell, to insert one, or to delete one.'),
})

type Input = z.infer<typeof schema>
type Prepared =
  | { readonly ok: true; readonly before: string; readonly after: string; readonly done: string }
  | { readonly ok: false; readonly problem: string }

export const notebookEditTool = buildTool({
  name: 'NotebookEdit',
  description: `Replaces, inserts or deletes one cell of a Jupyter notebook (.ipynb). The notebook must have been read with Read before, and be unchanged since. A replaced code cell loses its outputs: they were of the old text.

Use it for every change of a notebook's cells. Do not use it for other files (Edit), nor change notebooks with Edit or Write: their JSON breaks easily.`,
  schema,
  renamedFields: { file_path: 'notebook_path', path: 'notebook_path' },
  kind: 'edit',
  maxResultChars: RESULT_CHARS.edit,
  isDestructive: () => false,
  title: ({ notebook_path }) => shown(absolute(notebook_path)),
  subject: ({ notebook_path }) => ({ writes: [absolute(notebook_path)] }),
  validate: async (input, context) => {
    const prepared = await prepare(input, context)
    return prepared.ok ? undefined : prepared.problem
  },
  run: async (input, context) => {
    // Once more: while the user was asked, the file may have changed.
    const prepared = await prepare(input, context)
    if (!prepared.ok) return errorOutput(`ValidationError: ${prepared.problem}`)
    const path = absolute(input.notebook_path)
    const data = new TextEncoder().encode(prepared.after)
    const written = await context.sandbox.writeFile({ path, data })
    if (!written.ok) return errorOutput(`Error: ${path} was not written: ${failureOf(written.error)}`)
    const hash = hashOf(data)
    return textOutput(prepared.done, {
      changes: (next) => next.files.set(path, { hash }),
      display: diffDisplay(shown(path), prepared.before, prepared.after),
    })
  },
})

async function prepare(input: Input, context: ToolContext): Promise<Prepared> {
  const path = absolute(input.notebook_path)
  if (!path.endsWith('.ipynb')) return refuse(`${path} is no notebook. Change other files with Edit.`)
  const existing = await seenAsItIs(context.sandbox, context.state, path)
  if (existing.kind === 'problem') return refuse(existing.text)
  if (existing.kind === 'missing') return refuse(await missingPathText(context, path))
  const { content } = existing.file
  const before = content.kind === 'text' ? content.text : ''
  const parsed = parseNotebook(before)
  if (!parsed.ok)
    return refuse(`${path} is no notebook that can be read: ${parsed.problem}. Look at it with Bash.`)
  const { notebook } = parsed
  const at = notebook.cells.findIndex((cell, index) => cellId(cell, index) === input.cell_id)
  if (at < 0 && (input.cell_id !== undefined || input.edit_mode !== 'insert'))
    return refuse(noCell(input, notebook))
  if (input.edit_mode === 'insert' && input.cell_type === undefined)
    return refuse('cell_type is needed to insert a cell: "code" or "markdown".')
  const after = `${JSON.stringify(edited(notebook, at, input), undefined, 1)}\n`
  return { ok: true, before, after, done: doneText(path, at, input) }
}

function edited(notebook: Notebook, at: number, input: Input): Notebook {
  const { cells } = notebook
  if (input.edit_mode === 'delete') return { ...notebook, cells: cells.filter((_, index) => index !== at) }
  if (input.edit_mode === 'insert') {
    return { ...notebook, cells: cells.toSpliced(at + 1, 0, newCell(notebook, input)) }
  }
  return { ...notebook, cells: cells.map((cell, index) => (index === at ? changed(cell, input) : cell)) }
}

function changed(cell: NotebookCell, { new_source, cell_type = undefined }: Input): NotebookCell {
  const { outputs: _, execution_count: __, ...rest } = cell
  const kind = cell_type ?? cell.cell_type
  const source = Array.isArray(cell.source) ? linesOf(new_source) : new_source
  return {
    ...rest,
    cell_type: kind,
    source,
    ...(kind === 'code' ? { outputs: [], execution_count: null } : {}),
  }
}

function newCell({ cells, nbformat = 4, nbformat_minor = 0 }: Notebook, input: Input): NotebookCell {
  const kind = input.cell_type ?? 'code'
  // Cells have ids of their own since format 4.5.
  const hasIds = nbformat > 4 || (nbformat === 4 && nbformat_minor >= 5)
  const taken = new Set(cells.map(cellId))
  let number = cells.length
  while (taken.has(`new-${number}`)) number += 1
  return {
    ...(hasIds ? { id: `new-${number}` } : {}),
    cell_type: kind,
    metadata: {},
    source: linesOf(input.new_source),
    ...(kind === 'code' ? { outputs: [], execution_count: null } : {}),
  }
}

/** As notebooks store it: lines with their ends. */
function linesOf(source: string): string[] {
  return source.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function noCell({ cell_id, edit_mode }: Input, { cells }: Notebook): string {
  const ids = cells.map(
    (cell, index) => `${cellId(cell, index)} (${joined(cell.source).split('\n')[0]?.slice(0, 40) ?? ''})`,
  )
  const list = ids.length === 0 ? 'It has no cells.' : `Its cells: ${ids.slice(0, 20).join(', ')}.`
  if (cell_id === undefined) return `cell_id is needed to ${edit_mode} a cell. ${list}`
  return `There is no cell "${cell_id}". ${list}`
}

function doneText(path: string, at: number, { edit_mode, cell_id }: Input): string {
  if (edit_mode === 'delete') return `Deleted cell ${cell_id} of ${path}.`
  if (edit_mode === 'replace') return `Replaced cell ${cell_id} of ${path}.`
  return `Inserted a cell into ${path} ${at < 0 ? 'at its beginning' : `after ${cell_id}`}.`
}

function refuse(problem: string): Prepared {
  return { ok: false, problem }
}
