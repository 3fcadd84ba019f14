/** The short form of a call's input, for the name of its group on the screen. */

/** Fields that say most about a call, best first. */
const TELLING = [
  'command',
  'file_path',
  'pattern',
  'path',
  'url',
  'query',
  'description',
  'prompt',
  'question',
]
/** Characters of a name: one line on a wide screen. */
const SHORT_INPUT_CHARS = 120

/** The most telling field of `input`, on one line; empty when there is none. */
export function shortInput(input: Readonly<Record<string, unknown>>): string {
  const field = TELLING.find((name) => typeof input[name] === 'string' && input[name] !== '')
  const line = field === undefined ? '' : String(input[field]).replace(/\s+/g, ' ').trim()
  return line.length > SHORT_INPUT_CHARS ? `${line.slice(0, SHORT_INPUT_CHARS - 1)}…` : line
}
