/**
 * Markdown's tokens as nodes, with no HTML between that would have to be parsed and cleaned: what is made here is elements of a short
 * list, text that stays text, and addresses that were checked. It looks as `markdown.ts` draws the same tokens.
 */
import type { Token } from 'markdown-it'

/** Addresses that a link of the model may lead to. */
export const LINK = /^(https?:|mailto:|#)/i

/** Attributes of a link of the model: the other page learns nothing of this one. */
export const LINK_ATTRIBUTES = { target: '_blank', rel: 'noopener noreferrer' } as const

const BLOCK_TAGS: ReadonlySet<string> = new Set('blockquote h1 h2 h3 h4 h5 h6 hr li ol p ul'.split(' '))
const INLINE_TAGS: ReadonlySet<string> = new Set(['em', 's', 'strong'])

/** Undefined when there is something among them, code or a table, that is not made here. */
export function nodesOf(tokens: readonly Token[]): ChildNode[] | undefined {
  const nodes = document.createDocumentFragment()
  let parent: Element | DocumentFragment = nodes
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'inline') {
      if (!addInline(parent, token.children ?? [])) return undefined
      continue
    }
    if (!isBlock(token)) return undefined
    if (token.hidden) continue
    if (token.nesting !== -1 && tokens[at - 1]?.hidden) addText(parent, '\n')
    if (token.nesting === -1) parent = outside(parent, nodes)
    else {
      const element = document.createElement(token.tag)
      const start = token.attrGet('start')
      if (start !== null) element.setAttribute('start', String(start))
      parent.append(element)
      if (token.nesting === 1) parent = element
    }
    if (isLineEnd(token, tokens[at + 1])) addText(parent, '\n')
  }
  return [...nodes.childNodes]
}

/** Made of its tag alone: code, which has a tag, too, is not. */
function isBlock({ type, tag }: Token): boolean {
  return BLOCK_TAGS.has(tag) && type !== 'inline'
}

/** A tag has a line of its own unless what it opens is one line with it. */
function isLineEnd({ nesting, tag }: Token, next: Token | undefined): boolean {
  if (nesting !== 1 || !next) return true
  return next.type !== 'inline' && !next.hidden && !(next.nesting === -1 && next.tag === tag)
}

function addInline(box: Element | DocumentFragment, tokens: readonly Token[]): boolean {
  let parent = box
  for (const token of tokens) {
    const { type, tag, content } = token
    if (type === 'text') addText(parent, content)
    else if (type === 'softbreak') addText(parent, '\n')
    else if (type === 'hardbreak') parent.append(document.createElement('br'), '\n')
    else if (type === 'code_inline') addElement(parent, 'code').textContent = content
    else if (token.nesting === -1) parent = outside(parent, box)
    else if (type === 'link_open') parent = addLink(parent, String(token.attrGet('href') ?? ''))
    else if (token.nesting === 1 && INLINE_TAGS.has(tag)) parent = addElement(parent, tag)
    else return false
  }
  return true
}

function addElement(parent: Element | DocumentFragment, tag: string): Element {
  const element = document.createElement(tag)
  parent.append(element)
  return element
}

function addLink(parent: Element | DocumentFragment, address: string): Element {
  const link = addElement(parent, 'a')
  if (LINK.test(address)) link.setAttribute('href', address)
  for (const [name, value] of Object.entries(LINK_ATTRIBUTES)) link.setAttribute(name, value)
  return link
}

/** One node for what stands side by side, as a parser makes it. */
function addText(parent: Element | DocumentFragment, text: string): void {
  const last = parent.lastChild
  if (last instanceof Text) last.data += text
  else if (text !== '') parent.append(text)
}

function outside(
  { parentElement }: Element | DocumentFragment,
  box: Element | DocumentFragment,
): Element | DocumentFragment {
  return parentElement ?? box
}
