/** `fold`: long lines broken. Counts letters; bytes with `-b`. */
import { streamTool } from '../../stream/stream-run.ts'
import { encodeText } from '../../byte-string.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { decodeLoosely } from '../frame/loose-text.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'fold',
  usage: 'fold [-bs] [-w WIDTH] [FILE]...',
  options: ['b,bytes', 's,spaces', 'w,width='],
}
const DEFAULT_WIDTH = '80'
const TAB = 8

export const fold = streamTool(
  SYNTAX,
  async (run) => {
    const text = run.options.value('w') ?? DEFAULT_WIDTH
    if (!/^\d+$/.test(text)) throw new CommandError(`invalid number of columns: '${text}'`)
    const width = Number(text)
    if (width === 0)
      throw new CommandError(`invalid number of columns: '${text}': Numerical result out of range`)
    const atSpaces = run.options.has('s')
    const broken = run.options.has('b') ? byBytes : byColumns
    await run.each(run.inputs, async (file) => {
      const lines = (await run.text(file)).split('\n')
      await run.out(lines.map((line) => broken(line, width, atSpaces)).join('\n'))
    })
  },
  (args) => args.map((arg) => arg.replace(/^-(\d+)$/, '-w$1')),
)

function byBytes(line: string, width: number, atSpaces: boolean): string {
  const letters = Array.from(encodeText(line), (byte) => String.fromCharCode(byte))
  const parts = cut(letters, { width, atSpaces, after: (column) => column + 1 })
  let at = 0
  const bytes = encodeText(line)
  return parts.map((part) => decodeLoosely(bytes.subarray(at, (at += part.length))).text).join('\n')
}

function byColumns(line: string, width: number, atSpaces: boolean): string {
  return cut([...line], { width, atSpaces, after: columnAfter })
    .map((part) => part.join(''))
    .join('\n')
}

function columnAfter(column: number, letter: string): number {
  if (letter === '\t') return column + TAB - (column % TAB)
  if (letter === '\b') return Math.max(0, column - 1)
  return letter === '\r' ? 0 : column + 1
}

interface Cutting {
  readonly width: number
  readonly atSpaces: boolean
  /** The column behind a letter that begins at `column`. */
  readonly after: (column: number, letter: string) => number
}

function cut(
  letters: readonly string[],
  { width, atSpaces, after }: Cutting,
): readonly (readonly string[])[] {
  const parts: (readonly string[])[] = []
  let part: string[] = []
  let column = 0
  for (const letter of letters) {
    while (part.length > 0 && after(column, letter) > width) {
      const blank = atSpaces ? part.findLastIndex((one) => one === ' ' || one === '\t') : -1
      const end = blank < 0 ? part.length : blank + 1
      parts.push(part.slice(0, end))
      part = part.slice(end)
      column = part.reduce((before, one) => after(before, one), 0)
    }
    column = after(column, letter)
    part.push(letter)
  }
  parts.push(part)
  return parts
}
