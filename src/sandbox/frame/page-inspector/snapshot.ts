/**
 * A page in lines, one for each thing that somebody who does not see it is told of: role, name, states, and a ref where
 * something can be done with it. No line of it can be made to look like two by what the page says.
 */
import {
  PAGE_LINK_CHARS,
  PAGE_NAME_CHARS,
  PAGE_OPTIONS_SHOWN,
  PAGE_SNAPSHOT_DEPTH,
  PAGE_SNAPSHOT_LINES,
  PAGE_SNAPSHOT_NODES,
  PAGE_TEXT_CHARS,
} from '../../contract/limits.ts'
import {
  childrenOf,
  frameDocument,
  inOneLine,
  isElement,
  isHtml,
  isHtmlElement,
  isText,
  isTextField,
  viewOf,
} from './dom.ts'
import type { Refs } from './refs.ts'
import { isInteractive, isNamedByContent, nameOf, roleOf, statesOf } from './roles.ts'

interface Line {
  readonly depth: number
  readonly text: string
  /** It is what the page says and nothing else. */
  readonly isText: boolean
}

export interface Snapshot {
  readonly lines: readonly string[]
  /** Not all of the page was looked at. */
  readonly isCut: boolean
}

const SILENT: ReadonlySet<string> = new Set([
  ...[
    'script',
    'style',
    'template',
    'noscript',
    'head',
    'link',
    'meta',
    'title',
    'base',
    'datalist',
    'param',
  ],
])

export function takeSnapshot(refs: Refs, root: Element | null = document.body): Snapshot {
  const walk = new Walk(refs)
  if (root) walk.element(root, 0)
  return { lines: walk.end(), isCut: walk.isCut }
}

class Walk {
  readonly #refs: Refs
  #lines: Line[] = []
  /** Pending text that continues in the next inline element. */
  #text = ''
  #left = PAGE_SNAPSHOT_NODES
  isCut = false

  constructor(refs: Refs) {
    this.#refs = refs
  }

  end(): readonly string[] {
    this.#endText(0)
    return this.#lines.map(({ depth, text }) => `${'  '.repeat(depth)}- ${text}`)
  }

  element(element: Element, depth: number): void {
    if (this.#isFull(depth) || SILENT.has(element.localName)) return
    try {
      this.#element(element, depth)
    } catch {
      // A form may have fields whose names hide what every element has.
      this.#endText(depth)
      this.#add(depth, 'an element that cannot be read')
    }
  }

  #isFull(depth: number): boolean {
    this.#left -= 1
    const isFull = this.#left < 0 || depth > PAGE_SNAPSHOT_DEPTH || this.#lines.length >= PAGE_SNAPSHOT_LINES
    if (isFull) this.isCut = true
    return isFull
  }

  #element(element: Element, depth: number): void {
    if (element.getAttribute('aria-hidden') === 'true') return
    const style = viewOf(element).getComputedStyle(element)
    if (style.display === 'none' || (style.display !== 'contents' && !element.checkVisibility())) return
    if (isHtml(element, 'br')) return void (this.#text += ' ')
    const isVisible = style.visibility === 'visible'
    const role = isVisible ? roleOf(element) : undefined
    const hasRef = isVisible && isInteractive(element, role)
    if (role === undefined && !hasRef)
      return this.#passThrough(element, depth, style.display.startsWith('inline'))
    this.#endText(depth)
    this.#own(element, { depth, role: role ?? 'generic', hasRef })
  }

