/** A key as a browser would take it: its events, then what browsers do with it where the page does not keep them from it. */
import { contains, isEditable, isHtml, isHtmlElement, isShown, isTextField, scopesOf, viewOf } from './dom.ts'
import { putValue } from './fields.ts'
import { isDisabled } from './roles.ts'
import { quote, Refusal, wordsFor } from './target.ts'
import { PAGE_SNAPSHOT_NODES } from '../../contract/limits.ts'

const MODIFIERS = {
  Control: 'ctrlKey',
  Ctrl: 'ctrlKey',
  Shift: 'shiftKey',
  Alt: 'altKey',
  Meta: 'metaKey',
} as const
const NAMED: ReadonlySet<string> = new Set([
  ...['Enter', 'Tab', 'Escape', 'Backspace', 'Delete', 'Home', 'End', 'PageUp', 'PageDown', 'Insert'],
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
  ...Array.from({ length: 12 }, (_, at) => `F${at + 1}`),
])

interface Pressed {
  readonly key: string
  readonly code: string
  readonly modifiers: Readonly<Partial<Record<(typeof MODIFIERS)[keyof typeof MODIFIERS], boolean>>>
}

/** Says what was done, and what the browser's own part of it was. */
export function press(target: Element | undefined, text: string): string {
  const pressed = parseKey(text)
  if (target && isDisabled(target)) throw new Refusal(`${wordsFor(target)} is disabled.`)
  if (target && isHtmlElement(target)) target.focus()
  const element = focused()
  if (target && !contains(target, element)) throw new Refusal(`${wordsFor(target)} does not take the focus.`)
  const words = wordsFor(element)
  const send = (type: string) =>
    element.dispatchEvent(
      new (viewOf(element).KeyboardEvent)(type, {
        key: pressed.key,
        code: pressed.code,
        ...pressed.modifiers,
        bubbles: true,
        cancelable: true,
        composed: true,
      }),
    )
  const goesOn = send('keydown') && (!isTyped(pressed) || send('keypress'))
  const done = goesOn ? doDefault(element, pressed) : ' The page did with it what it wanted.'
  if (element.isConnected) send('keyup')
  return `Pressed ${text} in ${words}.${done}`
}

function parseKey(text: string): Pressed {
  const parts = text.split(/(?<=.)\+/)
  const name = parts.pop() ?? ''
  const modifiers: Record<string, boolean> = {}
  for (const part of parts) {
    const modifier = Object.entries(MODIFIERS).find(
      ([known]) => known.toLowerCase() === part.trim().toLowerCase(),
    )
    if (!modifier)
      throw new Refusal(`${quote(text)} is no key: ${quote(part)} is not one of Control, Shift, Alt, Meta.`)
    modifiers[modifier[1]] = true
  }
  const named = [...NAMED].find((known) => known.toLowerCase() === name.toLowerCase())
  const key = named ?? (/^space$/i.test(name) ? ' ' : name)
  if (named === undefined && [...key].length !== 1)
    throw new Refusal(
      `${quote(text)} is no key. Give one character, or e.g. Enter, Tab, Escape, ArrowDown, Control+a. Text goes in with fill.`,
    )
  return { key, code: codeOf(key), modifiers }
}

