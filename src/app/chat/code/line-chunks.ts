/** Long code is drawn in boxes of some lines: a line that is added then moves those of the last box only. */

/** Few enough to be laid out with each new line, enough that the boxes are few. */
export const CHUNK_LINES = 8
export const CHUNK_CLASS = 'lines'

/** HTML of code, in which no element goes over the end of a line. A line break belongs to the line before it. */
export function inChunks(html: string): string {
  const lines = html.split('\n')
  const chunks: string[] = []
  for (let at = 0; at < lines.length; at += CHUNK_LINES) {
    const end = at + CHUNK_LINES
    const text = lines.slice(at, end).join('\n') + (end < lines.length ? '\n' : '')
    chunks.push(at === 0 ? text : `<span class="${CHUNK_CLASS}">${text}</span>`)
  }
  return chunks.join('')
}
