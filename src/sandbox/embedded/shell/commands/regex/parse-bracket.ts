/** `[…]` of a POSIX regular expression. */
import { CHAR_ESCAPES } from '../../../../languages/char-escapes.ts'
import { RegexError } from './regex-error.ts'
import { isClassName, type Node, type SetItem } from './syntax-tree.ts'

const UNMATCHED = 'Unmatched [, [^, [:, [., or [='

interface BracketSyntax {
  readonly hasEscapes?: boolean
  readonly isAwk?: boolean
}

/** `start` is behind the opening bracket; `next` behind the closing one. */
export function parseBracket(
  chars: readonly string[],
  start: number,
  syntax: BracketSyntax,
): { readonly node: Node; readonly next: number } {
  let at = start
  const isNegated = chars[at] === '^'
  if (isNegated) at += 1
  const first = at
  const items: SetItem[] = []
  for (;;) {
    const char = chars[at]
    if (char === undefined) throw new RegexError(UNMATCHED)
    if (char === ']' && at > first) return { node: { type: 'set', isNegated, items }, next: at + 1 }
    if (char === '[' && chars[at + 1] === ':') {
      const end = endOf(chars, at + 2, ':')
      const name = chars.slice(at + 2, end).join('')
      if (!isClassName(name)) throw new RegexError('Invalid character class name')
      items.push({ type: 'class', name })
      at = end + 2
      continue
    }
    const low = element(chars, at, syntax)
    at = low.next
    if (chars[at] !== '-' || chars[at + 1] === ']' || chars[at + 1] === undefined) {
      items.push({ type: 'range', from: low.char, to: low.char })
      continue
    }
    const high = element(chars, at + 1, syntax)
    at = high.next
    if ((high.char.codePointAt(0) ?? 0) < (low.char.codePointAt(0) ?? 0))
      throw new RegexError('Invalid range end')
    items.push({ type: 'range', from: low.char, to: high.char })
  }
}

function element(
  chars: readonly string[],
  at: number,
  { hasEscapes = false, isAwk = false }: BracketSyntax,
): { readonly char: string; readonly next: number } {
  const char = chars[at] ?? ''
  const after = chars[at + 1] ?? ''
  if (char === '[' && (after === '.' || after === '=')) {
    const end = endOf(chars, at + 2, after)
    const name = chars.slice(at + 2, end)
    if (name.length !== 1) throw new RegexError('Invalid collation character')
    return { char: name[0] ?? '', next: end + 2 }
  }
  if (char !== '\\' || !(hasEscapes || isAwk)) return { char, next: at + 1 }
  const escaped = CHAR_ESCAPES[after]
  if (escaped !== undefined) return { char: escaped, next: at + 2 }
  if (isAwk) return { char: after, next: at + 2 }
  // sed: only what it makes characters of; else the backslash stands for itself.
  return { char, next: at + 1 }
}

function endOf(chars: readonly string[], from: number, mark: string): number {
  for (let at = from; at + 1 < chars.length; at += 1)
    if (chars[at] === mark && chars[at + 1] === ']') return at
  throw new RegexError(UNMATCHED)
}
