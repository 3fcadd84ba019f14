import { expect, it } from 'vitest'
import { PromptView } from './prompt-view.ts'

const width = (code: number) => (code === 0x301 ? 0 : code > 0x2e80 ? 2 : 1)
const line = (text: string, cursor = text.length) => ({ prompt: '$ ', promptWidth: 2, text, cursor })

/** A terminal of that width, as far as the codes need one. */
function screen(codes: string, columns: number): { rows: string[]; row: number; column: number } {
  const rows: string[][] = [[]]
  let [row, column] = [0, 0]
  const clear = () => {
    rows[row] = (rows[row] ?? []).slice(0, column)
    rows.length = row + 1
  }
  for (const [code, count, name] of codes.matchAll(/\x1b\[(\d*)([ABCJ])|[^]/gu)) {
    const by = Number(count) || 1
    if (name === 'A') row -= by
    else if (name === 'B') row += by
    else if (name === 'C') column += by
    else if (name === 'J') clear()
    else if (code === '\r') column = 0
    else if (code === '\b') column -= 1
    else if (code === '\n') row += 1
    else {
      const cells = width(code.codePointAt(0) ?? 0)
      if (column + cells > columns) [row, column] = [row + 1, 0]
      const cellsOfRow = (rows[row] ??= [])
      cellsOfRow[column] = code
      column += cells
    }
    rows[row] ??= []
  }
  return {
    rows: rows.map((cells) =>
      Array.from(cells, (cell) => cell ?? '')
        .join('')
        .trimEnd(),
    ),
    row,
    column,
  }
}

it('puts the cursor where the letter is, over rows, wide letters and full rows', () => {
  const at = (text: string, cursor: number) => {
    const { rows, row, column } = screen(new PromptView(width).draw(line(text, cursor), 10), 10)
    return [rows.join('/'), row, column]
  }
  expect(at('abc', 1)).toEqual(['$ abc', 0, 3])
  expect(at('abcdefghij', 10)).toEqual(['$ abcdefgh/ij', 1, 2])
  expect(at('abcdefghij', 3)).toEqual(['$ abcdefgh/ij', 0, 5])
  expect(at('abcdefgh', 8)).toEqual(['$ abcdefgh/', 1, 0])
  expect(at('abcdefg日x', 9)).toEqual(['$ abcdefg/日x', 1, 3])
  expect(at('echo "\nab', 9)).toEqual(['$ echo "/> ab', 1, 4])
  expect(at('a\x03b', 3)).toEqual(['$ a^Cb', 0, 6])
})

it('draws over what was there, and leaves nothing of it', () => {
  const view = new PromptView(width)
  const codes = view.draw(line('abcdefghijklm', 2), 10) + view.draw(line('x'), 10)
  expect(screen(codes, 10)).toEqual({ rows: ['$ x'], row: 0, column: 3 })
  expect(screen(codes + view.leave(10), 10)).toMatchObject({ row: 1, column: 0 })
  const gone = new PromptView(width)
  expect(screen(gone.draw(line('abcdefghijklm', 2), 10) + gone.erase(10), 10)).toEqual({
    rows: [''],
    row: 0,
    column: 0,
  })
})
