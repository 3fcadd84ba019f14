/** The person points at an element: with the pointer, or with the arrow keys and Enter. Escape ends it. */
import type { PageDone } from '../../page/page-act.ts'
import { describeElement } from './describe.ts'
import { childrenOf, isElement, isShown, parentOf } from './dom.ts'
import { wordsFor } from './target.ts'

type Picked = Pick<PageDone, 'ok' | 'text' | 'picked'>

/** Events of the pointer that the page must not hear while somebody picks. */
const SILENCED = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'touchstart',
  'touchend',
  'dblclick',
  'contextmenu',
]

export function pick(signal: AbortSignal): Promise<Picked> {
  const outline = new Outline()
  const own = new AbortController()
  return new Promise((resolve) => {
    let current: Element | undefined
    const end = (picked: Picked): void => {
      own.abort()
      outline.remove()
      resolve(picked)
    }
    const show = (element: Element | undefined): void => {
      current = element
      outline.show(element)
    }
    const stop = () => end({ ok: false, text: 'Nothing was picked.' })
    const take = () => {
      if (!current) return
      const picked = describeElement(current)
      end({ ok: true, text: wordsFor(current), picked })
    }
    const hear = <Name extends keyof WindowEventMap>(
      name: Name,
      answer: (event: WindowEventMap[Name]) => void,
    ) =>
      window.addEventListener(name, (event) => byPerson(event) && answer(event), {
        capture: true,
        passive: false,
        signal: own.signal,
      })
    hear('mousemove', (event) => show(elementAt(event, outline)))
    hear('click', (event) => {
      silence(event)
      show(elementAt(event, outline) ?? current)
      take()
    })
    for (const name of SILENCED)
      window.addEventListener(name, silence, { capture: true, passive: false, signal: own.signal })
    hear('keydown', (event) => {
      silence(event)
      if (event.key === 'Escape') stop()
      else if (event.key === 'Enter' || event.key === ' ') take()
      else if (event.key.startsWith('Arrow')) show(beside(current, event.key) ?? current)
    })
    hear('scroll', () => outline.show(current))
    hear('resize', () => outline.show(current))
    hear('pagehide', stop)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { signal: own.signal })
    window.focus()
    show(beginning())
  })
}

/** Events that a script makes, the page's or the agent's, pick nothing and go where they went. */
function byPerson({ isTrusted }: Event): boolean {
  return isTrusted
}

function silence(event: Event): void {
  if (!byPerson(event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Somewhere for the keyboard to begin. */
function beginning(): Element | undefined {
  const { activeElement, body } = document
  return activeElement && activeElement !== body ? activeElement : (firstInside(body) ?? undefined)
}

function elementAt({ clientX, clientY }: MouseEvent, outline: Outline): Element | undefined {
  let hit = document.elementFromPoint(clientX, clientY)
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(clientX, clientY)
    if (!inner || inner === hit) break
    hit = inner
  }
  return hit && !outline.is(hit) ? hit : undefined
}

/** Up: what it is in; down: the first thing in it; left and right: what is beside it. */
function beside(element: Element | undefined, key: string): Element | undefined {
  if (!element) return beginning()
  if (key === 'ArrowUp') {
    const parent = parentOf(element)
    return parent === document.documentElement ? undefined : parent
  }
  if (key === 'ArrowDown') return firstInside(element)
  const parent = parentOf(element)
  const all = parent ? shownIn(parent) : []
  return all[all.indexOf(element) + (key === 'ArrowLeft' ? -1 : 1)]
}

function firstInside(element: Element | null): Element | undefined {
  return element ? shownIn(element)[0] : undefined
}

function shownIn(element: Element): readonly Element[] {
  return childrenOf(element).filter((child): child is Element => isElement(child) && isShown(child))
}

/** Drawn over the page, in a root that its sheets do not reach. */
class Outline {
  readonly #host = document.createElement('div')
  readonly #box = document.createElement('div')
  readonly #label = document.createElement('div')

  constructor() {
    this.#host.style.cssText =
      'all: initial; position: fixed; inset: 0; z-index: 2147483647; pointer-events: none'
    this.#host.setAttribute('aria-live', 'polite')
    this.#box.style.cssText =
      'position: fixed; box-sizing: border-box; border: 2px solid #2563eb; background: rgb(37 99 235 / 0.15); border-radius: 2px'
    this.#label.style.cssText =
      'position: fixed; max-width: 90vw; padding: 2px 6px; border-radius: 3px; background: #1e3a8a; color: #fff; ' +
      'font: 12px/1.5 system-ui, sans-serif; white-space: nowrap; overflow: hidden; text-overflow: ellipsis'
    this.#host.attachShadow({ mode: 'open' }).append(this.#box, this.#label)
    document.documentElement.append(this.#host)
  }

  show(element: Element | undefined): void {
    this.#box.hidden = this.#label.hidden = !element
    if (!element) return
    const { left, top, width, height, bottom } = element.getBoundingClientRect()
    Object.assign(this.#box.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    })
    this.#label.textContent = `${wordsFor(element)} · ${Math.round(width)} × ${Math.round(height)}`
    const below = bottom + 24 < innerHeight
    const y = below ? bottom + 2 : Math.max(0, top - 24)
    Object.assign(this.#label.style, { left: `${Math.max(0, left)}px`, top: `${y}px` })
  }

  is(element: Element): boolean {
    return element === this.#host
  }

  remove(): void {
    this.#host.remove()
  }
}
