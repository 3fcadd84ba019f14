/** Draws the line at the prompt, over several rows of the terminal when it is long. */

/** Columns that a code point takes: 0, 1 or 2, as the terminal itself counts. */
export type LetterWidth = (codePoint: number) => number

interface Place {
  readonly row: number
  readonly column: number
}

export interface PromptText {
  /** With colours. */
  readonly prompt: string
  /** Columns that the prompt takes. */
  readonly promptWidth: number
  readonly text: string
  readonly cursor: number
}

/** Before the second and each later line of a command. */
const CONTINUATION = '> '

export class PromptView {
  readonly #width: LetterWidth
  #drawn: PromptText | undefined

  constructor(width: LetterWidth) {
    this.#width = width
  }

  /** The codes that draw it where the one before was. The first one is drawn from the cursor on, at the start of a row. */
  draw(next: PromptText, columns: number): string {
    const start = this.erase(columns)
    this.#drawn = next
    const [before, ...more] = next.text.split('\n').map(shown)
    const lines = [`${next.prompt}${before ?? ''}`, ...more.map((line) => CONTINUATION + line)]
    const end = this.#place(next, next.text.length, columns)
    const cursor = this.#place(next, next.cursor, columns)
    // A row that is exactly full leaves the terminal's cursor on it: a letter brings it to the next.
    const filled = end.column === 0 && end.row > 0 && !next.text.endsWith('\n') ? ' \b' : ''
    return start + lines.join('\r\n') + filled + moved(end, cursor)
  }

  /** Removes it from the screen; the cursor is then where it began. */
  erase(columns: number): string {
    const drawn = this.#drawn
    this.#drawn = undefined
    if (drawn === undefined) return ''
    const { row } = this.#place(drawn, drawn.cursor, columns)
    return `${row > 0 ? `\x1b[${row}A` : ''}\r\x1b[J`
  }

  /** Leaves it on the screen, and goes to the row below. */
  leave(columns: number): string {
    const drawn = this.#drawn
    this.#drawn = undefined
    if (drawn === undefined) return ''
    const cursor = this.#place(drawn, drawn.cursor, columns)
    const end = this.#place(drawn, drawn.text.length, columns)
    return `${moved(cursor, end)}\r\n`
  }

  /** Place of the letter at `index`, counted from the row of the prompt. */
  #place({ promptWidth, text }: PromptText, index: number, columns: number): Place {
    let row = Math.floor(promptWidth / columns)
    let column = promptWidth % columns
    for (const letter of text.slice(0, index)) {
      if (letter === '\n') {
        row += 1
        column = CONTINUATION.length
        continue
      }
      for (const part of shown(letter)) {
        const width = this.#width(part.codePointAt(0) ?? 0)
        // A wide letter does not begin in the last column.
        if (column + width > columns) {
          row += 1
          column = 0
        }
        column += width
        if (column === columns) {
          row += 1
          column = 0
        }
      }
    }
    return { row, column }
  }
}

/** Control characters as a terminal's driver echoes them. */
function shown(text: string): string {
  return text.replace(/\t/g, '  ').replace(/[\x00-\x08\x0b-\x1f]/g, (control) => {
    return `^${String.fromCharCode(control.charCodeAt(0) + 64)}`
  })
}

function moved(from: Place, to: Place): string {
  const rows = from.row - to.row
  const vertical = rows > 0 ? `\x1b[${rows}A` : rows < 0 ? `\x1b[${-rows}B` : ''
  return `${vertical}\r${to.column > 0 ? `\x1b[${to.column}C` : ''}`
}
