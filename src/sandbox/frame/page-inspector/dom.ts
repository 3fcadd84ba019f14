/**
 * A page as a person sees it: through open shadow roots, slots and frames of the same origin. Elements of a frame are of
 * other classes than this script's, so that nothing here asks `instanceof`.
 */

const HTML = 'http://www.w3.org/1999/xhtml'

export function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE
}

export function isText(node: Node): node is Text {
  return node.nodeType === Node.TEXT_NODE
}

export function isHtml<Name extends keyof HTMLElementTagNameMap>(
  element: Element,
  name: Name,
): element is HTMLElementTagNameMap[Name] {
  return element.localName === name && element.namespaceURI === HTML
}

export function isHtmlElement(element: Element): element is HTMLElement {
  return element.namespaceURI === HTML
}

export function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return isHtml(element, 'input') || isHtml(element, 'textarea')
}

/** A region that can be typed into, not something within one. */
export function isEditable(element: Element): element is HTMLElement {
  if (!isHtmlElement(element) || !element.isContentEditable) return false
  const parent = parentOf(element)
  return !parent || !isHtmlElement(parent) || !parent.isContentEditable
}

/** The window of the element's own frame. */
export function viewOf(element: Element): Window & typeof globalThis {
  return element.ownerDocument.defaultView ?? window
}

/** The document in a frame, where it is one of this origin. */
export function frameDocument(element: Element): Document | undefined {
  if (!isHtml(element, 'iframe')) return undefined
  try {
    return element.contentDocument ?? undefined
  } catch {
    return undefined // cross-origin
  }
}

/** The child nodes shown in an element, in display order. */
export function childrenOf(element: Element): readonly Node[] {
  const framed = frameDocument(element)
  if (framed) return framed.body ? [framed.body] : []
  if (element.shadowRoot) return [...element.shadowRoot.childNodes]
  // Its own content has no box of which one could ask whether it is shown.
  if (isHtml(element, 'details') && !element.open)
    return [...element.children].filter((child) => isHtml(child, 'summary'))
  if (isHtml(element, 'slot')) {
    const assigned = element.assignedNodes({ flatten: true })
    if (assigned.length > 0) return assigned
  }
  return [...element.childNodes]
}

/** The element in which that one is shown; of a frame's body, the frame. */
export function parentOf(element: Element): Element | undefined {
  const outer = element.assignedSlot ?? element.parentNode
  if (outer === null) return undefined
  if (isElement(outer)) return outer
  if ('host' in outer && outer instanceof viewOf(element).ShadowRoot) return outer.host
  return viewOf(element).frameElement ?? undefined
}

export function contains(outer: Element, inner: Element): boolean {
  for (let at: Element | undefined = inner; at; at = parentOf(at)) if (at === outer) return true
  return false
}

/** All documents and shadow roots of the page, the outermost first; at most so many elements are looked at. */
export function* scopesOf(
  most: number,
  outermost: Document | ShadowRoot = document,
): Generator<Document | ShadowRoot> {
  yield outermost
  let left = most
  for (const element of outermost.querySelectorAll('*')) {
    left -= 1
    if (left < 0) return
    if (element.shadowRoot) yield* scopesOf(left, element.shadowRoot)
    const framed = frameDocument(element)
    if (framed) yield* scopesOf(left, framed)
  }
}

/** Not taken out of sight by itself or by what it is in. Whether it is scrolled to is another matter. */
export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })
}

/** In one line, cut at a length. */
export function inOneLine(text: string, most: number): string {
  // Every character that a reader may take for a line break, not only a parser's.
  const line = text
    .slice(0, most * 8)
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most).trimEnd()}…` : line
}
