/** Markdown's tokens as the elements that they become. */
import type { Token } from 'markdown-it'

/** The tokens of one element, from where it opens to where it closes. */
export interface TokenGroup {
  readonly tokens: Token[]
  /** The first line of it, from 0; undefined where markdown-it does not say. */
  readonly line: number | undefined
}

/** The elements that `tokens` are, in order; nothing is left out. */
export function elementsOf(tokens: readonly Token[]): TokenGroup[] {
  const groups: TokenGroup[] = []
  let depth = 0
  let group: Token[] = []
  for (const token of tokens) {
    group.push(token)
    depth += token.nesting
    if (depth > 0) continue
    groups.push({ tokens: group, line: group[0]?.map?.[0] })
    group = []
  }
  return groups
}

/** Tokens inside an element. */
export function insideOf({ tokens }: TokenGroup): Token[] {
  return tokens.slice(1, -1)
}

export function isList({ tokens }: TokenGroup): boolean {
  return tokens[0]?.type === 'bullet_list_open' || tokens[0]?.type === 'ordered_list_open'
}

/** The rows below a table's head. */
export function tableRows(group: TokenGroup): TokenGroup[] {
  if (group.tokens[0]?.type !== 'table_open') return []
  const body = elementsOf(insideOf(group)).find(({ tokens }) => tokens[0]?.type === 'tbody_open')
  return body ? elementsOf(insideOf(body)) : []
}

/** Whether paragraphs of the items show as such; undefined when there are none that tell. */
export function isLoose(list: TokenGroup): boolean | undefined {
  const paragraph = list.tokens.find(isItemsParagraph)
  return paragraph && !paragraph.hidden
}

export function makeLoose(list: TokenGroup): void {
  for (const token of list.tokens) if (isItemsParagraph(token)) token.hidden = false
}

function isItemsParagraph({ type, level }: Token): boolean {
  return (type === 'paragraph_open' || type === 'paragraph_close') && level === ITEMS_LEVEL
}

/** Level of paragraphs in the items of a list at the top. */
const ITEMS_LEVEL = 2
