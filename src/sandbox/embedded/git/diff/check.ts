/** `--check`: what new lines have that is seldom meant. */
import { quotePath } from './quote-path.ts'
import type { DiffStyle } from './diff-options.ts'
import { isBinaryPair, pathOfPair, type FilePair } from './file-pair.ts'
import { addedLine } from './color.ts'
import { blankTail, changesOf, linesOf } from './patch.ts'

const CONFLICT_MARK = /^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/

/** The complaints, each with its line; '' when all is well. */
export function checkPairs(pairs: readonly FilePair[], style: DiffStyle): string {
  return pairs.map((pair) => checkPair(pair, style)).join('')
}

function checkPair(pair: FilePair, style: DiffStyle): string {
  const { before, after } = pair
  if (after === undefined || pair.status === 'U') return ''
  const [old, young] = [before?.read() ?? new Uint8Array(0), after.read()]
  if (isBinaryPair(pair, [old, young], style.showsText)) return ''
  const texts = { a: linesOf(old), b: linesOf(young) }
  const changes = changesOf(texts, style)
  const { colors } = style
  const shown = (line: string): string => (colors === undefined ? `+${line}` : addedLine(line, colors))
  const name = quotePath(pathOfPair(pair), style.quoteHigh)
  let text = ''
  for (const change of changes)
    for (let at = change.b; at < change.b + change.bCount; at += 1) {
      const line = (texts.b[at] ?? '').replace(/\n$/, '')
      if (CONFLICT_MARK.test(line)) text += `${name}:${at + 1}: leftover conflict marker\n`
      const wrong = [
        ...(/[ \t\r\f\v]$/.test(line) ? ['trailing whitespace'] : []),
        ...(/^\t* +\t/.test(line) ? ['space before tab in indent'] : []),
      ]
      if (wrong.length > 0) text += `${name}:${at + 1}: ${wrong.join(', ')}.\n${shown(line)}\n`
    }
  const last = changes.at(-1)
  const blanks = blankTail(texts.b)
  if (
    last !== undefined &&
    blanks > 0 &&
    last.b + last.bCount === texts.b.length &&
    blanks > blankTail(texts.a)
  )
    text += `${name}:${texts.b.length - blanks + 1}: new blank line at EOF.\n`
  return text
}
