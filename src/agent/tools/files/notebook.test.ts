import { describe, expect, it } from 'vitest'
import { workspace } from '../testing/workspace.ts'

const NOTEBOOK = {
  cells: [
    { cell_type: 'markdown', id: 'intro', metadata: {}, source: ['# Title\n', 'words'] },
    {
      cell_type: 'code',
      id: 'plot',
      metadata: {},
      execution_count: 3,
      source: 'print(1)',
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['1\n'] },
        {
          output_type: 'display_data',
          data: { 'text/plain': '<Figure>', 'image/png': 'iVBO\nRw==' },
          metadata: {},
        },
        { output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: [] },
      ],
    },
  ],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
}

async function notebook(value: unknown = NOTEBOOK) {
  const made = await workspace({ 'a.ipynb': typeof value === 'string' ? value : JSON.stringify(value) })
  const read = () => made.use('Read', { file_path: 'a.ipynb' })
  const edit = async (input: Record<string, unknown>) =>
    (await made.use('NotebookEdit', { notebook_path: 'a.ipynb', ...input })).text
  const cells = async (): Promise<Record<string, unknown>[]> =>
    JSON.parse(await made.content('a.ipynb')).cells
  return { ...made, read, edit, cells }
}

describe('Read of a notebook', () => {
  it('shows cells with their ids, texts, outputs and images', async () => {
    const { read } = await notebook()
    expect((await read()).text).toBe(`<cell id="intro" type="markdown">
# Title
words
</cell>
<cell id="plot" type="code">
print(1)
</cell>
<output>
1
</output>
<output>
<Figure>
</output>
<output>
ValueError: no
</output>
[image/png]`)
  })

  it('shows what is no notebook as the text that it is', async () => {
    const { read } = await notebook('{"cells": 1}')
    expect((await read()).text).toBe('1\t{"cells": 1}')
  })
})

describe('NotebookEdit', () => {
  it('replaces a cell in its own form, without the old outputs', async () => {
    const { read, edit, cells } = await notebook()
    await read()
    expect(await edit({ cell_id: 'plot', new_source: 'print(2)\nprint(3)' })).toBe(
      'Replaced cell plot of /workspace/a.ipynb.',
    )
    expect(await edit({ cell_id: 'intro', new_source: 'a\nb' })).toBe(
      'Replaced cell intro of /workspace/a.ipynb.',
    )
    expect(await cells()).toEqual([
      { id: 'intro', cell_type: 'markdown', metadata: {}, source: ['a\n', 'b'] },
      {
        id: 'plot',
        cell_type: 'code',
        metadata: {},
        source: 'print(2)\nprint(3)',
        outputs: [],
        execution_count: null,
      },
    ])
  })

  it('inserts and deletes', async () => {
    const { read, edit, cells } = await notebook()
    await read()
    await edit({ edit_mode: 'insert', cell_type: 'code', new_source: 'x = 1' })
    await edit({ edit_mode: 'insert', cell_type: 'markdown', cell_id: 'plot', new_source: 'end' })
    await edit({ edit_mode: 'delete', cell_id: 'intro', new_source: '' })
    expect((await cells()).map(({ id, source }) => [id, source])).toEqual([
      ['new-2', ['x = 1']],
      ['plot', 'print(1)'],
      ['new-3', ['end']],
    ])
  })

  it('finds cells of old notebooks by their place, and gives them no ids', async () => {
    const old = {
      cells: [{ cell_type: 'code', metadata: {}, source: 'a', outputs: [] }],
      nbformat: 4,
      nbformat_minor: 2,
    }
    const { read, edit, cells } = await notebook(old)
    expect((await read()).text).toContain('<cell id="cell-0" type="code">')
    await edit({ cell_id: 'cell-0', new_source: 'b' })
    await edit({ edit_mode: 'insert', cell_type: 'code', cell_id: 'cell-0', new_source: 'c' })
    expect((await cells()).map(({ id, source }) => [id, source])).toEqual([
      [undefined, 'b'],
      [undefined, ['c']],
    ])
  })

  it.each([
    [{ cell_id: 'x', new_source: '' }, 'There is no cell "x". Its cells: intro (# Title), plot (print(1)).'],
    [
      { new_source: 'a' },
      'cell_id is needed to replace a cell. Its cells: intro (# Title), plot (print(1)).',
    ],
    [{ edit_mode: 'insert', new_source: 'a' }, 'cell_type is needed to insert a cell: "code" or "markdown".'],
  ])('says what to do: %j', async (input, problem) => {
    const { read, edit } = await notebook()
    await read()
    expect(await edit(input)).toBe(`ValidationError: ${problem}`)
  })

  it('needs a read before, and a notebook', async () => {
    const { edit, use } = await notebook()
    expect(await edit({ cell_id: 'plot', new_source: '' })).toContain('was not read in this session')
    expect((await use('NotebookEdit', { notebook_path: 'a.js', cell_id: 'a', new_source: '' })).text).toBe(
      'ValidationError: /workspace/a.js is no notebook. Change other files with Edit.',
    )
  })
})
