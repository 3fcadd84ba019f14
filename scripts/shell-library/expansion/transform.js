/** `${parameter@operator}` for lists, and where an attribute counts. */
import { liveDoubleQuoted, liveQuoted } from './quoting.js'

/** By operator: what it makes of one value. */
export const CHANGES = {
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
  if (operator === 'K') return entries.map(([key, text]) => `${key} ${liveDoubleQuoted(text)}`).join(' ')
  if (operator !== 'A') return undefined
  if (isArguments) return `set -- ${entries.map(([, text]) => liveQuoted(text)).join(' ')}`
  const inner = entries.map(([key, text]) => `[${key}]=${liveDoubleQuoted(text)}`).join(' ')
  return assignment(name, attributes(ctx, name) || 'a', `(${inner})`)
}

function argumentsOf({ state }) {
  const count = Number(state.env.get('#') ?? 0)
  return Array.from({ length: count }, (_, at) => [at + 1, state.env.get(String(at + 1)) ?? ''])
}

function assignment(name, attributes, value) {
  return attributes === '' ? `${name}=${value}` : `declare -${attributes} ${name}=${value}`
}

/** The change that `^`, `,` or `~` makes to a letter. */
export function liveCase(direction) {
  if (direction === 'upper') return (letter) => letter.toUpperCase()
  if (direction === 'lower') return (letter) => letter.toLowerCase()
  return (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())
}
