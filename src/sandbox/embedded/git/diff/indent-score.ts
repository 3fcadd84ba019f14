/** How well a block of changed lines begins or ends at a line, by indentation and empty lines; git's weights. */

export interface Score {
  readonly indent: number
  /** Lower is better. */
  readonly penalty: number
}

const MAX_BLANKS = 20
const MAX_INDENT = 200

const START_OF_FILE = 1
const END_OF_FILE = 21
const EACH_BLANK = -30
const EACH_BLANK_AFTER = 6
/** Without and with empty lines around. */
const DEEPER = [-4, 10] as const
const SHALLOWER = [24, 17] as const
const CLOSING = [23, 17] as const

/** For a cut before line `at`. */
export function splitScore(lines: readonly string[], at: number): Score {
  const isEnd = at >= lines.length
  const own = isEnd ? -1 : indentOf(lines[at] ?? '')
  const before = look(lines, at - 1, -1)
  const after = look(lines, at + 1, 1)
  const blanksAfter = own === -1 ? 1 + after.blanks : 0
  const blanks = before.blanks + blanksAfter
  const indent = own === -1 ? after.indent : own
  let penalty = EACH_BLANK * blanks + EACH_BLANK_AFTER * blanksAfter
  if (before.indent === -1 && before.blanks === 0) penalty += START_OF_FILE
  if (isEnd) penalty += END_OF_FILE
  const kind = blanks === 0 ? 0 : 1
  if (indent !== -1 && before.indent !== -1 && indent !== before.indent) {
    if (indent > before.indent) penalty += DEEPER[kind]
    else if (after.indent !== -1 && after.indent > indent) penalty += SHALLOWER[kind]
    else penalty += CLOSING[kind]
  }
  return { indent, penalty }
}

/** The next line that is not empty in that direction: its indentation, −1 when there is none, and the empty ones before it. */
function look(lines: readonly string[], from: number, step: 1 | -1): { indent: number; blanks: number } {
  let blanks = 0
  for (let at = from; at >= 0 && at < lines.length; at += step) {
    const indent = indentOf(lines[at] ?? '')
    if (indent !== -1) return { indent, blanks }
    blanks += 1
    if (blanks === MAX_BLANKS) return { indent: 0, blanks }
  }
  return { indent: -1, blanks }
}

function indentOf(line: string): number {
  let indent = 0
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at)
    if (!/\s/.test(char)) return indent
    if (char === ' ') indent += 1
    else if (char === '\t') indent += 8 - (indent % 8)
    if (indent >= MAX_INDENT) return MAX_INDENT
  }
  return -1
}
