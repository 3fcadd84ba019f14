/** Marks a text where it stands on the screen, without touching what is drawn. */

const NAME = 'found'
/** Ranges of one item that are marked: nobody looks at more of them at once. */
const MARKS = 500

/**
 * The element of the first of them. Without a box nothing is marked any more; where the browser has no highlights, the item is all
 * that is shown.
 */
export function markMatches(box: Element | undefined, text: string): Element | undefined {
  if (typeof Highlight === 'undefined') return undefined
  CSS.highlights.delete(NAME)
  const wanted = text.trim().toLowerCase()
  if (!box || wanted === '') return undefined
  const ranges: Range[] = []
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
  if (ranges.length > 0) CSS.highlights.set(NAME, new Highlight(...ranges))
  return ranges[0]?.startContainer.parentElement ?? undefined
}
