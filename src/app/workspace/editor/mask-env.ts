/** Files of environment variables with their values hidden, so that a look at the screen gives no secret away. */

const MASK = '••••••••'

/** `.env`, `.env.local`, `prod.env`; not what is made to be shown (`.env.example`). */
export function hasSecretValues(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (/\.(example|sample|template|dist)$/.test(name)) return false
  return /^\.env(\..+)?$/.test(name) || name.endsWith('.env')
}

/** A value in quotes may go over lines; one without them ends with its line. */
const ASSIGNMENT =
  /^(?<name>[^\S\n]*#?[^\S\n]*(?:export[^\S\n]+)?[\w.-]+[^\S\n]*[=:][^\S\n]*)(?<value>"(?:\\[^]|[^"\\])*"[^\n]*|'[^']*'[^\n]*|`[^`]*`[^\n]*|[^\n]+)/gm

/** Names stay, values become dots: as many for each, so that nothing tells their length. What is no assignment is hidden whole. */
export function maskValues(text: string): string {
  let masked = ''
  let from = 0
  for (const match of text.matchAll(ASSIGNMENT)) {
    masked += maskRest(text.slice(from, match.index)) + (match.groups?.name ?? '') + MASK
    from = match.index + match[0].length
  }
  return masked + maskRest(text.slice(from))
}

/** Between assignments: comments and empty lines are shown, other text may be the rest of a value. */
function maskRest(text: string): string {
  return text
    .split('\n')
    .map((line) => (/^\s*(#[^=:]*)?$/.test(line) || isAssignedNothing(line) ? line : MASK))
    .join('\n')
}

function isAssignedNothing(line: string): boolean {
  return /^\s*#?\s*(?:export\s+)?[\w.-]+\s*[=:]\s*$/.test(line)
}
