/** Prints one text's matches as `rg` does. */
import { byteLength } from '../frame/loose-text.ts'
import type { Span } from './rg-matcher.ts'
import type { RgOptions } from './rg-options.ts'
import { lineEnd, lineStart, LineCounter, linesBack } from './rg-lines.ts'
import type { RgMatch } from './rg-search.ts'

interface Separators {
  readonly match: string
  readonly context: string
  /** Between lines that do not follow each other; undefined: nothing. */
  readonly gap: string | undefined
}

export class RgPrinter {
  readonly #options: RgOptions
  readonly #separators: Separators
  readonly #hasNames: boolean
  #isFirst = true

  constructor(options: RgOptions, hasNames: boolean) {
    this.#options = options
    this.#hasNames = hasNames
    const { raw } = options
    this.#separators = {
      match: raw.value('field-match-separator') ?? ':',
      context: raw.value('field-context-separator') ?? '-',
      gap: raw.has('no-context-separator') ? undefined : (raw.value('context-separator') ?? '--'),
    }
  }

  /** All lines of a file; `matches` are not empty, or everything is passed through. */
  print(name: string, text: string, matches: readonly RgMatch[]): string {
    const { before, after, heading } = this.#options
    const hasContext = before > 0 || after > 0
    let out = ''
    if (heading && this.#hasNames) out += `${this.#isFirst ? '' : '\n'}${this.#path(name)}\n`
    else if (hasContext && !this.#isFirst && before !== Infinity) out += this.#gap()
    this.#isFirst = false
    const lines = new LineCounter(text)
    let shownTo = -1
    for (const [number, match] of matches.entries()) {
      const from = Math.max(linesBack(text, match.start, before), shownTo + 1)
      if (hasContext && shownTo >= 0 && from > shownTo + 1) out += this.#gap()
      for (let at = from; at < match.start; at = lineEnd(text, at) + 1)
        out += this.#context(name, text, at, lines)
      out += this.#match(name, text, match, lines)
      shownTo = match.end
      const next = matches[number + 1]?.start ?? Infinity
      for (let left = after, at = shownTo + 1; left > 0 && at < Math.min(next, text.length); left -= 1) {
        out += this.#context(name, text, at, lines)
        shownTo = lineEnd(text, at)
        at = shownTo + 1
      }
    }
    if (matches.length === 0)
      for (let at = 0; at < text.length; at = lineEnd(text, at) + 1)
        out += this.#context(name, text, at, lines)
    return out
  }

  #gap(): string {
    return this.#separators.gap === undefined ? '' : `${this.#separators.gap}\n`
  }

  #path(name: string): string {
    return this.#options.color ? `\x1b[0m\x1b[35m${name}\x1b[0m` : name
  }

  #prefix(place: {
    name: string
    separator: string
    line: number
    column?: number | undefined
    offset: number
  }): string {
    const { raw, lineNumbers, color, heading } = this.#options
    const { name, separator, line, column, offset } = place
    const painted = (text: number, paint: string): string =>
      color ? `\x1b[0m${paint}${text}\x1b[0m` : String(text)
    let prefix = ''
    if (this.#hasNames && !heading) prefix += this.#path(name) + (raw.has('0') ? '\0' : separator)
    if (lineNumbers) prefix += painted(line, '\x1b[32m') + separator
    if (column !== undefined) prefix += painted(column, '') + separator
    if (raw.has('b')) prefix += painted(offset, '') + separator
    return prefix
  }

  #context(name: string, text: string, start: number, lines: LineCounter): string {
    const separator = this.#separators.context
    const line = text.slice(start, lineEnd(text, start))
    const prefix = this.#prefix({ name, separator, line: lines.lineAt(start), offset: lines.byteAt(start) })
    return `${prefix}${this.#fitted(line, 'context')}\n`
  }

  #match(name: string, text: string, match: RgMatch, lines: LineCounter): string {
    const { onlyMatching, column, raw, replacement } = this.#options
    const separator = this.#separators.match
    const place = (at: number, line: number, span: Span | undefined) => {
      const from =
        span === undefined ? undefined : byteLength(text.slice(lineStart(text, span.start), span.start)) + 1
      return { name, separator, line, offset: lines.byteAt(at), column: column ? (from ?? 1) : undefined }
    }
    const found = (span: Span): string => {
      const first = lines.lineAt(span.start)
      const parts = (span.replaced ?? text.slice(span.start, span.end)).split('\n')
      return parts
        .map((part, number) =>
          part === '' ? '' : `${this.#prefix(place(span.start, first + number, span))}${this.#paint(part)}\n`,
        )
        .join('')
    }
    const lineOf = (span: Span): string => {
      const start = lineStart(text, span.start)
      const own = { start, end: lineEnd(text, Math.max(span.start, span.end - 1)), spans: [span] }
      return `${this.#prefix(place(start, lines.lineAt(start), span))}${this.#line(text, own)}\n`
    }
    if (onlyMatching || raw.has('vimgrep')) {
      const out = match.spans.map(onlyMatching ? found : lineOf).join('')
      if (match.spans.length > 0 || onlyMatching) return out
    }
    const whole = this.#line(text, match)
    if (
      replacement !== undefined &&
      whole.includes('\n') &&
      !text.slice(match.start, match.end).includes('\n')
    )
      return `${this.#prefix(place(match.start, lines.lineAt(match.start), match.spans[0]))}${whole}\n`
    let out = ''
    let line = lines.lineAt(match.start)
    let at = match.start
    for (const part of whole.split('\n')) {
      out += `${this.#prefix(place(Math.min(at, match.end), line, match.spans[0]))}${this.#fitted(part, 'matching')}\n`
      line += 1
      at = lineEnd(text, at) + 1
    }
    return out
  }

  /** With what is put in place of the matches, and in colours. */
  #line(text: string, { start, end, spans }: RgMatch): string {
    if (!this.#options.color && this.#options.replacement === undefined) return text.slice(start, end)
    let out = ''
    let at = start
    for (const span of spans) {
      out +=
        text.slice(at, span.start) +
        this.#paint(span.replaced ?? text.slice(span.start, Math.min(span.end, end)))
      at = Math.min(span.end, end)
    }
    return out + text.slice(at, end)
  }

  #paint(text: string): string {
    return this.#options.color && text !== '' ? `\x1b[0m\x1b[1m\x1b[31m${text}\x1b[0m` : text
  }

  #fitted(line: string, kind: 'matching' | 'context'): string {
    const { maxColumns, raw } = this.#options
    const shown = raw.has('trim') ? line.replace(/^[ \t]+/, '') : line
    return maxColumns !== undefined && byteLength(shown) > maxColumns ? `[Omitted long ${kind} line]` : shown
  }
}
