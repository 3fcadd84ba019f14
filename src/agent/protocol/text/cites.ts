/** Sources of a summary's lines, which the program writes behind them: numbers of events, as `[#12 #40]`, and its remarks. */

const CITES = String.raw`\[#\d{1,9}(?: #\d{1,9})*\]`
const REMARK = String.raw`\[log: [^\][\n]*\]`
/** One of them, nothing else. */
const MARK = new RegExp(`^(?:${CITES}|${REMARK})$`)
/** Also as somebody else writes them. */
const ANY_CITES = /^\[#\d{1,9}(?:[\s,]{1,9}#\d{1,9})*\]$/
const ANY_REMARK = new RegExp(`^${REMARK}$`)
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

/**
 * Without sources and remarks that somebody else has written: only the program's count. The same when it is applied again, also to marks
 * that stand in one another: what is left of one that was taken out is looked at with it, in one pass.
 */
export function withoutCites(text: string): string {
  const kept: string[] = []
  /** Places in `kept` of brackets that a mark may begin with. */
  let open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '[') open.push(kept.length)
    kept.push(char)
    if (char !== ']' || open.length === 0) continue
    const start = open.pop() ?? 0
    const mark = kept.slice(start).join('')
    // The text of a link is no source. No mark has other brackets in it.
    if (ANY_REMARK.test(mark) || (ANY_CITES.test(mark) && text[at + 1] !== '('))
      kept.length = endBefore(kept, start)
    else open = []
  }
  return kept.join('')
}

/** Without the blanks before a place. */
function endBefore(kept: readonly string[], place: number): number {
  let end = place
  while (kept[end - 1] === ' ' || kept[end - 1] === '\t') end--
  return end
}

/** With other numbers; a source without one is left out. */
export function renumberedCites(text: string, numberOf: (seq: number) => number | undefined): string {
  return text
    .split('\n')
    .map((line) => {
      const { text: said, sources, remarks } = citedLine(line)
      if (sources.length + remarks.length === 0) return line
      const renumbered = sources.map(numberOf).filter((seq) => seq !== undefined)
      const remarked = remarks.map((remark) => remarkText(renumberedRemark(remark, numberOf)))
      return `${said}${citesText(renumbered)}${remarked.join('')}`
    })
    .join('\n')
}

/** The number of an event in a remark, as `numberedRemark` writes it. */
const NUMBERED = /, #(\d{1,9})(?=;|$)/g

/** A remark on an event, which it names unless nobody could look that up. `more`: its second half. */
export function numberedRemark(remark: string, seq: number | undefined, more = ''): string {
  return `${remark}${seq === undefined ? '' : `, #${seq}`}${more === '' ? '' : `; ${more}`}`
}

function renumberedRemark(remark: string, numberOf: (seq: number) => number | undefined): string {
  return remark.replaceAll(NUMBERED, (_, digits: string) => {
    const seq = numberOf(Number(digits))
    return seq === undefined ? '' : `, #${seq}`
  })
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
