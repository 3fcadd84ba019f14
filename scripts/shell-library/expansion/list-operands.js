/**
 * `${a[@]+"${a[@]}"}`, `"${@:-none}"`, `${x-"*"}` and the like: a parameter and an operand of which either may be a list, or which
 * is quoted. The library makes one text of what they stand for; here that takes their place before the word is expanded.
 */

/** `:=` is absent, as it assigns one text. */
const CHOOSING = ['DefaultValue', 'UseAlternative']

/** Whether a default in `${…}` has a `"$@"` or `"${a[@]}"`, so that it may be several fields although all of it is quoted. */
export function liveHasList({ operation }) {
  return operation?.word?.parts.some(isQuotedList) ?? false
}

/** Whether the word has such a parameter, or one with an operand in quotes, which is neither split nor a pattern. */
export function liveHasListOperand({ parts }) {
  return parts.some((part) =>
    part.type === 'DoubleQuoted' ? part.parts.some(isListChoice) : isQuotedChoice(part),
  )
}

/** The word with what its choices stand for. `operandOf` gives the parts of an operand that is to stand there, or null. */
export async function liveChosen({ parts, ...word }, operandOf) {
  const chosen = []
  for (const part of parts)
    if (isQuotedChoice(part)) chosen.push(...((await operandOf(part)) ?? ownParts(part)))
    else chosen.push(part.type === 'DoubleQuoted' ? await chosenInQuotes(part, operandOf) : part)
  return { ...word, parts: chosen }
}

async function chosenInQuotes(quotes, operandOf) {
  const chosen = []
  for (const part of quotes.parts)
    if (!isListChoice(part)) chosen.push(part)
    else chosen.push(...((await operandOf(part))?.flatMap(unquoted) ?? ownParts(part)))
  return { ...quotes, parts: chosen }
}

/** Parts used when the operand is not. An empty list is no field; an empty text is one. */
function ownParts(part) {
  return part.operation.type === 'UseAlternative' && !isList(part) ? [] : [{ ...part, operation: null }]
}

function isChoice({ type, operation }) {
  return type === 'ParameterExpansion' && CHOOSING.includes(operation?.type)
}

function isListChoice(part) {
  return isChoice(part) && (isList(part) || liveHasList(part))
}

function isQuotedChoice(part) {
  if (!isChoice(part)) return false
  const { parts } = part.operation.word
  return parts.length > 0 && parts.every(({ type }) => type === 'DoubleQuoted' || type === 'SingleQuoted')
}

function isList({ type, parameter }) {
  return type === 'ParameterExpansion' && /^@$|\[@\]$/.test(parameter)
}

function isQuotedList({ type, parts }) {
  return type === 'DoubleQuoted' && parts.some(isList)
}

/** In quotes, quotes inside of an operand are gone. */
function unquoted(part) {
  return part.type === 'DoubleQuoted' ? part.parts : [part]
}
