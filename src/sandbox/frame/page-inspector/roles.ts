/** Accessible role, name and states of an element. */
import { computeAccessibleName, getRole } from 'dom-accessibility-api'
import { PAGE_NAME_CHARS } from '../../contract/limits.ts'
import { inOneLine, isEditable, isHtml, isHtmlElement, isTextField, parentOf, viewOf } from './dom.ts'

/** Roles that somebody acts on. */
const INTERACTIVE: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'gridcell',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'scrollbar',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
])
/** Roles whose name is what is in them. */
const NAMED_BY_CONTENT: ReadonlySet<string> = new Set([
  ...[
    'button',
    'checkbox',
    'heading',
    'link',
    'menuitem',
    'menuitemcheckbox',
    'menuitemradio',
    'option',
    'radio',
  ],
  ...['switch', 'tab', 'tooltip', 'treeitem'],
])
/** They say nothing by themselves: only what is in them counts. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  ...['presentation', 'none', 'generic', 'document', 'rowgroup', 'paragraph', 'legend', 'caption', 'label'],
  ...['strong', 'emphasis', 'code', 'subscript', 'superscript', 'insertion', 'deletion', 'text'],
])
/** Landmarks only where they have a name, or stand for the whole page. */
const NAMED_LANDMARKS: ReadonlySet<string> = new Set(['region', 'form', 'group'])
const PAGE_LANDMARKS: ReadonlySet<string> = new Set(['banner', 'contentinfo'])
/** Fields that the specification gives no role. */
const FIELDS: Readonly<Record<string, string>> = { password: 'textbox', file: 'button', color: 'button' }

/** Elements without a role that are listed all the same. */
const SHOWN_AS: ReadonlySet<string> = new Set(['iframe', 'canvas', 'video', 'audio'])

/** Undefined where the element is nothing but a place for what is in it. */
export function roleOf(element: Element): string | undefined {
  const role = (isHtmlElement(element) ? ownRole(element) : undefined) ?? getRole(element) ?? undefined
  if (role === undefined || !/^[a-z]{2,30}$/.test(role) || SAYS_NOTHING.has(role)) return undefined
  if (NAMED_LANDMARKS.has(role) && !isHtml(element, 'fieldset') && !hasOwnName(element)) return undefined
  if (PAGE_LANDMARKS.has(role) && !element.hasAttribute('role') && isInSection(element)) return undefined
  return role
}

function ownRole(element: HTMLElement): string | undefined {
  if (element.hasAttribute('role')) return undefined
  if (isHtml(element, 'input')) {
    if (element.type === 'hidden') return 'none'
    return FIELDS[element.type] ?? (getRole(element) === null ? 'textbox' : undefined)
  }
  if (SHOWN_AS.has(element.localName)) return element.localName
  return isEditable(element) ? 'textbox' : undefined
}

/** Cut, in one line; empty where it has none. */
export function nameOf(element: Element, role: string): string {
  if (isHtml(element, 'fieldset') || isHtml(element, 'table'))
    return inOneLine(captionOf(element), PAGE_NAME_CHARS)
  if (!NAMED_BY_CONTENT.has(role) && !INTERACTIVE.has(role) && !hasOwnName(element)) return ''
  return inOneLine(computeAccessibleName(element), PAGE_NAME_CHARS)
}

function captionOf(element: HTMLFieldSetElement | HTMLTableElement): string {
  return hasOwnName(element)
    ? computeAccessibleName(element)
    : (element.querySelector(':scope > legend, :scope > caption')?.textContent ?? '')
}

export function isNamedByContent(role: string): boolean {
  return NAMED_BY_CONTENT.has(role)
}

/** Whether an action on it may do something. */
export function isInteractive(element: Element, role: string | undefined): boolean {
  if (role !== undefined && INTERACTIVE.has(role)) return true
  if (role === 'iframe' || isHtml(element, 'summary')) return true
  if (isHtmlElement(element) && element.tabIndex >= 0 && element.hasAttribute('tabindex')) return true
  return looksClickable(element)
}

/** The hand of the pointer begins at it. */
function looksClickable(element: Element): boolean {
  if (element.hasAttribute('onclick')) return true
  if (element.localName === 'body' || element.localName === 'label') return false
  const cursorOf = (one: Element) => viewOf(one).getComputedStyle(one).cursor
  const parent = parentOf(element)
  return cursorOf(element) === 'pointer' && (!parent || cursorOf(parent) !== 'pointer')
}

/** `checked`, `level=2`, in a fixed order. */
export function statesOf(element: Element, role: string): readonly string[] {
  const states: string[] = []
  const aria = (name: string) => element.getAttribute(`aria-${name}`)
  const flag = (name: string, is: boolean) => void (is && states.push(name))
  const level = /^h([1-6])$/.exec(element.localName)?.[1] ?? aria('level')
  if (role === 'heading' && level !== null) states.push(`level=${inOneLine(level, 3)}`)
  const isBox = isHtml(element, 'input') && (element.type === 'checkbox' || element.type === 'radio')
  if ((isBox && element.indeterminate) || aria('checked') === 'mixed') states.push('checked=mixed')
  else flag('checked', isBox ? element.checked : aria('checked') === 'true')
  flag('selected', aria('selected') === 'true')
  flag('pressed', aria('pressed') === 'true')
  const expanded = isHtml(element, 'summary') ? String(isOpen(element)) : aria('expanded')
  if (expanded === 'true') states.push('expanded')
  if (expanded === 'false') states.push('collapsed')
  const current = aria('current')
  flag('current', current !== null && current !== 'false' && current !== '')
  flag('disabled', isDisabled(element))
  flag('required', aria('required') === 'true' || element.matches(':required'))
  flag('readonly', aria('readonly') === 'true' || (isTextField(element) && element.readOnly))
  flag('invalid', aria('invalid') === 'true' || element.matches(':user-invalid'))
  if (isHtml(element, 'input') && !PLAIN_FIELDS.has(element.type)) states.push(`type=${element.type}`)
  flag('focused', element === focusIn(element))
  return states
}

const PLAIN_FIELDS: ReadonlySet<string> = new Set([
  ...['text', 'checkbox', 'radio', 'submit', 'button', 'reset', 'search', 'number', 'range', 'image'],
])

export function isDisabled(element: Element): boolean {
  return element.matches(':disabled') || element.closest('[aria-disabled="true"], [inert]') !== null
}

function isOpen(summary: Element): boolean {
  return summary.parentElement?.hasAttribute('open') === true
}

function focusIn(element: Element): Element | null {
  const root = element.getRootNode()
  return 'activeElement' in root && root.activeElement !== element.ownerDocument.body
    ? (root.activeElement as Element | null) // A document's or a shadow root's: both have it as this.
    : null
}

function hasOwnName(element: Element): boolean {
  return ['aria-label', 'aria-labelledby', 'title', 'alt'].some(
    (name) => (element.getAttribute(name) ?? '') !== '',
  )
}

function isInSection(element: Element): boolean {
  return element.closest('article, aside, main, nav, section') !== null
}