function codeOf(key: string): string {
  if (key === ' ') return 'Space'
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`
  return /^\d$/.test(key) ? `Digit${key}` : NAMED.has(key) ? key : ''
}

function isTyped({ key, modifiers }: Pressed): boolean {
  return (
    (key === 'Enter' || [...key].length === 1) &&
    !modifiers.ctrlKey &&
    !modifiers.metaKey &&
    !modifiers.altKey
  )
}

/** Through shadow roots and frames. */
function focused(): Element {
  let element: Element = document.activeElement ?? document.body
  for (;;) {
    const framed = isHtml(element, 'iframe') ? element.contentDocument?.activeElement : undefined
    const inner = element.shadowRoot?.activeElement ?? framed
    if (!inner) return element
    element = inner
  }
}

/** Performs the browser's default action for a key that no listener prevented; returns its description. */
function doDefault(element: Element, pressed: Pressed): string {
  const { key, modifiers } = pressed
  if (key === 'Tab') return moveFocus(element, modifiers.shiftKey === true)
  if (key === 'Escape') return closeDialog(element)
  if (isTextField(element) && !NOT_TYPED.has(element.type)) return editField(element, pressed)
  if (isEditable(element)) return editRegion(element, pressed)
  if (key === 'Enter' || key === ' ') return activate(element, key)
  if (key.startsWith('Arrow') && (isHtml(element, 'select') || isHtml(element, 'input')))
    return step(element, key)
  return ''
}

const NOT_TYPED: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'submit',
  'button',
  'reset',
  'image',
  'file',
  'range',
  'color',
])

function editField(field: HTMLInputElement | HTMLTextAreaElement, { key, modifiers }: Pressed): string {
  const isLine = isHtml(field, 'input')
  if (key === 'Enter' && isLine) return submit(field)
  if (modifiers.ctrlKey || modifiers.metaKey) {
    if (key.toLowerCase() !== 'a') return ''
    field.select()
    return ' All of it is selected.'
  }
  if (field.readOnly) return ''
  // A number's field does not say where its caret is.
  const start = field.selectionStart ?? field.value.length
  const end = field.selectionEnd ?? field.value.length
  const put = (text: string, from: number, to: number, inputType: string) => {
    putValue(field, field.value.slice(0, from) + text + field.value.slice(to), inputType)
    if (field.selectionStart !== null) field.setSelectionRange(from + text.length, from + text.length)
    return ` It holds ${quote(field.type === 'password' ? '•'.repeat(field.value.length) : field.value)} now.`
  }
  if (key === 'Backspace')
    return put('', start === end ? Math.max(0, start - 1) : start, end, 'deleteContentBackward')
  if (key === 'Delete') return put('', start, start === end ? end + 1 : end, 'deleteContentForward')
  const text = key === 'Enter' ? '\n' : key
  return [...text].length === 1 ? put(text, start, end, 'insertText') : ''
}

function editRegion(region: Element, { key, modifiers }: Pressed): string {
  const run = (command: string, text?: string) => void region.ownerDocument.execCommand(command, false, text)
  if (modifiers.ctrlKey || modifiers.metaKey) {
    if (key.toLowerCase() === 'a') run('selectAll')
  } else if (key === 'Backspace') run('delete')
  else if (key === 'Delete') run('forwardDelete')
  else if (key === 'Enter') run('insertParagraph')
  else if ([...key].length === 1) run('insertText', key)
  return ''
}

function activate(element: Element, key: string): string {
  const clicks =
    isHtml(element, 'button') ||
    isHtml(element, 'summary') ||
    (isHtml(element, 'input') && element.type !== 'range') ||
    (key === 'Enter' && isHtml(element, 'a') && element.href !== '')
  if (!clicks) return ''
  if (isHtml(element, 'input') && key === 'Enter' && /^(checkbox|radio)$/.test(element.type))
    return submit(element)
  element.click()
  return ' That activates it.'
}

/** A form is sent by its first button that sends. */
function submit(field: HTMLInputElement): string {
  const { form } = field
  field.dispatchEvent(new (viewOf(field).Event)('change', { bubbles: true }))
  if (!form) return ''
  const buttons = [...form.elements].filter(
    (one): one is HTMLButtonElement | HTMLInputElement =>
      (isHtml(one, 'button') || isHtml(one, 'input')) && (one.type === 'submit' || one.type === 'image'),
  )
  const [button] = buttons
  if (button?.disabled === true) return ' The button that sends its form is disabled.'
  const invalid = [...form.elements].find((one) => one.matches(':invalid'))
  if (button) button.click()
  else form.requestSubmit()
  if (invalid && !form.noValidate) return ` Its form was not sent: ${wordsFor(invalid)} is not valid.`
  return ' Its form was sent.'
}

function step(element: HTMLSelectElement | HTMLInputElement, key: string): string {
  const isUp = key === 'ArrowUp' || key === 'ArrowRight'
  const view = viewOf(element)
  if (isHtml(element, 'select')) {
    const next = element.selectedIndex + (key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1)
    if (next < 0 || next >= element.options.length) return ''
    element.selectedIndex = next
  } else if (element.type === 'range' || element.type === 'number') {
    if (isUp) element.stepUp()
    else element.stepDown()
  } else return ''
  element.dispatchEvent(new view.Event('input', { bubbles: true }))
  element.dispatchEvent(new view.Event('change', { bubbles: true }))
  return ` It holds ${quote(element.value)} now.`
}

function closeDialog(element: Element): string {
  const open = [...element.ownerDocument.querySelectorAll('dialog:modal')].at(-1)
  if (!open || !isHtml(open, 'dialog')) return ''
  const goesOn = open.dispatchEvent(new (viewOf(open).Event)('cancel', { cancelable: true }))
  if (goesOn) open.close()
  return goesOn ? ' That closes the dialog.' : ' The dialog does not let itself be closed so.'
}

/** Positive ones first, then in the order of the page. A modal dialog keeps the focus. */
function moveFocus(from: Element, isBack: boolean): string {
  const all: HTMLElement[] = []
  for (const scope of scopesOf(PAGE_SNAPSHOT_NODES))
    for (const element of scope.querySelectorAll('*'))
      if (isHtmlElement(element) && element.tabIndex >= 0 && takesFocus(element)) all.push(element)
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  const within = modal ? all.filter((element) => contains(modal, element)) : all
  const rank = ({ tabIndex }: HTMLElement) => (tabIndex > 0 ? tabIndex : Infinity)
  const order = within.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
  const at = order.findIndex((element) => element === from)
  const next = order.at(isBack ? (at < 0 ? -1 : at - 1) : (at + 1) % Math.max(1, order.length))
  if (!next) return ' There is nothing that takes the focus.'
  next.focus()
  return ` The focus is on ${wordsFor(next)} now.`
}

function takesFocus(element: HTMLElement): boolean {
  return (
    !isDisabled(element) &&
    isShown(element) &&
    (element.hasAttribute('tabindex') ||
      element.matches(
        'a[href], area[href], button, input, select, textarea, summary, iframe, audio[controls], video[controls], [contenteditable]',
      ))
  )
}
