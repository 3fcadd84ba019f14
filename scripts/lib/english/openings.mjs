/** Finds sentences that open without a noun ("What is kept …"): in comments, documents and texts of the screen. */

/** Words that open a clause without its noun. */
const HEADLESS = '(?:What|Whatever|Who|Whoever|Whose|Of|Those|That|Where)'
const OPENING = new RegExp(`^${HEADLESS}\\b`, 'i')
/** A list item with a small letter goes on with the sentence before the list. */
const CONTINUED = /^([-*+]|\d+\.)\s+[a-z]/
/** Inside a paragraph the capital tells a new sentence. */
const SENTENCE = new RegExp(`(?<=[.!?:]["”’)*_]*\\s+[(*_]*)${HEADLESS}\\b`, 'g')
/** A question may open with any of the words. */
const QUESTION = /^[^.!]*\?/

const BLOCK_COMMENT = /^\/\*+\s*|^<!--\s*/
/** A line comment that begins its line. */
const LINE_COMMENT = /^\/\/\/?\s*/
/** A comment behind code: two slashes between blanks are in hardly any string. */
const BEHIND_CODE = /[\w)\]}'"`;,{([>]\s+(?:\/\/\s+|\/\*+\s*)(.*)$/

/**
 * @typedef {{ line: number, text: string }} Opening
 */

/** @param {string} text */
function isHeadless(text) {
  return OPENING.test(text) && !QUESTION.test(text)
}

/**
 * The comments of a source that open without a noun. Consecutive line comments are one comment.
 * @param {string} source
 * @returns {Opening[]}
 */
export function commentOpenings(source) {
  return openingsOfComments(source).filter(({ text }) => isHeadless(text))
}

/**
 * The first line of each comment.
 * @param {string} source
 * @returns {Opening[]}
 */
function openingsOfComments(source) {
  const found = []
  let previous = 'code'
  for (const [index, raw] of source.split('\n').entries()) {
    const line = raw.trim()
    const isRun = previous === 'line comment'
    const text = previous === 'opened' ? line.replace(/^\*\s*/, '') : openingOf(line, isRun)
    previous = kindOf(line, text)
    if (text) found.push({ line: index + 1, text })
  }
  return found
}

/** The text with which a comment opens on this line; undefined when none does, empty when the text is on the next line. */
function openingOf(line, isRun) {
  if (BLOCK_COMMENT.test(line)) return line.replace(BLOCK_COMMENT, '')
  if (LINE_COMMENT.test(line)) return isRun ? undefined : line.replace(LINE_COMMENT, '')
  return BEHIND_CODE.exec(line)?.[1]
}

function kindOf(line, text) {
  if (LINE_COMMENT.test(line)) return 'line comment'
  return text === '' ? 'opened' : 'code'
}

/**
 * Sentences of a document that open without a noun: of paragraphs, headings, list items and cells of tables. Code is left out.
 * @param {string} markdown
 * @returns {Opening[]}
 */
export function documentOpenings(markdown) {
  const found = []
  for (const { line, text } of blocksOf(markdown)) {
    if (isHeadless(text)) found.push({ line, text })
    for (const { index } of text.matchAll(SENTENCE)) {
      const sentence = text.slice(index)
      if (!QUESTION.test(sentence))
        found.push({ line: line + text.slice(0, index).split('\n').length - 1, text: sentence })
    }
  }
  return found
}

/** Paragraphs, headings, list items and cells, each with the line on which it begins and without the marks before its text. */
function blocksOf(markdown) {
  /** @type {Opening[]} */
  const blocks = []
  let isCode = false
  let isOpen = false
  for (const [index, raw] of markdown.split('\n').entries()) {
    const line = raw.trim()
    if (line.startsWith('```')) isCode = !isCode
    if (isCode || line === '' || line.startsWith('```')) {
      isOpen = false
      continue
    }
    const isCells = line.startsWith('|')
    const begins = !isOpen || isCells || /^(#+|[-*+]|\d+\.)\s/.test(line)
    if (isCells) for (const cell of line.split('|')) blocks.push({ line: index + 1, text: bare(cell) })
    else if (begins) blocks.push({ line: index + 1, text: CONTINUED.test(line) ? line : bare(line) })
    else blocks.at(-1).text += `\n${line}`
    isOpen = !isCells && !line.startsWith('#')
  }
  return blocks
}

/** Without marks of headings, lists, quotes and emphasis. A word in quotation marks is somebody's text. */
function bare(text) {
  return text.trim().replace(/^(?:(?:#+|[-*+>]|\d+\.)\s+)*[*_]*/, '')
}

/**
 * Strings of a catalogue of screen texts that open without a noun.
 * @param {string} source
 * @returns {Opening[]}
 */
export function textOpenings(source) {
  return source.split('\n').flatMap((line, index) => {
    if (LINE_COMMENT.test(line.trim()) || /^\s*\/?\*/.test(line)) return []
    return [...line.matchAll(/(['"`])([A-Z].*)/g)]
      .map(([, , text]) => text)
      .filter(isHeadless)
      .map((text) => ({ line: index + 1, text }))
  })
}
