/** Syntax tree of a POSIX regular expression. */

export type Node =
  | { readonly type: 'char'; readonly value: string }
  | { readonly type: 'any' }
  | { readonly type: 'set'; readonly isNegated: boolean; readonly items: readonly SetItem[] }
  | { readonly type: 'group'; readonly index: number; readonly body: Node }
  | { readonly type: 'sequence'; readonly items: readonly Node[] }
  | { readonly type: 'choice'; readonly options: readonly Node[] }
  | { readonly type: 'repeat'; readonly body: Node; readonly min: number; readonly max: number }
  | { readonly type: 'anchor'; readonly at: 'start' | 'end' | 'textStart' | 'textEnd' }
  | { readonly type: 'word'; readonly at: WordPlace }
  | { readonly type: 'back'; readonly index: number }

/** `notAfter`: no letter of a word stands before this place; `notBefore`: none behind it. */
export type WordPlace = 'edge' | 'inside' | 'start' | 'end' | 'notAfter' | 'notBefore'

export type SetItem =
  | { readonly type: 'range'; readonly from: string; readonly to: string }
  | { readonly type: 'class'; readonly name: ClassName }

export type ClassName =
  | 'alpha'
  | 'digit'
  | 'alnum'
  | 'upper'
  | 'lower'
  | 'space'
  | 'blank'
  | 'punct'
  | 'print'
  | 'graph'
  | 'cntrl'
  | 'xdigit'
  | 'word'

/** Within a JavaScript class under the flag `u`; `space` and `cntrl` without the newline, which `NEWLINE_IN` adds. */
export const CLASSES: Readonly<Record<ClassName, string>> = {
  alpha: '\\p{L}\\p{Nl}',
  digit: '0-9',
  alnum: '\\p{L}\\p{Nl}\\p{Nd}',
  upper: '\\p{Lu}',
  lower: '\\p{Ll}',
  space: ' \\t\\v\\f\\r\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~\\p{P}\\p{S}',
  print: ' \\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}',
  graph: '\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}',
  cntrl: '\\0-\\x09\\x0b-\\x1f\\x7f-\\x9f',
  xdigit: '0-9A-Fa-f',
  word: '\\p{L}\\p{Nl}\\p{Nd}\\p{M}_',
}
export const NEWLINE_IN: ReadonlySet<ClassName> = new Set(['space', 'cntrl'])

export function isClassName(name: string): name is ClassName {
  return name in CLASSES && name !== 'word'
}
