/** Words: what a replacement inserts, the elements of arrays, and aliases after aliases. */
import { CHANGES } from './transform.js'

/** Stands for what was matched: no text of the shell has it. */
const MATCHED = '\0'
const QUOTED = new Set(['SingleQuoted', 'DoubleQuoted', 'Escaped'])

/** The text to put in the place of a match, with marks where the match itself goes: `&` that is not quoted. */
export async function liveReplacement(ctx, parts, expand) {
  let text = ''
  for (const part of parts) {
    const value = await expand(ctx, [part])
    text += QUOTED.has(part.type) ? value : withMarks(value)
  }
  return text
}

function withMarks(value) {
  return value.replace(/\\&|&/g, (found) => (found === '&' ? MATCHED : '&'))
}

export function liveInserted(text, matched) {
  return text.replaceAll(MATCHED, () => matched)
}

/** An element `[key]=value` in quotes, for the library's reader of them. */
export function liveKeyed(element) {
  const [, key, value] = /^\[([^\]]*)\]=([^]*)$/.exec(element) ?? []
  if (key === undefined) return element
  const quote = key.includes('"') ? "'" : '"'
  return `[${quote}${key}${quote}]="${value.replace(/["\\]/g, '\\$&')}"`
}

/** The values of which "${a[@]^^}", "${@,,}" or "${a[@]@Q}", alone in a word, changes each; null when the word is another one. */
export function liveEachCased({ state }, parts, elementsOf) {
  const part = onlyExpansion(parts)
  if (part?.operation?.type !== 'CaseModification' && !isEachTransformed(part?.operation)) return null
  if (part.parameter === '@')
    return Array.from(
      { length: Number(state.env.get('#') ?? 0) },
      (_, at) => state.env.get(String(at + 1)) ?? '',
    )
  const [, name] = /^(\w+)\[@\]$/.exec(part.parameter) ?? []
  return name === undefined ? null : elementsOf(name)
}

/** The expansion of a word that is one expansion in quotes; undefined for other words. */
function onlyExpansion(parts) {
  const [quoted] = parts
  if (parts.length !== 1 || quoted.type !== 'DoubleQuoted' || quoted.parts.length !== 1) return undefined
  return quoted.parts[0].type === 'ParameterExpansion' ? quoted.parts[0] : undefined
}

/**
 * The list that "${a[@]@A}" or "${a[@]@K}", alone in a word, makes one text of; undefined for other words.
 */
export function liveTransformedList(parts) {
  const part = onlyExpansion(parts)
  const isOne = part?.operation?.type === 'Transform' && /^[AK]$/.test(part.operation.operator)
  return isOne && /^(@|\w+\[@\])$/.test(part.parameter) ? part : undefined
}

/** A declaration is three words. */
export function liveDeclarationWords(text) {
  const [, ...words] = /^(declare) (-\w+) ([^]*)$/.exec(text) ?? []
  return words.length === 0 ? [text] : words
}

/** One of these values, changed by `@Q` and the like; undefined where the case of letters is changed. */
export function liveEachTransformed(value, operation) {
  return isEachTransformed(operation) ? CHANGES[operation.operator](value) : undefined
}

function isEachTransformed(operation) {
  return operation?.type === 'Transform' && Object.hasOwn(CHANGES, operation.operator)
}

/** The words after an alias that ends with a blank: while they are aliases that do so too, the next is looked at. */
export function liveAliasedWords(words, { aliasOf, literalOf, parse, most }) {
  const expanded = []
  for (const [at, word] of words.entries()) {
    const value = at < most ? aliasOf(literalOf(word) ?? '') : undefined
    const command = value && simpleCommandOf(parse(value))
    if (!command) return [...expanded, ...words.slice(at)]
    expanded.push(command.name, ...command.args)
    if (!/\s$/.test(value)) return [...expanded, ...words.slice(at + 1)]
  }
  return expanded
}

function simpleCommandOf({ statements }) {
  const [command, ...others] = statements.flatMap(({ pipelines }) =>
    pipelines.flatMap(({ commands }) => commands),
  )
  const isWords = command?.type === 'SimpleCommand' && command.name && command.assignments.length === 0
  return isWords && others.length === 0 && command.redirections.length === 0 ? command : undefined
}
