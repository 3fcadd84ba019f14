/**
 * Bundled with just-bash by `build.mjs`. just-bash runs every expression of scripts on an engine in JavaScript that is
 * linear in all cases, and some fifty times slower than the browser's. An expression that both read alike, on a text
 * on which the browser's cannot take long, is run by the browser's.
 */

import { CLASSES } from './bracket.js'

/** Steps that backtracking over one text may take in the worst case: about half a second. */
const MAX_STEPS = 3e8
/** The other engine refuses more. */
const MAX_REPEAT = 1000
const WHITE = '\\t\\n\\f\\r '
const SURROGATES = /[\ud800-\udfff]/
const NON_ASCII = /[^\0-\x7f]/

/** Kept expressions: a loop makes the same again and again. */
const KEPT = 500
const known = new Map()

/** In the shape of the other engine's expression; undefined when it must do it. `compile` makes that one. */
export function liveRegex(source, flags, compile) {
  const key = `${flags}/${source}`
  if (known.has(key)) return known.get(key)
  const expression = fastExpression(source, flags, compile)
  if (known.size >= KEPT) known.clear()
  known.set(key, expression)
  return expression
}

function fastExpression(source, flags, compile) {
  const read = readExpression(source, flags)
  if (read === undefined) return undefined
  let native
  try {
    native = new RegExp(read.source, flags.includes('i') ? 'gi' : 'g')
  } catch {
    // Not understood here: the other engine knows it, or says what is wrong with it.
    return undefined
  }
  return new FastExpression({ ...read, native, isFolding: flags.includes('i'), compile })
}

class FastExpression {
  constructor(parts) {
    Object.assign(this, parts)
  }

  groupCount() {
    return this.captures
  }

  namedGroups() {
    return {}
  }

  matcher(text) {
    return new FastMatcher(this, text)
  }

  isQuickOn(text) {
    if (text.length ** (this.unbounded + 1) > MAX_STEPS && this.unbounded > 0) return false
    return !(this.isFolding ? NON_ASCII : SURROGATES).test(text)
  }
}

/** The part of the other engine's matcher that just-bash uses. */
class FastMatcher {
  constructor(expression, text) {
    this.expression = expression
    const matcher = this
    this.matcherInput = {
      set charSequence(next) {
        matcher.setText(next)
      },
    }
    this.setText(text)
  }

  setText(text) {
    this.text = text
    this.other = this.expression.isQuickOn(text) ? undefined : this.expression.compile().matcher(text)
    this.reset()
  }

  reset() {
    this.next = 0
    this.found = null
    this.other?.reset()
  }

  find(from) {
    if (this.other !== undefined) return from === undefined ? this.other.find() : this.other.find(from)
    const { native } = this.expression
    native.lastIndex = from ?? this.next
    this.found = native.exec(this.text)
    if (this.found === null) return false
    const end = this.end(0)
    this.next = end === this.found.index ? end + 1 : end
    return true
  }

  group(index) {
    return this.other === undefined ? (this.found?.[index] ?? null) : this.other.group(index)
  }

  start(index) {
    return this.other === undefined ? this.found.index : this.other.start(index)
  }

  end(index) {
    return this.other === undefined ? this.found.index + this.found[0].length : this.other.end(index)
  }
}

/**
 * The expression in the browser's words, with the number of its groups and of its repetitions without end; undefined
 * when it has something that the two engines might read differently, or repetitions inside repetitions.
 */
function readExpression(source, flags) {
  if (SURROGATES.test(source) || (flags.includes('i') && NON_ASCII.test(source))) return undefined
  if (/[mxU]/.test(flags) && /[\^$]/.test(source)) return undefined
  const any = flags.includes('s') ? '[^]' : '[^\\n]'
  const groups = [{ repeats: false, captures: false }]
  let [out, captures, unbounded] = ['', 0, 0]
  let last = ''
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at)
    const char = source[at]
    let taken = 1
    if (char === '\\') {
      const [escape] = /^\\[.*+?()[\]{}|\\/^$"'\-tnrfdwDW]/.exec(rest) ?? []
      if (escape === undefined && !rest.startsWith('\\s')) return undefined
      out += escape ?? `[${WHITE}]`
      taken = 2
      last = 'atom'
    } else if (char === '[') {
      const set = readSet(rest)
      if (set === undefined) return undefined
      out += set.text
      taken = set.length
      last = 'atom'
    } else if (char === '(') {
      const isPlain = rest.startsWith('(?:')
      if (!isPlain && rest.startsWith('(?')) return undefined
      if (!isPlain) captures += 1
      groups.push({ repeats: false, captures: !isPlain })
      out += isPlain ? '(?:' : '('
      taken = isPlain ? 3 : 1
      last = ''
    } else if (char === ')') {
      const closed = groups.pop()
      const outer = groups.at(-1)
      if (outer === undefined) return undefined
      outer.repeats ||= closed.repeats
      outer.hasInner = true
      last = closed.repeats || closed.hasInner || closed.hasChoice ? 'complex' : 'atom'
      out += char
    } else if (char === '*' || char === '+' || char === '?' || char === '{') {
      const [repeat, low, comma, high] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(rest) ?? []
      if (repeat === undefined || last !== 'atom') return undefined
      if (Number(low ?? 0) > MAX_REPEAT || Number(high || 0) > MAX_REPEAT) return undefined
      if (char === '*' || char === '+' || (comma === ',' && high === '')) unbounded += 1
      else if (char === '{') unbounded += Number(high || low) > 8 ? 1 : 0
      const lazy = source[at + repeat.length] === '?' ? '?' : ''
      out += repeat + lazy
      taken = repeat.length + lazy.length
      groups.at(-1).repeats = true
      last = 'repeat'
    } else if (char === '|') {
      groups.at(-1).hasChoice = true
      out += char
      last = ''
    } else if (char === '.') {
      out += any
      last = 'atom'
    } else {
      // The other engine takes brackets that close nothing.
      if (char === ']' || char === '}') return undefined
      out += char
      last = char === '^' || char === '$' ? '' : 'atom'
    }
    at += taken
  }
  return groups.length === 1 ? { source: out, captures, unbounded } : undefined
}

/** A set in brackets at the start of `text`. */
function readSet(text) {
  const negation = text.startsWith('[^') ? '^' : ''
  let at = 1 + negation.length
  // A bracket that comes first is a member for one engine and the end for the other.
  if (text[at] === ']') return undefined
  let out = `[${negation}`
  for (; at < text.length && text[at] !== ']';) {
    const rest = text.slice(at)
    if (rest.startsWith('[:')) {
      const [whole, name] = /^\[:(\w+):\]/.exec(rest) ?? []
      if (whole === undefined || !Object.hasOwn(CLASSES, name)) return undefined
      out += CLASSES[name]
      at += whole.length
    } else if (rest.startsWith('[.') || rest.startsWith('[=')) {
      return undefined
    } else if (rest[0] === '\\') {
      if (!/^\\[.*+?()[\]{}|\\/^$"'\-tnrfdw]/.test(rest) && !rest.startsWith('\\s')) return undefined
      out += rest.startsWith('\\s') ? WHITE : rest.slice(0, 2)
      at += 2
    } else {
      out += rest[0]
      at += 1
    }
  }
  return text[at] === ']' ? { text: `${out}]`, length: at + 1 } : undefined
}
