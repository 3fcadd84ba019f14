/**
 * Finds the end of a `$(…)`, a `${…}` or a quoted text, by bash's rules: quotes begin anew in each
 * substitution, however deep, and a parenthesis closes nothing in a comment, a here-document or a pattern of
 * `case`.
 */

class Unclosed extends Error {}

/** Behind these words, a command begins. */
const COMMAND_FOLLOWS = new Set('if then elif else while until do ! { time'.split(' '))
/** Deeper nesting counts as not closed: the stack has an end. */
const MOST_NESTED = 250
const WORD_ENDS = new Set(' \t\n;&|<>()')

/** The index of the `)` that closes a substitution whose text begins at `start`; -1 when nothing closes it. */
export function liveSubstitutionEnd(text, start) {
  return foundBy(() => substitutionEnd(text, start))
}

/** The index of the `}` that closes a `${` of which `start` is inside; -1 when nothing closes it. */
export function liveBraceEnd(text, start) {
  return foundBy(() => braceEnd(text, start, behind))
}

/** The same of one that is closed for certain, but may have a `'` that stands alone. */
export function liveWordEnd(text, start) {
  const end = liveBraceEnd(text, start)
  return end >= 0 ? end : foundBy(() => braceEnd(text, start, behindPlain))
}

/** Joins the lines of a text that end in a backslash. */
export function liveJoined(text) {
  return text.includes('\\\n') ? text.replace(/'[^']*'|\\\n/g, (part) => (part === '\\\n' ? '' : part)) : text
}

/** Line and column behind a text that begins at these. */
export function liveMoved(text, line, column) {
  const last = text.lastIndexOf('\n')
  if (last < 0) return [line, column + text.length]
  return [line + text.split('\n').length - 1, text.length - last]
}

function foundBy(search) {
  try {
    return search()
  } catch (error) {
    if (error instanceof Unclosed) return -1
    throw error
  }
}

/** So that what is nested is read once, not once for each reading of what it is in. */
const known = { text: '', depth: 0, substitutions: new Map(), expressions: new Map() }

/** The end at `start`, worked out once for each text; -1 for what is not closed. */
function onceFor(kind, text, start, search) {
  if (known.text !== text) Object.assign(known, { text, substitutions: new Map(), expressions: new Map() })
  const ends = known[kind]
  if (!ends.has(start)) ends.set(start, foundBy(search))
  return ends.get(start)
}

function substitutionEnd(text, start) {
  const end = onceFor('substitutions', text, start, () => {
    const arithmetic = text[start] === '(' ? arithmeticEnd(text, start + 1) : -1
    return arithmetic >= 0 ? arithmetic : commandsEnd(text, start)
  })
  if (end < 0) throw new Unclosed()
  return end
}

/** The second `)` of an expression that begins behind `((`; -1 when it is two opening parentheses. */
function arithmeticEnd(text, start) {
  const end = onceFor('expressions', text, start, () => parenthesisEnd(text, start, false))
  return end >= 0 && text[end + 1] === ')' ? end + 1 : -1
}

/** The `)` of what is no command: an expression, the elements of an array, an extended pattern. */
function parenthesisEnd(text, start, hasComments) {
  let depth = 1
  for (let at = start; at < text.length;) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')' && --depth === 0) return at
    if (hasComments && text[at] === '#' && WORD_ENDS.has(text[at - 1])) at = lineEnd(text, at)
    else at = behind(text, at)
  }
  throw new Unclosed()
}

