/** More of a text nobody reads within a reason. */
const SHOWN_CHARS = 120

/** Text of a command line, for a reason: one line, and never half a character, which the model's service refuses. */
export function shortened(text: string): string {
  const start = text
    .slice(0, SHOWN_CHARS)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .trim()
  return text.length > SHOWN_CHARS ? `${start}…` : start
}

/** A number as it is read: `1,048,576`. */
export function counted(count: number): string {
  return count.toLocaleString('en')
}
