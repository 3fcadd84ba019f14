/**
 * `name=(…)` as an argument of `declare`, `local` and the like. The library writes the words in the brackets down as text, which
 * loses substitutions, and makes one element of each; here they stay words, and become as many as they split into.
 */
import { liveKeyed } from './words.js'

/** Behind the `=` of a list, for the builtin: a value that only looks like one has none, and no value has this letter. */
const LIST = '\0'
const LISTED = /^([A-Za-z_]\w*\+?=)(\([^]*\))$/
const DECLARING = new Set(['local', 'declare', 'typeset', 'readonly'])

/** For the parser. The parts of all words stand in it one after the other, too, for whoever looks for what a command runs. */
export function liveArrayArgument(name, words) {
  const literal = (value) => ({ type: 'Literal', value })
  const parts = words.flatMap((word, at) => (at === 0 ? word.parts : [literal(' '), ...word.parts]))
  return { type: 'Word', parts: [literal(`${name}=(`), ...parts, literal(')')], liveArray: { name, words } }
}

/**
 * The argument as text, its elements expanded and quoted; null when it is none. `expand` gives the values of a word, `textOf`
 * one that is not split, `source` a word as it was written, `admit` refuses too many elements.
 */
export async function liveArrayText({ liveArray }, { expand, textOf, source, tilde, admit }) {
  if (liveArray === undefined) return null
  const elements = []
  const take = (text) => {
    admit(elements.length)
    elements.push(text)
  }
  for (const word of withWholeKeys(liveArray.words)) {
    const keyed = await keyedText(word.parts, { textOf, source })
    if (keyed !== undefined) {
      const [, key, value] = keyed
      take(liveKeyed(key + tilde(value)))
    } else for (const value of await expand(word)) take(quoted(value))
  }
  return `${liveArray.name}=${LIST}(${elements.join(' ')})`
}

/**
 * The arguments of a builtin that declares, as it takes them: with -a or -A a text in brackets is a list, too. Other commands
 * get theirs as they are; `export` knows no lists.
 */
export function liveDeclared(name, args) {
  if (name === 'export') return args.some(isList) ? args.map((arg) => arg.replace(LIST, '')) : args
  if (!DECLARING.has(name) || !args.some((arg) => /^-[a-zA-Z]*[aA]/.test(arg))) return args
  return args.map((arg) => arg.replace(LISTED, `$1${LIST}$2`))
}

function isList(arg) {
  return arg.includes(`=${LIST}(`)
}

/** A key may have blanks: its words are one again. */
function withWholeKeys(words) {
  const whole = []
  for (const word of words) {
    const before = whole.at(-1)
    if (before !== undefined && /^\[[^\]]*$/.test(shapeOf(before.parts)))
      whole[whole.length - 1] = {
        type: 'Word',
        parts: [...before.parts, { type: 'Literal', value: ' ' }, ...word.parts],
      }
    else whole.push(word)
  }
  return whole
}

/** The text, without what is quoted or expanded. A key may have been read as a pattern. */
function shapeOf(parts) {
  return parts
    .map(({ type, value, pattern }) => (type === 'Glob' ? pattern : type === 'Literal' ? value : '\0'))
    .join('')
}

/** Matches the two halves of `[key]=value`. */
async function keyedText(parts, { textOf, source }) {
  if (!/^\[[^]*\]=/.test(shapeOf(parts))) return undefined
  let text = ''
  for (const part of parts) {
    const word = { type: 'Word', parts: [part] }
    if (part.type === 'Literal') text += part.value
    else text += part.type === 'BraceExpansion' ? source(word) : await textOf(word)
  }
  return /^(\[[^]+?\]=)([^]*)$/.exec(text) ?? undefined
}

/** So that the library, which reads escapes between quotes, too, reads the same value again. */
function quoted(value) {
  return `'${value.replaceAll(/[\\']/g, (char) => (char === '\\' ? '\\\\' : `'\\''`))}'`
}
