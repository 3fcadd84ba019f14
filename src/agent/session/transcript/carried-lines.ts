/**
 * The lines of a transcript inside a page or a text that people read, so that these can be opened again, too:
 * in an element of the page that no browser runs, in a comment of Markdown that none shows. Text that would
 * end either is written as an escape of JSON.
 */

const ELEMENT = '<script type="application/x-ndjson" id="transcript">'
const COMMENT = '<!-- vivarium-transcript'

export function linesInPage(jsonl: string): string {
  return `${ELEMENT}\n${escaped(jsonl)}</script>`
}

export function linesInMarkdown(jsonl: string): string {
  return `${COMMENT}\n${escaped(jsonl)}-->\n`
}

/** The lines that the file carries; the file itself when it is a transcript and nothing else. */
export function carriedLines(file: string): string {
  if (/^\s*</.test(file)) return between(file, `${ELEMENT}\n`, '</script>') ?? file
  if (/^\s*#/.test(file)) return between(file, `${COMMENT}\n`, '-->') ?? file
  return file
}

/** The last of them: a text before it may show another. */
function between(file: string, begin: string, end: string): string | undefined {
  const at = file.lastIndexOf(begin)
  if (at === -1) return undefined
  const from = at + begin.length
  const to = file.indexOf(end, from)
  return to === -1 ? undefined : file.slice(from, to)
}

/** Only strings of JSON have these characters, and there they may be escapes. */
function escaped(jsonl: string): string {
  return jsonl.replaceAll(/[<>]/g, (char) => (char === '<' ? '\\u003c' : '\\u003e'))
}
