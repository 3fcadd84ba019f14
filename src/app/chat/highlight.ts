/** Colours for code blocks, by the editor's own grammars. Each grammar is fetched when it is first met. */
import { LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { classHighlighter, highlightCode } from '@lezer/highlight'
import { HIGHLIGHT_CHARS } from '../limits.ts'
import type { Highlight } from './markdown.ts'

/** `loaded` is called when a grammar has come that an earlier call had to do without. */
export function createHighlight(loaded: () => void): Highlight {
  const asked = new Set<LanguageDescription>()
  return (code, name) => {
    const language = name === '' ? null : LanguageDescription.matchLanguageName(languages, name, false)
    if (!language || code.length > HIGHLIGHT_CHARS) return undefined
    if (language.support) return spans(code, language)
    if (!asked.has(language)) {
      asked.add(language)
      language.load().then(loaded, (error: unknown) => console.info('A grammar did not load:', error))
    }
    return undefined
  }
}

function spans(code: string, { support }: LanguageDescription): string | undefined {
  if (!support) return undefined
  let html = ''
  const put = (text: string, classes: string) => {
    html += classes === '' ? escapeHtml(text) : `<span class="${classes}">${escapeHtml(text)}</span>`
  }
  highlightCode(code, support.language.parser.parse(code), classHighlighter, put, () => (html += '\n'))
  return html
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
