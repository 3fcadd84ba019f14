/** `${parameter@operator}` for lists, and where an attribute counts. */

/** A text as the shell reads it back: `${x@Q}`. */
export function liveQuoted(text) {
  if (!/[\x00-\x1f\x7f]/.test(text)) return `'${text.replaceAll("'", "'\\''")}'`
  const names = { '\n': 'n', '\t': 't', '\r': 'r', '\x07': 'a', '\b': 'b', '\f': 'f', '\v': 'v', '\x1b': 'E' }
  const inner = [...text].map((char) => {
    if (char === "'" || char === '\\') return `\\${char}`
    if (char in names) return `\\${names[char]}`
    const code = char.charCodeAt(0)
    return code < 32 || code === 127 ? `\\${code.toString(8).padStart(3, '0')}` : char
  })
  return `$'${inner.join('')}'`
}

const CHANGES = {
  Q: liveQuoted,
  U: (text) => text.toUpperCase(),
  L: (text) => text.toLowerCase(),
  u: (text) => text.charAt(0).toUpperCase() + text.slice(1),
}
const ARRAY = /^([A-Za-z_][A-Za-z0-9_]*)\[[@*]\]$/

/** The text of a transformed list; undefined for what the library does. `elements` and `attributes` are its own. */
export function liveTransformed(ctx, parameter, { operator, value, isUnset, elements, attributes }) {
  const name = ARRAY.exec(parameter)?.[1]
  const isArguments = parameter === '@' || parameter === '*'
  if (name === undefined && !isArguments)
    return operator === 'A' && !isUnset
      ? assignment(parameter, attributes(ctx, parameter), liveQuoted(value))
      : undefined
  const entries = isArguments ? argumentsOf(ctx) : elements(ctx, name)
  if (operator in CHANGES) return entries.map(([, text]) => CHANGES[operator](text)).join(' ')
  if (operator === 'k') return entries.flat().join(' ')
  if (operator === 'K') return entries.map(([key, text]) => `${key} ${doubleQuoted(text)}`).join(' ')
  if (operator !== 'A') return undefined
  if (isArguments) return `set -- ${entries.map(([, text]) => liveQuoted(text)).join(' ')}`
  const inner = entries.map(([key, text]) => `[${key}]=${doubleQuoted(text)}`).join(' ')
  return assignment(name, attributes(ctx, name) || 'a', `(${inner})`)
}

function argumentsOf({ state }) {
  const count = Number(state.env.get('#') ?? 0)
  return Array.from({ length: count }, (_, at) => [at + 1, state.env.get(String(at + 1)) ?? ''])
}

function assignment(name, attributes, value) {
  return attributes === '' ? `${name}=${value}` : `declare -${attributes} ${name}=${value}`
}

function doubleQuoted(text) {
  return /[\x00-\x1f\x7f]/.test(text) ? liveQuoted(text) : `"${text.replace(/["$`\\]/g, '\\$&')}"`
}
