/** `s`: what a line becomes. */
import type { Match, Regex } from '../regex/posix-regex.ts'
import type { ReplacementPart, Substitution } from '../../../../languages/sed/script.ts'

/** Undefined when nothing was replaced. */
export function substitute(
  text: string,
  regex: Regex,
  { replacement, nth, isGlobal }: Substitution<Regex>,
): string | undefined {
  let match = regex.find(text, 0)
  if (match === undefined) return undefined
  let result = ''
  let copied = 0
  let lastEnd = -1
  let found = 0
  while (match !== undefined) {
    const isEmpty = match.end === match.index
    // Nothing, right behind what was found before, is not found.
    if (!(isEmpty && match.index === lastEnd)) {
      found += 1
      lastEnd = match.end
      if (found >= nth) {
        result += text.slice(copied, match.index) + replaced(match, replacement)
        copied = match.end
        if (!isGlobal) break
      }
    }
    const next = isEmpty ? match.end + letterAt(text, match.end) : match.end
    if (next > text.length) break
    match = regex.find(text, next)
  }
  return found >= nth ? result + text.slice(copied) : undefined
}

function letterAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

function replaced(match: Match, parts: readonly ReplacementPart[]): string {
  let text = ''
  let all: 'U' | 'L' | 'E' = 'E'
  let next: 'u' | 'l' | undefined
  for (const part of parts) {
    if (part.type === 'case') {
      if (part.to === 'u' || part.to === 'l') next = part.to
      else {
        all = part.to
        next = undefined
      }
      continue
    }
    let piece = part.type === 'text' ? part.text : (match.groups[part.index] ?? '')
    if (piece === '') continue
    if (all !== 'E') piece = all === 'U' ? piece.toUpperCase() : piece.toLowerCase()
    if (next !== undefined) {
      const first = String.fromCodePoint(piece.codePointAt(0) ?? 0)
      piece = (next === 'u' ? first.toUpperCase() : first.toLowerCase()) + piece.slice(first.length)
      next = undefined
    }
    text += piece
  }
  return text
}
