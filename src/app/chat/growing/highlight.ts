/** Colours for code blocks, by the editor's own grammars. Each grammar is fetched when it is first met. */
import { LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import type { Parser } from '@lezer/common'
import { HIGHLIGHT_CHARS } from '../../limits.ts'
import { colouredLines, GrowingColours, type ColouredLines } from './growing-colours.ts'
import type { Highlight } from '../markdown/markdown.ts'

export interface CodeColours {
  readonly html: Highlight
  /** The same, line by line. */
  lines(code: string, language: string): ColouredLines | undefined
  /** Undefined when the language is not known or not loaded. */
  growing(language: string): GrowingColours | undefined
}

/** `loaded` is called when a grammar has come that an earlier call had to do without. */
export function createHighlight(loaded: () => void): CodeColours {
  const asked = new Set<LanguageDescription>()
  const parser = (name: string): Parser | undefined => {
    const language = name === '' ? null : LanguageDescription.matchLanguageName(languages, name, false)
    if (!language) return undefined
    if (language.support) return language.support.language.parser
    if (!asked.has(language)) {
      asked.add(language)
      language.load().then(loaded, (error: unknown) => console.info('A grammar did not load:', error))
    }
    return undefined
  }
  const lines: CodeColours['lines'] = (code, language) => {
    const found = code.length > HIGHLIGHT_CHARS ? undefined : parser(language)
    return found && colouredLines(code, found)
  }
  return {
    html: (code, language) => toHtml(lines(code, language)),
    lines,
    growing: (language) => {
      const found = parser(language)
      return found && new GrowingColours(found)
    },
  }
}

function toHtml(coloured: ColouredLines | undefined): string | undefined {
  return coloured?.lines
    .map((parts) =>
      parts
        .map(([text, classes]) =>
          classes === '' ? escapeHtml(text) : `<span class="${classes}">${escapeHtml(text)}</span>`,
        )
        .join(''),
    )
    .join('\n')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
