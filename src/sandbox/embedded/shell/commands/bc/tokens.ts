/** The words of bc's language. */
import { SyntaxFault } from './syntax.ts'

export interface Token {
  readonly type: 'number' | 'word' | 'string' | 'mark' | 'end'
  readonly text: string
  readonly line: number
}

const PIECE =
  /([ \t\r]+|\\\r?\n|\/\*[^]*?\*\/|#[^\n]*)|((?:[\dA-F](?:\\\n)?)+(?:\.(?:[\dA-F](?:\\\n)?)*)?|\.(?:[\dA-F](?:\\\n)?)+)|([a-z][a-z_\d]*)|"([^"]*)"|(\+\+|--|\|\||&&|[-+*/%^=<>!]=|[-+*/%^=<>!(){}[\];,.\n])|([^])/y

export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  let line = 1
  PIECE.lastIndex = 0
  for (let match = PIECE.exec(text); match !== null; match = PIECE.exec(text)) {
    const [all, blank, number, word, string, mark, other] = match
    if (other !== undefined) throw new SyntaxFault(line)
    const at = line
    line += all.split('\n').length - 1
    if (blank !== undefined) continue
    if (number !== undefined) tokens.push({ type: 'number', text: number.replace(/\\\n/g, ''), line: at })
    else if (word !== undefined) tokens.push({ type: 'word', text: word, line: at })
    else if (string !== undefined) tokens.push({ type: 'string', text: string, line: at })
    else tokens.push({ type: 'mark', text: mark ?? '', line: at })
    if (PIECE.lastIndex >= text.length) break
  }
  return tokens
}
