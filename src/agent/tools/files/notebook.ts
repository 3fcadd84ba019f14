/** Jupyter notebooks: JSON with cells, shown cell by cell. */
import { z } from 'zod'
import type { ImageBlock, TextBlock } from '../../protocol/messages.ts'
import { NOTEBOOK_OUTPUT_CHARS } from '../../limits.ts'
import { count, cutStart } from '../results/result-budget.ts'

const text = z.union([z.string(), z.array(z.string())])

const output = z.looseObject({
  output_type: z.string(),
  text: text.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
})

const cell = z.looseObject({
  cell_type: z.enum(['code', 'markdown', 'raw']),
  id: z.string().optional(),
  source: text,
  outputs: z.array(output).optional(),
  execution_count: z.number().nullable().optional(),
})

const notebook = z.looseObject({
  cells: z.array(cell),
  nbformat: z.number().optional(),
  nbformat_minor: z.number().optional(),
})

export type Notebook = z.infer<typeof notebook>
export type NotebookCell = z.infer<typeof cell>

export function parseNotebook(
  source: string,
): { readonly ok: true; readonly notebook: Notebook } | { readonly ok: false; readonly problem: string } {
  try {
    const parsed = notebook.safeParse(JSON.parse(source))
    if (parsed.success) return { ok: true, notebook: parsed.data }
    return { ok: false, problem: parsed.error.issues[0]?.message ?? 'it has no cells' }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : 'it is no JSON' }
  }
}

/** How a cell is named: by its own id, else by its place. */
export function cellId({ id }: NotebookCell, index: number): string {
  return id ?? `cell-${index}`
}

export function notebookBlocks({ cells }: Notebook): (TextBlock | ImageBlock)[] {
  if (cells.length === 0) return [{ type: 'text', text: '[The notebook has no cells.]' }]
  return cells.flatMap((one, index) => {
    const head = `<cell id="${cellId(one, index)}" type="${one.cell_type}">`
    const said = (one.outputs ?? []).map(outputText).filter((part) => part !== '')
    const parts = [head, joined(one.source), '</cell>', ...said.map((part) => `<output>\n${part}\n</output>`)]
    return [{ type: 'text' as const, text: parts.join('\n') }, ...(one.outputs ?? []).flatMap(outputImages)]
  })
}

export function joined(source: string | readonly string[]): string {
  return typeof source === 'string' ? source : source.join('')
}

function outputText({ text: said, data = {}, ename, evalue }: z.infer<typeof output>): string {
  const plain = text.safeParse(data['text/plain'])
  const whole =
    ename === undefined ? joined(said ?? (plain.success ? plain.data : '')) : `${ename}: ${evalue ?? ''}`
  const shown = cutStart(whole.trimEnd(), NOTEBOOK_OUTPUT_CHARS)
  return shown.length < whole.trimEnd().length ? `${shown}\n[${count(whole.length)} characters, cut]` : shown
}

function outputImages({ data = {} }: z.infer<typeof output>): ImageBlock[] {
  return (['image/png', 'image/jpeg'] as const).flatMap((type) => {
    const bytes = text.safeParse(data[type])
    if (!bytes.success) return []
    const source = { type: 'base64', media_type: type, data: joined(bytes.data).replace(/\s/g, '') } as const
    return [{ type: 'image' as const, source }]
  })
}
