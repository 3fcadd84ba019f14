/** Text that is as long to compress as a log's: words, few of which come twice in a row. */
export function words(seed: number, chars: number): string {
  let state = seed + 1
  let text = ''
  while (text.length < chars) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += `${(state % 30_000).toString(36)} `
  }
  return text
}
