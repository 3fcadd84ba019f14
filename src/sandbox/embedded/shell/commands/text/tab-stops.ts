/** Tabs and the columns that they stand for, every eighth one. */

export const TAB = 8

/** With blanks instead of tabs. */
export function expandTabs(text: string): string {
  let result = ''
  for (const letter of text) result += letter === '\t' ? ' '.repeat(TAB - (result.length % TAB)) : letter
  return result
}

/** Tabs as far as they reach from one column to another, then spaces. */
export function blanks(from: number, to: number): string {
  let text = ''
  let at = from
  for (let stop = at + TAB - (at % TAB); stop <= to; stop = at + TAB) {
    text += stop - at === 1 ? ' ' : '\t'
    at = stop
  }
  return text + ' '.repeat(to - at)
}
