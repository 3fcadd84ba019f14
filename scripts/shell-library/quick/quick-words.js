/**
 * Words that need nothing but variables and numbers, which most words of a loop are, expanded at once: the library
 * asks two dozen functions, each with a promise, whether they are something special.
 */
import { liveQuickValue } from '../arithmetic/arithmetic.js'

/** Names that are more than what the environment has: made up, or with a rule of their own. */
const SPECIAL =
  /^(?:RANDOM|SRANDOM|SECONDS|LINENO|BASH_\w+|BASHPID|PPID|UID|EUID|EPOCHSECONDS|EPOCHREALTIME|FUNCNAME|_)$/
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
const COUNTED = /^[1-9][0-9]*$/
/** Longer texts are left to the library, which counts them. */
const LONGEST = 10_000
/** Characters that an unquoted value must not have: they split it, or may make a pattern of it. */
const SPLIT_OR_PATTERN = /[\s\\*?[(]/
const PATTERN = /[\\*?(]|\[[^]*\]/

/** Tildes, and what follows a colon, may stand for a directory. */
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=([^~]*)$/

/** By the first part of a word, those after it: always the same list, by which its plan is found. */
const tails = new WeakMap()
/** By a word's parts: what the word is made of, or null when it takes more. */
const plans = new WeakMap()

/**
 * The expansion of an argument. Undefined when the library has to expand it; then nothing has happened yet.
 * `parts` is for arithmetic, see `liveArithmeticParts`.
 */
export function liveQuickWord(ctx, word, parts) {
  const plan = planOf(word.parts)
  if (plan === null) return undefined
  const text = textOf(ctx, plan, parts)
  if (text === undefined) return undefined
  if (plan.splits) {
    const separators = ctx.state.env.get('IFS')
    if (separators !== undefined && separators !== ' \t\n') return undefined
    return text === '' || SPLIT_OR_PATTERN.test(text) ? undefined : { values: [text], quoted: false }
  }
  if (plan.isQuoted) return { values: [text], quoted: true }
  if (PATTERN.test(text)) return undefined
  return { values: text === '' ? [] : [text], quoted: false }
}

/** The same for a word that is not split, as in an assignment. */
export function liveQuickText(ctx, word, parts) {
  const plan = planOf(word.parts)
  return plan === null ? undefined : textOf(ctx, plan, parts)
}

/** Name and value of an argument `name=word`, the value not split; undefined as in `liveQuickWord`. */
export function liveQuickAssignment(ctx, { parts: [first, ...rest] }, parts) {
  if (first?.type !== 'Literal') return undefined
  const [, name, text] = ASSIGNMENT.exec(first.value) ?? []
  if (name === undefined) return undefined
  if (rest.length === 0) return { name, value: text }
  let tail = tails.get(first)
  if (tail === undefined) tails.set(first, (tail = rest))
  const plan = planOf(tail)
  const value = plan === null ? undefined : textOf(ctx, plan, parts)
  return value === undefined ? undefined : { name, value: text + value }
}

function textOf(ctx, { pieces }, parts) {
  let text = ''
  for (const piece of pieces) {
    let value = typeof piece === 'string' ? piece : valueOf(ctx, piece, parts)
    if (value === undefined) return undefined
    if (piece.cut !== undefined) value = without(value, piece.cut)
    text += value
  }
  return text.length > LONGEST ? undefined : text
}

function valueOf(ctx, piece, parts) {
  if (piece.type === 'LiveArithmetic') {
    const value = liveQuickValue(ctx, piece, parts)
    return value === undefined ? undefined : String(value)
  }
  const { state } = ctx
  const { name } = piece
  if (name === '?') return String(state.lastExitCode)
  if (name === '#') return state.env.get('#') || '0'
  if (state.namerefs?.has(name) || state.tempEnvBindings?.length > 0) return undefined
  return state.env.get(name)
}

/** The text that `${name%text}`, `${name##*text}` and the like cut off; null for all other operations. */
function cutOf({ type, pattern, side, greedy }) {
  if (type !== 'PatternRemoval') return null
  let text = ''
  const stars = []
  for (const part of pattern.parts) {
    if (part.type === 'Glob' && part.pattern === '*') stars.push(text.length)
    else if (part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'Escaped')
      text += part.value
    else return null
  }
  // A star where the pattern is not anchored: everything up to the text, or from it on. No text: all or nothing is cut.
  const isLoose = stars.length === 1 && stars[0] === (side === 'prefix' ? 0 : text.length)
  if (text === '' || (stars.length > 0 && !isLoose)) return null
  return { text, isPrefix: side === 'prefix', isLoose, greedy }
}

function without(value, { text, isPrefix, isLoose, greedy }) {
  if (!isLoose) {
    if (isPrefix) return value.startsWith(text) ? value.slice(text.length) : value
    return value.endsWith(text) ? value.slice(0, -text.length) : value
  }
  const at = isPrefix === greedy ? value.lastIndexOf(text) : value.indexOf(text)
  if (at < 0) return value
  return isPrefix ? value.slice(at + text.length) : value.slice(0, at)
}

function planOf(parts) {
  let plan = plans.get(parts)
  if (plan === undefined) {
    plan = makePlan(parts)
    plans.set(parts, plan)
  }
  return plan
}

function makePlan(parts) {
  // The command of that name, which the library takes for the beginning of a pattern.
  if (parts.length === 1 && parts[0].type === 'Glob' && parts[0].pattern === '[')
    return { pieces: ['['], isQuoted: false, splits: false }
  const plan = { pieces: [], isQuoted: false, splits: false }
  for (const part of parts) {
    if (part.type === 'DoubleQuoted') {
      plan.isQuoted = true
      if (!part.parts.every((inner) => addPiece(plan, inner))) return null
    } else {
      if (part.type === 'SingleQuoted') plan.isQuoted = true
      if (part.type === 'ParameterExpansion' || part.type === 'ArithmeticExpansion') plan.splits = true
      if (!addPiece(plan, part)) return null
    }
  }
  return plan
}

function addPiece({ pieces }, part) {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'Escaped':
      if (typeof pieces.at(-1) === 'string') pieces.push(pieces.pop() + part.value)
      else pieces.push(part.value)
      return true
    case 'ParameterExpansion': {
      const { parameter: name } = part
      const cut = part.operation ? cutOf(part.operation) : undefined
      if (cut === null) return false
      if (name !== '?' && name !== '#' && !COUNTED.test(name) && (!NAME.test(name) || SPECIAL.test(name)))
        return false
      pieces.push({ type: 'variable', name, cut })
      return true
    }
    case 'ArithmeticExpansion': {
      const { expression } = part.expression
      if (expression.type === 'LiveArithmetic') pieces.push(expression)
      return expression.type === 'LiveArithmetic'
    }
    default:
      return false
  }
}
