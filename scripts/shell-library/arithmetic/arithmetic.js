/**
 * Arithmetic as bash has it: 64 bits, the words of an expression expanded before it is read, variables that hold
 * expressions. `parts` are the library's functions on variables and words: see `patches.mjs`.
 */
import { liveCalculated, liveInverted, liveNegated } from './integers.js'
import { liveExpression, liveSubscripts } from './arithmetic-syntax.js'

/** How deep variables may refer to each other. */
const DEEPEST = 1024
const EXPANDED = /[$`"\\]/
/** Kept syntax trees of texts that are expanded. */
const KEPT = 500
const words = new Map()
const NUMBER = /^(?:0|-?[1-9]\d{0,14})$/

/** In the place of the library's parser: nothing is looked at before the expression is evaluated. */
export function liveArithmetic(text) {
  return {
    type: 'ArithmeticExpression',
    originalText: text,
    expression: { type: 'LiveArithmetic', text: text.replaceAll('\\\n', '') },
  }
}

/** The value: a number where it is exact, else a BigInt. */
export async function liveEvaluated(ctx, node, parts) {
  const { text = '' } = node
  const expression = EXPANDED.test(text) ? await expanded(ctx, text, parts) : text
  const run = {
    ctx,
    parts,
    text: expression.trimStart(),
    depth: 0,
    subscripts: new Map(),
    /** Assignments that were made. */
    written: { count: 0 },
  }
  const tree = liveExpression(expression)
  await expandSubscripts(tree, run)
  for (;;) {
    try {
      return evaluate(tree, run)
    } catch (error) {
      if (!(error instanceof Unexpanded)) throw error
      if (run.written.count > 0)
        throw parts.error(`${error.text}: an expansion inside a variable's value comes after an assignment`)
      await expandSubscripts(error.tree, run)
    }
  }
}

/**
 * The value at once, where every variable in it holds a plain number; undefined where that is not so, or where it
 * assigns and `mayAssign` is not given. Nothing has happened then.
 */
export function liveQuickValue(ctx, { text = '' }, parts, mayAssign = false) {
  if (EXPANDED.test(text)) return undefined
  const tree = liveExpression(text)
  if (!isQuick(tree, { ctx, parts, mayAssign })) return undefined
  return evaluate(tree, { ctx, parts, text: text.trimStart(), depth: 0, written: { count: 0 } })
}

function isQuick(node, run) {
  switch (node.type) {
    case 'number':
      return true
    case 'variable':
      return hasNumber(node, run)
    case 'group':
      return isQuick(node.inner, run)
    case 'unary':
      return isQuick(node.operand, run)
    case 'binary':
    case 'and':
    case 'or':
      return isQuick(node.left, run) && isQuick(node.right, run)
    case 'choice':
      return isQuick(node.condition, run) && isQuick(node.yes, run) && isQuick(node.no, run)
    case 'step':
      return run.mayAssign && hasNumber(node.target, run)
    case 'assignment':
      return run.mayAssign && hasNumber(node.target, run) && isQuick(node.value, run)
    default:
      return false
  }
}

function hasNumber({ name, subscript }, { ctx }) {
  const { env, namerefs } = ctx.state
  return subscript === undefined && !namerefs?.has(name) && NUMBER.test(env.get(name) ?? '')
}

/** Met while evaluating: a variable's value whose subscripts are still to be expanded. */
class Unexpanded extends Error {
  constructor(text, tree) {
    super('unexpanded')
    this.text = text
    this.tree = tree
  }
}

async function expandSubscripts(tree, { ctx, parts, subscripts }) {
  for (const one of liveSubscripts(tree)) subscripts.set(one, await expanded(ctx, one.subscript, parts))
}

async function expanded(ctx, text, parts) {
  let word = words.get(text)
  if (word === undefined) {
    const inner = parts
      .parseQuoted(text)
      .map((part) => (part.type === 'Literal' ? { ...part, value: part.value.replaceAll('"', '') } : part))
    word = { type: 'Word', parts: [{ type: 'DoubleQuoted', parts: inner }] }
    if (words.size >= KEPT) words.clear()
    words.set(text, word)
  }
  return parts.expandWord(ctx, word)
}

