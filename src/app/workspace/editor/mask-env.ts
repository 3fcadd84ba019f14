/** Files of environment variables with their values hidden, so that a look at the screen gives no secret away. */

const MASK = '••••••••'
/** In place of a value that another one stood for before. */
const CHANGED = `${MASK} (another value)`

/** `.env`, `.env.local`, `prod.env`; not what is made to be shown (`.env.example`). */
export function hasSecretValues(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (/\.(example|sample|template|dist)$/.test(name)) return false
  return /^\.env(\..+)?$/.test(name) || name.endsWith('.env')
}

/** A value in quotes may go over lines; one without them ends with its line. */
const ASSIGNMENT =
  /^(?<name>[^\S\n]*#?[^\S\n]*(?:export[^\S\n]+)?[\w.-]+[^\S\n]*[=:][^\S\n]*)(?<value>"(?:\\[^]|[^"\\])*"[^\n]*|'[^']*'[^\n]*|`[^`]*`[^\n]*|[^\n]+)/gm

/** Names stay, values become a fixed number of dots. Lines without an assignment are hidden whole. */
export function maskValues(text: string): string {
  return maskEach(text, () => MASK)
}

/** Both texts masked; in the second, a value that is not what it was is marked, so that a diff of the two shows where. */
export function maskVersions(before: string, after: string): { before: string; after: string } {
  const values = new Map<string, string>()
  const nth = () => {
    const seen = new Map<string, number>()
    // A name may be assigned several times: the second is compared with the second.
    return (name: string) => {
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      return `${count} ${name}`
    }
  }
  const keyBefore = nth()
  const maskedBefore = maskEach(before, (name, value) => {
    values.set(keyBefore(name), value)
    return MASK
  })
  const keyAfter = nth()
  const maskedAfter = maskEach(after, (name, value) => {
    const old = values.get(keyAfter(name))
    return old === undefined || old === value ? MASK : CHANGED
  })
  return { before: maskedBefore, after: maskedAfter }
}

function maskEach(text: string, mask: (name: string, value: string) => string): string {
  let masked = ''
  let from = 0
  for (const { index, groups, 0: whole } of text.matchAll(ASSIGNMENT)) {
    const name = groups?.name ?? ''
    masked += maskRest(text.slice(from, index)) + name + mask(name, groups?.value ?? '')
    from = index + whole.length
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
