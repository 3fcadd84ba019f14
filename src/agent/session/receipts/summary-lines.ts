/** The lines of a summary that say something, and the part of it in which each stands. Pure. */
import { citedLine } from '../../protocol/text/cites.ts'

/** Headings of the form that the model is given (`summary-request.ts`). */
export type Section = 'task' | 'state' | 'knowledge' | 'tried' | 'next'

export interface SummaryLine {
  /** From 0. */
  readonly at: number
  readonly text: string
  readonly section: Section | undefined
}

const HEADINGS: readonly (readonly [Section, RegExp])[] = [
  ['task', /^(?:task|goal|request|aufgabe|auftrag|ziel)\b/i],
  ['state', /^(?:state|status|progress|done|stand|zustand|erledigt)\b/i],
  ['knowledge', /^(?:knowledge|decisions?|facts|wissen|kenntnisse|entscheidungen)\b/i],
  ['tried', /^(?:tried|failed|attempts|versucht|erfolglos|fehlgeschlagen|ohne erfolg)/i],
  ['next', /^(?:next|remaining|todo|open|weiter|nächste|als nächstes|offen)\b/i],
]
/** Marks of lists and headings, numbers, and bold. */
const MARKS = /^[\s#>*_+–—-]*(?:\d{1,2}[.)]\s*)?[\s*_]*/
const HEADING_WORDS = 6
const LEAST_LETTERS = 8
const FENCE = /^\s*(?:```|~~~)/

export function summaryLines(summary: string): readonly SummaryLine[] {
  const lines: SummaryLine[] = []
  let section: Section | undefined
  let isCode = false
  for (const [at, line] of summary.split('\n').entries()) {
    if (FENCE.test(line)) {
      isCode = !isCode
      continue
    }
    if (isCode) continue
    const { text } = citedLine(line)
    const plain = text.replace(MARKS, '')
    const heading = headingOf(plain)
    if (heading) section = heading.section
    const said = heading ? heading.rest : plain
    if (said.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= LEAST_LETTERS)
      lines.push({ at, text: said, section })
  }
  return lines
}

/** `Task: …` and `**Tried without success**`; the words behind the colon are the line's own. */
function headingOf(line: string): { readonly section: Section; readonly rest: string } | undefined {
  const found = HEADINGS.find(([, pattern]) => pattern.test(line))
  if (!found) return undefined
  const [section] = found
  const colon = line.search(/[:：]/)
  const title = (colon < 0 ? line : line.slice(0, colon)).trim()
  if (title.split(/\s+/).length > HEADING_WORDS) return undefined
  // Without a colon a sentence may begin with such a word, too.
  if (colon < 0 && /[.!?,;]|`/.test(title)) return undefined
  return { section, rest: colon < 0 ? '' : line.slice(colon + 1).replace(/^[\s*_]+/, '') }
}