function evaluate(node, run) {
  switch (node.type) {
    case 'number':
      return node.value
    case 'variable':
      return valueOf(node, run)
    case 'group':
      return evaluate(node.inner, run)
    case 'binary': {
      const left = evaluate(node.left, run)
      return calculate(node.operator, left, evaluate(node.right, run), run)
    }
    case 'and':
      return evaluate(node.left, run) !== 0 && evaluate(node.right, run) !== 0 ? 1 : 0
    case 'or':
      return evaluate(node.left, run) !== 0 || evaluate(node.right, run) !== 0 ? 1 : 0
    case 'choice':
      return evaluate(evaluate(node.condition, run) !== 0 ? node.yes : node.no, run)
    case 'unary':
      return unary(node.operator, evaluate(node.operand, run))
    case 'step': {
      const before = valueOf(node.target, run)
      const after = assign(node.target, liveCalculated(node.operator, before, 1), run)
      return node.isBefore ? after : before
    }
    case 'assignment': {
      if (node.operator === '') return assign(node.target, evaluate(node.value, run), run)
      const before = valueOf(node.target, run)
      return assign(node.target, calculate(node.operator, before, evaluate(node.value, run), run), run)
    }
    default:
      throw run.parts.error(node.message)
  }
}

function calculate(operator, left, right, { parts, text }) {
  if (right === 0 && (operator === '/' || operator === '%')) throw parts.error(`${text}: division by 0`)
  if (operator === '**' && right < 0) throw parts.error(`${text}: exponent less than 0`)
  return liveCalculated(operator, left, right)
}

function unary(operator, value) {
  switch (operator) {
    case '-':
      return liveNegated(value)
    case '!':
      return value === 0 ? 1 : 0
    case '~':
      return liveInverted(value)
    default:
      return value
  }
}

function valueOf(node, run) {
  const { ctx, parts } = run
  const text = parts.readVariable(ctx, node.name, subscriptOf(node, run))
  if (text === undefined) {
    if (!ctx.state.options.nounset) return 0
    throw parts.unbound(node.subscript === undefined ? node.name : `${node.name}[${node.subscript}]`)
  }
  return valueOfText(text, run)
}

function valueOfText(text, run) {
  if (text === '') return 0
  if (/^-?[1-9]\d{0,14}$/.test(text)) return Number(text)
  const tree = liveExpression(text)
  if (tree.type === 'number') return tree.value
  if (run.depth >= DEEPEST) throw run.parts.error(`${text}: expression recursion level exceeded`)
  if (liveSubscripts(tree).some((one) => !run.subscripts.has(one))) throw new Unexpanded(text, tree)
  return evaluate(tree, { ...run, text, depth: run.depth + 1 })
}

function assign(target, value, run) {
  run.written.count += 1
  run.parts.writeVariable(run.ctx, target.name, subscriptOf(target, run), String(value))
  return value
}

/** The key of an element, or undefined for what is no element. */
function subscriptOf(node, run) {
  if (node.subscript === undefined) return undefined
  const text = run.subscripts.get(node) ?? node.subscript
  const { ctx, parts } = run
  if (parts.isAssociative(ctx, node.name)) return unquoted(text)
  if (text.trim() === '') throw parts.error(`${node.name}[${text}]: bad array subscript`)
  const index = Number(evaluate(liveExpression(unquoted(text)), run))
  if (index >= 0) return String(index)
  const last = parts.lastIndex(ctx, node.name)
  if (last + 1 + index < 0) throw parts.error(`${node.name}[${text}]: bad array subscript`)
  return String(last + 1 + index)
}

function unquoted(text) {
  const [quote] = text
  return (quote === "'" || quote === '"') && text.length > 1 && text.endsWith(quote)
    ? text.slice(1, -1)
    : text
}

/**
 * Index of the `))` that closes the `((` whose text begins at `at`; -1 when the parentheses do not close
 * together, so that they are two subshells.
 */
export function liveArithmeticEnd(text, at) {
  let depth = 1
  for (let next = at; next < text.length; next++) {
    const char = text[next]
    if (char === '\\') next++
    else if (char === "'" || char === '`') {
      const end = text.indexOf(char, next + 1)
      if (end < 0) return -1
      next = end
    } else if (char === '"') {
      next = endOfQuotes(text, next)
      if (next < 0) return -1
    } else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return text[next + 1] === ')' ? next : -1
  }
  return -1
}

function endOfQuotes(text, open) {
  for (let next = open + 1; next < text.length; next++) {
    if (text[next] === '\\') next++
    else if (text[next] === '"') return next
  }
  return -1
}

/** The three parts of `for ((…; …; …))`; undefined when they are not three. */
export function liveLoopParts(text) {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    if (char === '(') depth++
    else if (char === ')') depth--
    if (char === ';' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.length === 3 ? parts : undefined
}
