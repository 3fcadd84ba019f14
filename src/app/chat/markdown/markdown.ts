/**
 * Markdown of the model as sanitised HTML. The model's text is hostile input: raw HTML is shown as text, images
 * become links (nothing is loaded from the network), and the result passes DOMPurify with a short list of tags.
 */
import DOMPurify, { type Config } from 'dompurify'
import MarkdownIt, { type Env, type Token } from 'markdown-it'
import { chat as t } from '../../language/en/chat.ts'
import { code as codeTexts } from '../../language/en/code.ts'
import { trustedHtmlOptions } from '../../boot/trusted-types.ts'
import { fenceFile } from '../code/fence-file.ts'
import { inChunks } from '../code/line-chunks.ts'
import { LINK, LINK_ATTRIBUTES, nodesOf } from './token-nodes.ts'

/** Code as HTML of spans; undefined when the language is not known or not loaded. */
export type Highlight = (code: string, language: string) => string | undefined

/** A text's Markdown, before it is HTML. */
export interface ParsedMarkdown {
  readonly tokens: Token[]
  /** It names addresses for links that stand elsewhere in it: no part of it can be drawn alone. */
  readonly hasReferences: boolean
}

const markdown = new MarkdownIt({ html: false, linkify: true })
const escape = (text: string) => markdown.utils.escapeHtml(text)
/** Set for the time of one rendering: markdown-it's rules take no arguments of ours. */
let highlight: Highlight | undefined

markdown.renderer.rules.fence = (tokens, index) => {
  const token = tokens[index]
  return token ? codeBlock(token.content, token.info, isClosedFence(token)) : ''
}
markdown.renderer.rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '', true)
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>'
markdown.renderer.rules.table_close = () => '</table></div>'
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index]
  const text = token?.content || t.unnamedImage
  return `<a href="${escape(String(token?.attrGet('src') ?? ''))}">${escape(t.imageNamed(text))}</a>`
}
for (const rule of ['th_open', 'td_open'] as const) {
  markdown.renderer.rules[rule] = (tokens, index) => {
    const align = /text-align:(\w+)/.exec(String(tokens[index]?.attrGet('style') ?? ''))?.[1]
    return `<${rule.slice(0, 2)}${align ? ` class="align-${align}"` : ''}>`
  }
}

/** A fence that is still open has no line that closes it: half a file is not for applying. */
export function isClosedFence({ content, map }: Token): boolean {
  const [first = 0, end = 0] = map ?? []
  return /(^|\n)$/.test(content) && end - first === content.split('\n').length + 1
}

function codeBlock(code: string, info: string, isWhole: boolean): string {
  const text = code.replace(/\n$/, '')
  const { language } = fenceFile(info, text)
  const html = inChunks(highlight?.(text, language) ?? escape(text))
  return `<div class="code">${codeHead(text, info, isWhole)}<pre tabindex="0"><code>${html}</code></pre></div>`
}

/** The head above a block of code, as HTML that nobody has cleaned yet. */
export function codeHead(text: string, info: string, isWhole: boolean): string {
  const { language, path } = fenceFile(info, text)
  const name =
    path === undefined ? `<span>${escape(language)}</span>` : `<span class="path">${escape(path)}</span>`
  const button = (label: string, kind = '') =>
    `<button type="button"${kind && ` class="${kind}"`}>${escape(label)}</button>`
  // Shown where somebody acts on them (`Markdown.svelte`).
  const acts = isWhole ? button(codeTexts.open, 'open') + button(codeTexts.apply, 'apply') : ''
  return `<div class="code-head">${name}<span>${acts}${button(t.copy)}</span></div>`
}

const TAGS =
  'a b blockquote br button code del div em h1 h2 h3 h4 h5 h6 hr i li ol p pre s span strong sub sup table tbody td th thead tr ul'

const CONFIG = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ['href', 'target', 'rel', 'class', 'start', 'type', 'tabindex'],
  // Checked as addresses unless named here.
  ADD_URI_SAFE_ATTR: ['start', 'type', 'tabindex', 'target', 'rel'],
  ALLOWED_URI_REGEXP: LINK,
  ...trustedHtmlOptions(),
}
const toHtml = purifier(CONFIG)
// Cleans to nodes: cleaned HTML need not be written and parsed again.
const toNodes = purifier({ ...CONFIG, RETURN_DOM_FRAGMENT: true, RETURN_TRUSTED_TYPE: false })

function purifier(config: Config) {
  const purify = DOMPurify()
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName !== 'A') return
    for (const [name, value] of Object.entries(LINK_ATTRIBUTES)) node.setAttribute(name, value)
  })
  // Once: with each text the lists would be read anew.
  purify.setConfig(config)
  return purify
}

/** Under Trusted Types the result is a TrustedHTML; where there are none, a string. Both can be put into the page. */
export function renderMarkdown(source: string, highlightCode?: Highlight): string {
  highlight = highlightCode
  return cleanHtml(markdown.render(source))
}

export function parseMarkdown(source: string): ParsedMarkdown {
  const env: Env = {}
  const tokens = markdown.parse(source, env)
  return { tokens, hasReferences: Object.keys(env.references ?? {}).length > 0 }
}

/** Some of a text's tokens, whole elements, as HTML that nobody has cleaned yet. */
export function tokensToHtml(tokens: Token[], highlightCode?: Highlight): string {
  highlight = highlightCode
  return markdown.renderer.render(tokens, markdown.options, {})
}

/** Some of a text's tokens, whole elements, as nodes that may be put into the page. */
export function tokensToNodes(tokens: Token[], highlightCode?: Highlight): ChildNode[] {
  return nodesOf(tokens) ?? [...cleanNodes(tokensToHtml(tokens, highlightCode)).childNodes]
}

/** As {@link renderMarkdown}'s result. */
function cleanHtml(html: string): string {
  return toHtml.sanitize(html)
}

/** HTML as nodes that may be put into the page. */
export function cleanNodes(html: string): DocumentFragment {
  // The configuration above says so; the types know only what is asked for with each text.
  return toNodes.sanitize(html) as unknown as DocumentFragment
}
