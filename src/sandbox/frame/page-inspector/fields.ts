/** Fields are filled and choices made, with the events that frameworks listen to. */
import { PAGE_NAME_CHARS } from '../../contract/limits.ts'
import { inOneLine, isEditable, isHtml, isHtmlElement, isTextField, parentOf, viewOf } from './dom.ts'
import { quote, Refusal, usable, wordsFor } from './target.ts'

const NOT_TYPED: ReadonlySet<string> = new Set([
  ...['checkbox', 'radio', 'submit', 'button', 'reset', 'image', 'file', 'hidden'],
])

/** The text takes the place of what was there. */
export function fill(element: Element, text: string): string {
  const field = fieldOf(element)
  const words = wordsFor(field)
  usable(field)
  field.scrollIntoView({ block: 'center', behavior: 'instant' })
  field.focus({ preventScroll: true })
  if (!isTextField(field)) return fillRegion(field, text, words)
  if (field.readOnly) throw new Refusal(`${words} can be read only.`)
  const cut = field.maxLength >= 0 ? text.slice(0, field.maxLength) : text
  putValue(field, cut, 'insertReplacementText')
  if (field.value !== cut && !(field instanceof HTMLTextAreaElement)) {
    const like = FORMATS[field.type]
    const hint = like === undefined ? 'The page or the browser changes what is put in.' : `It takes ${like}.`
    throw new Refusal(`${words} did not take ${quote(cut)}, it holds ${quote(field.value)} now. ${hint}`)
  }
  field.dispatchEvent(new (viewOf(field).Event)('change', { bubbles: true }))
  const short = cut === text ? '' : ` It takes at most ${field.maxLength} characters.`
  return `Filled ${words} with ${field.type === 'password' ? `${cut.length} characters` : quote(cut)}.${short}`
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date like 2026-11-23',
  time: 'a time like 14:30',
  'datetime-local': 'a time like 2026-11-23T14:30',
  month: 'a month like 2026-11',
  week: 'a week like 2026-W47',
  number: 'a number',
  range: 'a number within its bounds and steps',
  color: 'a colour like #ff8800',
}

/** The field that a label or a part of an editable region means. */
function fieldOf(element: Element): HTMLElement {
  const control = isHtml(element, 'label') ? element.control : null
  for (let at: Element | undefined = control ?? element; at; at = parentOf(at)) {
    if (isTextField(at) && !NOT_TYPED.has(at.type)) return at
    if (isEditable(at)) return at
    if (isHtmlElement(at) && at.isContentEditable) continue
    break
  }
  const instead = isHtml(element, 'select') ? 'select' : 'click'
  throw new Refusal(
    `${wordsFor(element)} is nothing that text can be put into. Use ${instead} for it, or a ref of a textbox.`,
  )
}

/** Past the page's own property of that name, which frameworks put over it to see what they have set themselves. */
export function putValue(
  field: HTMLInputElement | HTMLTextAreaElement,
  value: string,
  inputType: string,
): void {
  const view = viewOf(field)
  const prototype = isHtml(field, 'input')
    ? view.HTMLInputElement.prototype
    : view.HTMLTextAreaElement.prototype
  const set = Object.getOwnPropertyDescriptor(prototype, 'value')?.set
  const told = { bubbles: true, composed: true, inputType, data: value }
  if (!field.dispatchEvent(new view.InputEvent('beforeinput', { ...told, cancelable: true }))) return
  if (set) set.call(field, value)
  else field.value = value
  field.dispatchEvent(new view.InputEvent('input', told))
}

function fillRegion(region: HTMLElement, text: string, words: string): string {
  const { ownerDocument } = region
  viewOf(region).getSelection()?.selectAllChildren(region)
  // The one way that editors hear as typing.
  const isDone =
    text === '' ? ownerDocument.execCommand('delete') : ownerDocument.execCommand('insertText', false, text)
  if (!isDone && text !== '') throw new Refusal(`${words} did not take the text.`)
  return `Filled ${words} with ${quote(text)}.`
}

/** By its label or its value. */
export function select(element: Element, option: string): string {
  const control = isHtml(element, 'label') ? element.control : element
  if (!control || !isHtml(control, 'select'))
    throw new Refusal(
      `${wordsFor(element)} is no choice of the browser's own: click it, take a snapshot and click the option.`,
    )
  const words = wordsFor(control)
  usable(control)
  const wanted = option.trim()
  const options = [...control.options]
  const found =
    options.find(({ label }) => label.trim() === wanted) ??
    options.find(({ value }) => value === wanted) ??
    options.find(({ label }) => label.trim().toLowerCase() === wanted.toLowerCase())
  if (!found) {
    const offered = options
      .slice(0, 20)
      .map(({ label }) => JSON.stringify(inOneLine(label, PAGE_NAME_CHARS / 2)))
    throw new Refusal(`${words} has no ${quote(option)}. It has ${offered.join(', ')}.`)
  }
  if (found.disabled) throw new Refusal(`${quote(found.label)} of ${words} is disabled.`)
  control.focus({ preventScroll: true })
  if (control.multiple) found.selected = true
  else control.value = found.value
  if (!found.selected) found.selected = true
  const view = viewOf(control)
  control.dispatchEvent(new view.Event('input', { bubbles: true, composed: true }))
  control.dispatchEvent(new view.Event('change', { bubbles: true }))
  return `Chose ${quote(found.label)} in ${words}.`
}
