/**
 * Cuts Markdown into blocks that can be rendered one by one, so that streaming redraws only the last. The cut
 * depends on the text alone: what was streamed and what was loaded look the same.
 */

/** The blocks in order; joined with blank lines they are the text again. A fence or a list is never cut. */
export function splitBlocks(text: string): readonly string[] {
  const blocks: string[] = []
  let block: string[] = []
  let fence: string | undefined
  let blank = false
  for (const line of text.split('\n')) {
    const empty = line.trim() === ''
    if (fence === undefined && blank && !empty && startsBlock(line, block)) {
      blocks.push(block.join('\n').trimEnd())
      block = []
    }
    fence = nextFence(fence, line)
    blank = empty
    if (!empty || block.length > 0) block.push(line)
  }
  if (block.length > 0) blocks.push(block.join('\n').trimEnd())
  return blocks
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
