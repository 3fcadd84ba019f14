/** Describes an element for a developer: selector, role, appearance, source. */
import type { PickedElement } from '../../page/page-act.ts'
import { PAGE_NAME_CHARS, PICKED_MARKUP_CHARS, PICKED_STYLES } from '../../contract/limits.ts'
import { inOneLine, isHtmlElement, parentOf } from './dom.ts'
import { nameOf, roleOf } from './roles.ts'

export function describeElement(element: Element): PickedElement {
  const role = roleOf(element)
  const source = sourceOf(element)
  return {
    selector: selectorOf(element),
    role: role ?? '',
    name: nameOf(element, role ?? 'generic') || inOneLine(element.textContent ?? '', PAGE_NAME_CHARS),
    markup: markupOf(element),
    styles: stylesOf(element),
    ...(source === undefined ? {} : { source }),
  }
}

/** The shortest that fits nothing else in its document; parts in shadow roots are joined by `>>>`. */
function selectorOf(element: Element): string {
  const root = element.getRootNode()
  const scope = 'querySelectorAll' in root ? (root as Document | ShadowRoot) : element.ownerDocument // Both have it.
  const isOnly = (selector: string) => scope.querySelectorAll(selector).length === 1
  const inner = shortestOf(element, isOnly)
  const outer = 'host' in scope ? scope.host : undefined
  return outer ? `${selectorOf(outer)} >>> ${inner}` : inner
}

function shortestOf(element: Element, isOnly: (selector: string) => boolean): string {
  let path = ''
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = [...ownSelectors(at)]
    const only = own.map((selector) => join(selector, path)).find(isOnly)
    if (only !== undefined) return only
    path = join(own.at(-1) ?? at.localName, path)
  }
  return path
}

function join(outer: string, inner: string): string {
  return inner === '' ? outer : `${outer} > ${inner}`
}

/** From the one that means most to the one that always fits. */
function* ownSelectors(element: Element): Generator<string> {
  const { localName, id } = element
  if (id !== '') yield `#${CSS.escape(id)}`
  const testId = element.getAttribute('data-testid')
  if (testId !== null) yield `[data-testid=${JSON.stringify(testId)}]`
  const name = element.getAttribute('name')
  if (name !== null) yield `${CSS.escape(localName)}[name=${JSON.stringify(name)}]`
  for (const one of [...element.classList].slice(0, 4)) yield `${CSS.escape(localName)}.${CSS.escape(one)}`
  const same = [...(element.parentElement?.children ?? [])].filter((other) => other.localName === localName)
  yield same.length > 1
    ? `${CSS.escape(localName)}:nth-of-type(${same.indexOf(element) + 1})`
    : CSS.escape(localName)
}

/** With what is in it, as far as that is short. */
function markupOf(element: Element): string {
  const { outerHTML } = element
  if (outerHTML.length <= PICKED_MARKUP_CHARS) return outerHTML
  const empty = element.cloneNode(false)
  const tag = 'outerHTML' in empty ? String(empty.outerHTML) : `<${element.localName}>`
  return tag.replace(/(<\/[^>]*>)?$/, (end) => `…${end}`).slice(0, PICKED_MARKUP_CHARS)
}

/** Style properties that are reported if they differ from the default. */
const PROPERTIES = [
  ...['display', 'position', 'top', 'right', 'bottom', 'left', 'z-index', 'float', 'box-sizing'],
  ...['min-width', 'max-width', 'min-height', 'max-height'],
  ...['margin', 'padding', 'border', 'border-radius', 'outline', 'overflow'],
  ...['color', 'background-color', 'background-image', 'box-shadow', 'opacity', 'visibility', 'filter'],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'line-height', 'letter-spacing', 'text-align'],
  ...['text-decoration-line', 'text-transform', 'white-space', 'text-overflow', 'vertical-align'],
  ...['flex', 'flex-direction', 'flex-wrap', 'align-items', 'align-self', 'justify-content', 'gap', 'order'],
  ...[
    'grid-template-columns',
    'grid-template-rows',
    'grid-area',
    'transform',
    'transition',
    'animation-name',
  ],
  ...['cursor', 'pointer-events', 'list-style-type', 'object-fit', 'aspect-ratio'],
]

/** Against an element of the same kind that no sheet of the page reaches. */
function stylesOf(element: Element): readonly string[] {
  if (!isHtmlElement(element)) return []
  const host = document.createElement('div')
  host.style.cssText = 'all: initial; position: fixed; visibility: hidden; pointer-events: none'
  const plain = document.createElement(element.localName)
  host.attachShadow({ mode: 'open' }).append(plain)
  document.documentElement.append(host)
  try {
    const [own, usual] = [getComputedStyle(element), getComputedStyle(plain)]
    return PROPERTIES.filter(
      // A hidden host: what is inherited of that is no style of the element's.
      (name) =>
        name !== 'visibility' &&
        name !== 'pointer-events' &&
        own.getPropertyValue(name) !== usual.getPropertyValue(name),
    )
      .slice(0, PICKED_STYLES)
      .map((name) => `${name}: ${inOneLine(own.getPropertyValue(name), 200)}`)
  } finally {
    host.remove()
  }
}

/** Source location that a framework's development build records, from the nearest element that has one. */
function sourceOf(element: Element): string | undefined {
  for (let at: Element | undefined = element; at; at = parentOf(at)) {
    const found = svelteSource(at) ?? reactSource(at) ?? vueSource(at) ?? markedSource(at)
    if (found !== undefined) return inOneLine(found, 300)
  }
  return undefined
}

function svelteSource(element: Element): string | undefined {
  const { file, line, column } = field(field(element, '__svelte_meta'), 'loc')
  return typeof file === 'string' ? place(file, line, column) : undefined
}

function reactSource(element: Element): string | undefined {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'))
  const { fileName, lineNumber, columnNumber } = field(
    key === undefined ? {} : field(element, key),
    '_debugSource',
  )
  return typeof fileName === 'string' ? place(fileName, lineNumber, columnNumber) : undefined
}

function vueSource(element: Element): string | undefined {
  const file = field(field(element, '__vueParentComponent'), 'type')['__file']
  return typeof file === 'string' ? file : undefined
}

/** Written by inspectors of build tools. */
function markedSource(element: Element): string | undefined {
  for (const name of ['data-v-inspector', 'data-source', 'data-source-loc', 'data-loc', 'data-insp-path'])
    if (element.hasAttribute(name)) return element.getAttribute(name) ?? undefined
  return undefined
}

function place(file: string, line: unknown, column: unknown): string {
  return [file, line, column].filter((part) => typeof part === 'string' || typeof part === 'number').join(':')
}

function field(value: object, name: string): Partial<Record<string, unknown>> {
  const found: unknown = Reflect.get(value, name)
  return typeof found === 'object' && found !== null ? found : {}
}
