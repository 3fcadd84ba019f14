/** Marks a text where it stands on the screen, without touching what is drawn. */

const NAME = 'found'
/** Ranges of one item that are marked: nobody looks at more of them at once. */
const MARKS = 500

export interface MatchMarks {
  /** The element of the first mark. Browsers without highlights have none, and show only the item. */
  readonly first: () => Element | undefined
  /** Takes the marks away. */
  readonly clear: () => void
}

/**
 * Marks the text in the box, and again whenever the box is drawn anew: the Markdown renderer and the colours of code
 * replace the text after it was shown, and a mark does not move along to the new nodes.
 */
export function markMatches(box: Element, text: string): MatchMarks {
  if (typeof Highlight === 'undefined') return { first: () => undefined, clear: () => undefined }
  let ranges = mark(box, text)
  const drawnAnew = new MutationObserver(() => (ranges = mark(box, text)))
  drawnAnew.observe(box, { childList: true, characterData: true, subtree: true })
  return {
    first: () => ranges[0]?.startContainer.parentElement ?? undefined,
    clear: () => {
      drawnAnew.disconnect()
      CSS.highlights.delete(NAME)
    },
  }
}

function mark(box: Element, text: string): readonly Range[] {
  const ranges = rangesOf(box, text.trim().toLowerCase())
  if (ranges.length > 0) CSS.highlights.set(NAME, new Highlight(...ranges))
  else CSS.highlights.delete(NAME)
  return ranges
}

function rangesOf(box: Element, wanted: string): readonly Range[] {
  const ranges: Range[] = []
  if (wanted === '') return ranges
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node && ranges.length < MARKS; node = walker.nextNode()) {
    const content = node.textContent?.toLowerCase() ?? ''
    // Other cases of a letter may have another length; then its place is not known.
    if (content.length !== node.textContent?.length) continue
    for (let at = content.indexOf(wanted); at >= 0; at = content.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      ranges.push(range)
    }
  }
  return ranges
}
