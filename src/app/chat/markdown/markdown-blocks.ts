/**
 * Cuts Markdown into blocks that can be rendered one by one, so that streaming redraws only the last. The cut
 * depends on the text alone: what was streamed and what was loaded look the same.
 */

/** Facts about a text up to the start of a line: they stay when the text grows. */
interface Scan {
  readonly end: number
  /** The block that goes on. */
  readonly open: { readonly start: number; readonly isList: boolean } | undefined
  /** The marker of the fence that is open. */
  readonly fence: string | undefined
  /** Whether the last line was. */
  readonly isBlank: boolean
}

const START: Scan = { end: 0, open: undefined, fence: undefined, isBlank: false }

/** Cuts one text after the other; of one that is the last one grown, only the lines that came. */
export class BlockCutter {
  #text = ''
  /** Covers whole lines only: more text may change the last one. */
  #scan = START
  /** Blocks that have ended in these lines. */
  #ended: string[] = []

  /** In order; joined with blank lines they are the text again. A fence or a list is never cut. */
  blocks(text: string): readonly string[] {
    if (!text.startsWith(this.#text)) [this.#scan, this.#ended] = [START, []]
    this.#text = text
    for (let end = text.indexOf('\n', this.#scan.end); end >= 0; end = text.indexOf('\n', this.#scan.end)) {
      const scan = scanLine(this.#scan, text.slice(this.#scan.end, end))
      this.#ended.push(...endedBy(text, this.#scan, scan))
      this.#scan = scan
    }
    const last = scanLine(this.#scan, text.slice(this.#scan.end))
    const open = last.open ? [cut(text, last.open.start, text.length)] : []
    return [...this.#ended, ...endedBy(text, this.#scan, last), ...open]
  }
}

/** Goes on with a scan by the line that begins where it ends. */
function scanLine({ end, open, fence, isBlank }: Scan, line: string): Scan {
  const isEmpty = line.trim() === ''
  const isStart = fence === undefined && isBlank && !isEmpty && startsBlock(line, open?.isList === true)
  const begun = isEmpty ? undefined : { start: end, isList: isListItem(line) }
  return {
    end: end + line.length + 1,
    open: isStart ? begun : (open ?? begun),
    fence: nextFence(fence, line),
    isBlank: isEmpty,
  }
}

/** The block that the line between the two has ended. */
function endedBy(text: string, { open, end }: Scan, after: Scan): string[] {
  return open && open.start !== after.open?.start ? [cut(text, open.start, end)] : []
}

function cut(text: string, start: number, end: number): string {
  return ownCopy(text.slice(start, end).trimEnd())
}

/** A part of a string keeps the whole of it in memory: a block on the screen would keep a text that has long grown. */
function ownCopy(part: string): string {
  return ` ${part}`.slice(1)
}

/** After a blank line: an indented line goes on with what stands above, and so does the next item of a list. */
function startsBlock(line: string, isBelowList: boolean): boolean {
  if (/^\s/.test(line)) return false
  return !(isBelowList && isListItem(line))
}

function isListItem(line: string): boolean {
  return /^ {0,3}([-*+]|\d{1,9}[.)])(\s|$)/.test(line)
}

/** The marker of the fence that is open after `line`. */
export function nextFence(open: string | undefined, line: string): string | undefined {
  const marker = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
  if (!marker) return open
  const [, ticks = '', info = ''] = marker
  if (open === undefined) return ticks.startsWith('`') && info.includes('`') ? undefined : ticks
  return ticks.startsWith(open) && info.trim() === '' ? undefined : open
}