  /** It says nothing itself; where it is no part of a line of text, the text before it ends. */
  #passThrough(element: Element, depth: number, isInline: boolean): void {
    if (!isInline) this.#endText(depth)
    this.#children(element, depth)
    if (!isInline) this.#endText(depth)
  }

  #own(element: Element, { depth, role, hasRef }: { depth: number; role: string; hasRef: boolean }): void {
    const name = nameOf(element, role)
    const said = [role]
    if (name !== '') said.push(quoted(name))
    said.push(...statesOf(element, role).map((state) => `[${state}]`))
    if (hasRef) said.push(`[${this.#refs.of(element)}]`)
    const at = this.#lines.length
    this.#add(depth, said.join(' ') + detailOf(element))
    // A field's value is already in its line.
    if (isTextField(element) || isHtml(element, 'select')) return
    this.#children(element, depth + 1)
    this.#endText(depth + 1)
    this.#joinText(at, isNamedByContent(role) && name !== '')
  }

  /** The text of what is named by it is not said twice, and a single text stands in its element's line. */
  #joinText(at: number, isSaid: boolean): void {
    const [own, ...inner] = this.#lines.slice(at)
    const [first] = inner
    if (!own || !first || !inner.every((line) => line.isText)) return
    if (!isSaid && inner.length > 1) return
    this.#lines.length = at
    this.#lines.push(isSaid ? own : { ...own, text: `${own.text}: ${first.text.replace(/^text: /, '')}` })
  }

  #children(element: Element, depth: number): void {
    for (const child of childrenOf(element)) {
      if (this.#left < 0) return void (this.isCut = true)
      if (isElement(child)) this.element(child, depth)
      else if (isText(child) && isTextShown(child)) this.#text += child.data.slice(0, PAGE_TEXT_CHARS * 8)
    }
  }

  #endText(depth: number): void {
    const text = inOneLine(this.#text, PAGE_TEXT_CHARS)
    this.#text = ''
    if (text !== '') this.#add(depth, `text: ${quoted(text)}`, true)
  }

  #add(depth: number, text: string, isText = false): void {
    this.#lines.push({ depth, text, isText })
  }
}

function isTextShown(text: Text): boolean {
  const parent = text.parentElement
  return parent === null || viewOf(parent).getComputedStyle(parent).visibility === 'visible'
}

/** A field's value, a link's target, a select's choices, or that a frame cannot be inspected. */
function detailOf(element: Element): string {
  if (isHtml(element, 'select')) return choices(element)
  if (isTextField(element) && !VALUELESS.has(element.type)) return valueOf(element)
  if (isHtml(element, 'progress') || isHtml(element, 'meter')) return `: ${element.value} of ${element.max}`
  if (isHtml(element, 'a')) return linkOf(element)
  if (isHtml(element, 'iframe') && !frameDocument(element))
    return ': of another origin, cannot be looked into'
  const now = element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow')
  return now === null || !isHtmlElement(element) ? '' : `: ${quoted(inOneLine(now, PAGE_NAME_CHARS))}`
}

const VALUELESS: ReadonlySet<string> = new Set([
  ...['checkbox', 'radio', 'submit', 'button', 'reset', 'image', 'file', 'hidden'],
])

function valueOf(field: HTMLInputElement | HTMLTextAreaElement): string {
  if (field.value === '') {
    const hint = inOneLine(field.placeholder, PAGE_NAME_CHARS)
    return hint === '' ? '' : ` (empty; placeholder ${quoted(hint)})`
  }
  if (field.type === 'password') return `: ${field.value.length} hidden characters`
  return `: ${quoted(inOneLine(field.value, PAGE_TEXT_CHARS))}`
}

function linkOf(link: HTMLAnchorElement): string {
  const to = inOneLine(link.getAttribute('href') ?? '', PAGE_LINK_CHARS)
  const apart =
    link.target !== '' && link.target !== '_self' ? ` (${quoted(inOneLine(link.target, 20))})` : ''
  return to === '' || to === '#' ? apart : ` → ${quoted(to)}${apart}`
}

function choices(select: HTMLSelectElement): string {
  const chosen = [...select.selectedOptions].map(({ label }) => quoted(inOneLine(label, PAGE_NAME_CHARS)))
  const offered = [...select.options]
    .slice(0, PAGE_OPTIONS_SHOWN)
    .map(({ label }) => quoted(inOneLine(label, 60)))
  const more = select.options.length - offered.length
  const all = `${offered.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `: ${chosen.join(', ') || 'nothing chosen'} of ${all}`
}

/** As JSON has it: what the page says cannot end it. */
function quoted(text: string): string {
  return JSON.stringify(text)
}