/** The `)` behind a list of commands. */
function commandsEnd(text, start) {
  const hereDocuments = []
  /** Open parentheses, and open `case`s that are at their word, a pattern or a body. */
  const open = []
  let isCommand = true
  let isWord = true
  for (let at = start; at < text.length;) {
    const char = text[at]
    const top = open.at(-1)
    if (char === '\n') {
      at = behindHereDocuments(text, at + 1, hereDocuments)
      isCommand = isWord = true
    } else if (char === ' ' || char === '\t') {
      at += 1
      isWord = true
    } else if (char === '#' && isWord) at = lineEnd(text, at)
    else if (char === '<' || char === '>') {
      at = char === '<' && text[at + 1] === '<' ? behindLessLess(text, at, hereDocuments) : at + 1
      if (text[at] === '&') at += 1
      isWord = true
    } else if (char === ';' || char === '&' || char === '|') {
      const ends = /^(?:;;&|;;|;&)/.exec(text.slice(at, at + 3))
      if (ends !== null && top?.at === 'body') top.at = 'pattern'
      at += ends === null ? 1 : ends[0].length
      isCommand = isWord = true
    } else if (char === ')') {
      if (top === undefined) return at
      if (top.at === 'pattern') top.at = 'body'
      else open.pop()
      at += 1
      isCommand = isWord = true
    } else if (char === '(') {
      const expression = text[at + 1] === '(' ? arithmeticEnd(text, at + 2) : -1
      if (expression < 0 && !(top?.at === 'pattern' && isCommand)) open.push({})
      at = expression < 0 ? at + 1 : expression + 1
      isWord = true
    } else {
      const end = wordEnd(text, at)
      const word = text.slice(at, end)
      if (isCommand && word === 'esac' && top?.at !== undefined) open.pop()
      else if (top?.at === 'word' && word === 'in') top.at = 'pattern'
      else if (isCommand && word === 'case' && top?.at !== 'pattern') open.push({ at: 'subject' })
      else if (top?.at === 'subject') top.at = 'word'
      isCommand = COMMAND_FOLLOWS.has(word) || (word === 'in' && open.at(-1)?.at === 'pattern')
      isWord = false
      at = end
    }
  }
  throw new Unclosed()
}

/** Parentheses that touch a word belong to it: `a=(…)`, `@(…)`, `f()`. */
function wordEnd(text, start) {
  let at = start
  while (at < text.length) {
    if (text[at] === '(' && at > start) at = parenthesisEnd(text, at + 1, true) + 1
    else if (WORD_ENDS.has(text[at])) return at
    else at = behind(text, at)
  }
  return at
}

/** Behind the character there, or behind all that it opens. */
function behind(text, at) {
  switch (text[at]) {
    case '\\':
      return at + 2
    case "'":
      return closing(text, at + 1, "'") + 1
    case '"':
      return doubleEnd(text, at + 1) + 1
    case '`':
      return escapedEnd(text, at + 1, '`') + 1
    case '$':
      return text[at + 1] === "'" ? escapedEnd(text, at + 2, "'") + 1 : behindDollar(text, at)
    default:
      return at + 1
  }
}

function behindPlain(text, at) {
  return text[at] === "'" ? at + 1 : behind(text, at)
}

function behindDollar(text, at) {
  if (text[at + 1] !== '(' && text[at + 1] !== '{') return at + 1
  if (known.depth >= MOST_NESTED) throw new Unclosed()
  known.depth += 1
  try {
    return (text[at + 1] === '(' ? substitutionEnd(text, at + 2) : braceEnd(text, at + 2, behind)) + 1
  } finally {
    known.depth -= 1
  }
}

function doubleEnd(text, start) {
  for (let at = start; at < text.length;) {
    const char = text[at]
    if (char === '"') return at
    if (char === '$') at = behindDollar(text, at)
    else at = char === '\\' || char === '`' ? behind(text, at) : at + 1
  }
  throw new Unclosed()
}

function braceEnd(text, start, next) {
  for (let at = start; at < text.length; at = next(text, at)) if (text[at] === '}') return at
  throw new Unclosed()
}

function escapedEnd(text, start, quote) {
  for (let at = start; at < text.length; at += text[at] === '\\' ? 2 : 1) if (text[at] === quote) return at
  throw new Unclosed()
}

function closing(text, start, quote) {
  const end = text.indexOf(quote, start)
  if (end < 0) throw new Unclosed()
  return end
}

function lineEnd(text, at) {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** `<<<` and `<<` are at `at`; a here-document's word is kept for the end of the line. */
function behindLessLess(text, at, hereDocuments) {
  if (text[at + 2] === '<') return at + 3
  const [operator] = /^<<-?[ \t]*/.exec(text.slice(at)) ?? ['<<']
  const begin = at + operator.length
  const end = wordEnd(text, begin)
  if (end === begin) return at + 2
  const delimiter = text.slice(begin, end).replace(/\\([^])|['"]/g, '$1')
  hereDocuments.push({ delimiter, isIndented: operator[2] === '-' })
  return end
}

function behindHereDocuments(text, start, hereDocuments) {
  let at = start
  for (const { delimiter, isIndented } of hereDocuments.splice(0)) {
    for (let isEnd = false; !isEnd && at < text.length;) {
      const line = text.slice(at, lineEnd(text, at))
      isEnd = (isIndented ? line.replace(/^\t+/, '') : line) === delimiter
      at += line.length + 1
    }
  }
  return at
}
