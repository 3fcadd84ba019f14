import { Parser } from 'acorn'

/** Removes comments but keeps every line break, so that stack traces carry the library's own line numbers. */
export function stripComments(source, parameters) {
  const comments = []
  const head = `(function(${parameters}){`
  Parser.parse(`${head}${source}\n})`, {
    ecmaVersion: 'latest',
    onComment: (_block, _text, start, end) => comments.push([start - head.length, end - head.length]),
  })
  let stripped = ''
  let position = 0
  for (const [start, end] of comments) {
    const breaks = source.slice(start, end).replace(/[^\n]/g, '')
    // A comment separates tokens.
    stripped += source.slice(position, start) + (breaks === '' ? ' ' : breaks)
    position = end
  }
  return (stripped + source.slice(position)).replace(
    /[ \t]+$/gm,
    keepInTemplates(stripped + source.slice(position)),
  )
}

/** Spaces at a line's end go, except where they may be inside a template literal. */
function keepInTemplates(text) {
  return text.includes('`') ? (spaces) => spaces : ''
}
