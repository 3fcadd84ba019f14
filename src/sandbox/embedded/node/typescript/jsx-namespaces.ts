/** Names with a colon in JSX (`<svg:rect xlink:href="#a"/>`), which the compiler does not know: it gets others in their place. */
// oxlint-disable-next-line typescript/triple-slash-reference -- every project that reaches this file has to see it
/// <reference path="./sucrase-parser.d.ts" />
import { parse } from 'sucrase/dist/esm/parser/index.js'
import { TokenType } from 'sucrase/dist/esm/parser/tokenizer/types.js'

/** With a small letter in front, so that a name is a text wherever it stands, and a dash, so that it gets quotes. */
const FRONT = 'vivarium-name-'
const COLON = '-vivarium-colon-'

/** The source with names that the compiler takes; `withNamespaces` puts the colons back into what it has made. */
export function withoutNamespaces(source: string, isTypeScript: boolean): string {
  if (!/[\w$-]\s*:\s*[\w$-]+\s*[=/>{\s]/.test(source)) return source
  const { tokens } = parse(source, true, isTypeScript, false)
  let text = ''
  let end = 0
  for (const [at, colon] of tokens.entries()) {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    if (colon.type !== TokenType.colon || before?.type !== TokenType.jsxName || after === undefined) continue
    const name = `${FRONT}${source.slice(before.start, before.end)}${COLON}${source.slice(after.start, after.end)}`
    // Keeps line breaks between the names.
    const lines = source.slice(before.end, after.start).replace(/[^\n]/g, '')
    text += source.slice(end, before.start) + name + lines
    end = after.end
  }
  return text + source.slice(end)
}

export function withNamespaces(code: string): string {
  return code.replaceAll(FRONT, '').replaceAll(COLON, ':')
}
