/** Sources of a summary's lines, which the program writes behind them: numbers of events, as `[#12 #40]`, and its remarks. */

const CITES = String.raw`\[#\d{1,9}(?: #\d{1,9})*\]`
const REMARK = String.raw`\[log: [^\][\n]*\]`
/** One of them, nothing else. */
const MARK = new RegExp(`^(?:${CITES}|${REMARK})$`)
/** Also as somebody else writes them; not the text of a link. Begins at no blank that follows another: a run of blanks is read once. */
const ANY = new RegExp(
  String.raw`(?<![ \t])[ \t]*(?:\[#\d{1,9}(?:[\s,]{1,9}#\d{1,9})*\](?!\()|${REMARK})`,
  'g',
)
const ASKED = /^\s*#\d{1,9}(?:[\s,]{1,9}#\d{1,9})*\s*$/

export interface CitedLine {
  readonly text: string
  /** Numbers of events. */
  readonly sources: readonly number[]
  /** The program's own words on it, e.g. that the log says otherwise. */
  readonly remarks: readonly string[]
}

/** Behind a line; '' without any. */
export function citesText(sources: readonly number[]): string {
  return sources.length === 0 ? '' : ` [${sources.map((seq) => `#${seq}`).join(' ')}]`
}

/** Behind a line. A remark is one line, and ends where it ends. */
export function remarkText(remark: string): string {
  return ` [log: ${remark.replaceAll(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')')}]`
}

/** A line as `citesText` and `remarkText` have written it: they stand at its end, in any order. */
export function citedLine(line: string): CitedLine {
  const marks: string[] = []
  let text = line
  for (;;) {
    const trimmed = text.trimEnd()
    const at = trimmed.endsWith(']') ? trimmed.lastIndexOf('[') : -1
    const mark = trimmed.slice(Math.max(0, at))
    if (at < 0 || !MARK.test(mark)) break
    marks.push(mark)
    text = trimmed.slice(0, at)
  }
  marks.reverse()
  return {
    text: marks.length === 0 ? line : text.trimEnd(),
    sources: marks.flatMap((mark) => (mark.startsWith('[#') ? numbersIn(mark) : [])),
    remarks: marks.flatMap((mark) => (mark.startsWith('[#') ? [] : [mark.slice('[log: '.length, -1)])),
  }
}

/** Without sources and remarks that somebody else has written: only the program's count. The same when it is applied again. */
export function withoutCites(text: string): string {
  let before: string
  let plain = text
  do {
    before = plain
    plain = before.replaceAll(ANY, '')
  } while (plain !== before)
  return plain
}

/** With other numbers; a source without one is left out. */
export function renumberedCites(text: string, numberOf: (seq: number) => number | undefined): string {
  return text
    .split('\n')
    .map((line) => {
      const { text: said, sources, remarks } = citedLine(line)
      if (sources.length === 0) return line
      const renumbered = sources.map(numberOf).filter((seq) => seq !== undefined)
      return `${said}${citesText(renumbered)}${remarks.map(remarkText).join('')}`
    })
    .join('\n')
}

export function hasCites(text: string): boolean {
  return new RegExp(CITES).test(text)
}

/** Numbers of the events that a query names, e.g. `#12 #40`, each once; undefined where it is one of words. */
export function askedEvents(query: string): readonly number[] | undefined {
  return ASKED.test(query) ? [...new Set(numbersIn(query))] : undefined
}

function numbersIn(text: string): readonly number[] {
  return [...text.matchAll(/#(\d+)/g)].map(([, digits]) => Number(digits))
}
