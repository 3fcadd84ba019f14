/** The element that an action is for, and whether a person could act on it. */
import { PAGE_NAME_CHARS, PAGE_SNAPSHOT_NODES } from '../../contract/limits.ts'
import { contains, inOneLine, isHtml, isShown, parentOf, scopesOf, viewOf } from './dom.ts'
import type { Refs } from './refs.ts'
import { isDisabled, nameOf, roleOf } from './roles.ts'

/** An action that cannot be done: what was tried, and what to do instead. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

const REF = /^(?:\[?ref=|@)?(e\d{1,9})\]?$/

export function findTarget(target: string, refs: Refs): Element {
  const ref = REF.exec(target.trim())?.[1]
  if (ref === undefined) return findSelector(target)
  const { element, isOld } = refs.find(ref)
  if (element) return element
  const why = isOld ? 'it is of a page that was there before this one' : 'it is not on the page any more'
  throw new Refusal(`There is no ${ref}: ${why}. Take a snapshot and use a ref of that.`)
}

function findSelector(selector: string): Element {
  const found: Element[] = []
  try {
    for (const scope of scopesOf(PAGE_SNAPSHOT_NODES)) found.push(...scope.querySelectorAll(selector))
  } catch {
    throw new Refusal(
      `${quote(selector)} is neither a ref like e12 nor a CSS selector. Take a snapshot and use a ref of that.`,
    )
  }
  const shown = found.filter(isShown)
  const [only, ...others] = shown.length > 0 ? shown : found
  if (!only)
    throw new Refusal(
      `Nothing on the page fits the selector ${quote(selector)}. Take a snapshot and use a ref of that.`,
    )
  if (others.length === 0) return only
  throw new Refusal(
    `${others.length + 1} elements fit the selector ${quote(selector)}. Take a snapshot and use a ref, or make the selector fit one.`,
  )
}

/** `button "Save"`, for what is told of an action. */
export function wordsFor(element: Element): string {
  const role = roleOf(element)
  const name = nameOf(element, role ?? 'generic')
  const text = name === '' ? inOneLine(element.textContent ?? '', PAGE_NAME_CHARS / 2) : name
  return `${role ?? `<${element.localName}>`}${text === '' ? '' : ` ${quote(text)}`}`
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Scrolls the element into view; returns the element that a pointer hits there, and the point. */
export function reach(element: Element): { readonly hit: Element; readonly point: Point } {
  usable(element)
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const point = middleOf(element)
  const hit = elementAt(element, point)
  if (!hit) throw new Refusal(`${wordsFor(element)} is outside of what can be scrolled to.`)
  if (!belongs(hit, element)) {
    const cover = coverOf(hit, element)
    throw new Refusal(
      `${wordsFor(element)} is covered by ${wordsFor(cover)}. Close or move that first, or act on what covers it.`,
    )
  }
  return { hit, point }
}

/** Refuses what is out of sight or disabled. */
export function usable(element: Element): void {
  if (isHtml(element, 'option'))
    throw new Refusal('An option is chosen with the action select, on its choice.')
  if (!isShown(element))
    throw new Refusal(`${wordsFor(element)} is hidden. Make it appear first, or act on what shows it.`)
  if (isDisabled(element)) throw new Refusal(`${wordsFor(element)} is disabled. Do first what enables it.`)
}

/** Middle of the element's first box: a link over two lines has nothing in its own middle. */
function middleOf(element: Element): Point {
  const boxes = [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
  const [box = element.getBoundingClientRect()] = boxes
  if (box.width === 0 || box.height === 0)
    throw new Refusal(`${wordsFor(element)} has no size, so that nobody can reach it.`)
  const { innerWidth, innerHeight } = viewOf(element)
  // The part of it that is in view.
  const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2
  const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2
  return { x, y }
}

/** In the element's own frame, through shadow roots. */
function elementAt(element: Element, { x, y }: Point): Element | undefined {
  let hit = element.ownerDocument.elementFromPoint(x, y)
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y)
    if (!inner || inner === hit) break
    hit = inner
  }
  return hit ?? undefined
}

function belongs(hit: Element, element: Element): boolean {
  if (contains(element, hit)) return true
  const label = hit.closest('label')
  if (label && label.control === element) return true
  // A part of a button that pointers pass through.
  return contains(hit, element) && viewOf(element).getComputedStyle(element).pointerEvents === 'none'
}

/** The outermost of what lies over it: a dialog says more than the line of text in it. */
function coverOf(hit: Element, element: Element): Element {
  let cover = hit
  for (let at = parentOf(hit); at && !contains(at, element); at = parentOf(at)) cover = at
  return cover
}

export function quote(text: string): string {
  return JSON.stringify(inOneLine(text, PAGE_NAME_CHARS))
}
