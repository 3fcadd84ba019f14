/**
 * Cuts Markdown into blocks that can be rendered one by one, so that streaming redraws only the last. The cut
 * depends on the text alone: what was streamed and what was loaded look the same.
 */

/** A text, cut. */
interface Cut {
  readonly text: string
  /** In order; joined with blank lines they are the text again. A fence or a list is never cut. */
  readonly blocks: readonly string[]
  /** Blocks that stay when the text grows, and where they end in it. */
  readonly settled: number
  readonly end: number
}

const NOTHING: Cut = { text: '', blocks: [], settled: 0, end: 0 }

/** Cuts one text after the other; of one that is the last one grown, only what that may change. */
export class BlockCutter {
  #cut = NOTHING

  blocks(text: string): readonly string[] {
    const { blocks, settled, end } = text.startsWith(this.#cut.text) ? this.#cut : NOTHING
    const rest = cutFrom(text, end)
    this.#cut = {
      ...rest,
      blocks: [...blocks.slice(0, settled), ...rest.blocks],
      settled: settled + rest.settled,
    }
    return this.#cut.blocks
  }
}

/** `start` is where a block begins. */
function cutFrom(text: string, start: number): Cut {
  const blocks: string[] = []
  let block: string[] = []
  let fence: string | undefined
  let blank = false
  const starts = [start]
  let offset = start
  const close = () => blocks.push(ownCopy(block.join('\n').trimEnd()))
  for (const line of text.slice(start).split('\n')) {
    const empty = line.trim() === ''
    if (fence === undefined && blank && !empty && startsBlock(line, block)) {
      if (block.length > 0) {
        close()
        starts.push(offset)
      }
      block = []
    }
    fence = nextFence(fence, line)
    blank = empty
    if (!empty || block.length > 0) block.push(line)
    offset += line.length + 1
  }
  if (block.length > 0) close()
  // The first line of the last block may still turn out to go on with the one before.
  const settled = Math.max(0, blocks.length - 2)
  return { text, blocks, settled, end: starts[settled] ?? start }
}

/** A part of a string keeps the whole of it in memory: a block on the screen would keep a text that has long grown. */
function ownCopy(part: string): string {
  return ` ${part}`.slice(1)
}

/** After a blank line: an indented line goes on with what stands above, and so does the next item of a list. */
function startsBlock(line: string, above: readonly string[]): boolean {
  if (/^\s/.test(line)) return false
  return !(isListItem(line) && isListItem(above[0] ?? ''))
}

function isListItem(line: string): boolean {
  return /^ {0,3}([-*+]|\d{1,9}[.)])(\s|$)/.test(line)
}

/** The marker of the fence that is open after `line`. */
function nextFence(open: string | undefined, line: string): string | undefined {
  const marker = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
  if (!marker) return open
  const [, ticks = '', info = ''] = marker
  if (open === undefined) return ticks.startsWith('`') && info.includes('`') ? undefined : ticks
  return ticks.startsWith(open) && info.trim() === '' ? undefined : open
}
