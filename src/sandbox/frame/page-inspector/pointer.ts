/** A pointer's events, as a browser sends them; what a page does only for a person's own hand, it does not do for these. */
import { contains, isHtml, isHtmlElement, parentOf, viewOf } from './dom.ts'
import { quote, reach, Refusal, wordsFor } from './target.ts'

/** Says what was done. */
export function click(element: Element): string {
  const words = wordsFor(element)
  const link = element.closest('a[target]:not([target="_self"], [target=""])')
  if (link && isHtml(link, 'a') && link.href !== '')
    throw new Refusal(
      `${words} opens in a tab of its own, which the preview cannot. Open its address instead: ${quote(link.getAttribute('href') ?? '')}.`,
    )
  if (isHtml(element, 'input') && element.type === 'file')
    throw new Refusal(
      'A file is chosen by a person only. Test what comes after it another way, e.g. with evaluate.',
    )
  if (isHtml(element, 'select')) throw new Refusal(`${words} is chosen from with the action select.`)
  const { hit, point } = reach(element)
  const send = sender(hit, point)
  enter(hit, send)
  send('pointerdown', { button: 0, buttons: 1 })
  if (send('mousedown', { button: 0, buttons: 1, detail: 1 })) focusAt(hit)
  send('pointerup', { button: 0, buttons: 0 })
  send('mouseup', { button: 0, buttons: 0, detail: 1 })
  // The press may have removed the element from the page.
  if (hit.isConnected) send('click', { button: 0, buttons: 0, detail: 1 })
  return `Clicked ${words}.`
}

export function hover(element: Element): string {
  const words = wordsFor(element)
  const { hit, point } = reach(element)
  enter(hit, sender(hit, point))
  return `Moved the pointer onto ${words}. Only scripts notice it: styles for :hover do not show.`
}

type Send = (type: string, how?: MouseEventInit) => boolean

/** Tells whether the page lets the browser go on. */
function sender(target: Element, { x, y }: { readonly x: number; readonly y: number }): Send {
  const view = viewOf(target)
  return (type, how = {}) => {
    const stays = /enter|leave/.test(type)
    const init = { bubbles: !stays, cancelable: !stays, composed: true, clientX: x, clientY: y, view, ...how }
    const Kind = type.startsWith('pointer') ? view.PointerEvent : view.MouseEvent
    return target.dispatchEvent(
      new Kind(type, { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true }),
    )
  }
}

function enter(hit: Element, send: Send): void {
  send('pointerover')
  const around: Element[] = []
  for (let at: Element | undefined = hit; at; at = parentOf(at)) around.unshift(at)
  for (const element of around)
    element.dispatchEvent(new (viewOf(element).PointerEvent)('pointerenter', { pointerType: 'mouse' }))
  send('mouseover')
  for (const element of around) element.dispatchEvent(new (viewOf(element).MouseEvent)('mouseenter'))
  send('pointermove')
  send('mousemove')
}

/** As a press does: the next thing around that takes the focus has it, or nothing. */
function focusAt(hit: Element): void {
  for (let at: Element | undefined = hit; at; at = parentOf(at)) {
    const root = at.getRootNode()
    if (!isHtmlElement(at)) continue
    if (at.tabIndex >= 0) {
      at.focus({ preventScroll: true })
      const focused = 'activeElement' in root ? root.activeElement : null
      if (focused === at) return
    }
    if (isHtml(at, 'label') && at.control && contains(at, hit)) return
  }
  const { activeElement } = hit.ownerDocument
  if (activeElement && isHtmlElement(activeElement)) activeElement.blur()
}
