/**
 * One block of Markdown on the screen while its text grows: what is finished of it stays as it is drawn, and only what may still
 * change is parsed and drawn again. At each moment it shows what the whole text would.
 */
import type { CodeColours } from './highlight.ts'
import {
  cleanNodes,
  isClosedFence,
  parseMarkdown,
  tokensToHtml,
  tokensToNodes,
} from '../markdown/markdown.ts'
import { GrowingCode } from './growing-code.ts'
import { nextPlace, offsetOf, type OpenElement, type Place, type Tail } from './place.ts'
import { redrawAfter, removeAfter } from './redraw.ts'
import {
  elementsOf,
  insideOf,
  isList,
  isLoose,
  makeLoose,
  tableRows,
  type TokenGroup,
} from './token-groups.ts'

interface Code {
  readonly info: string
  readonly view: GrowingCode
}

const START: Place = { offset: 0, after: null }

export class GrowingBlock {
  readonly #box: HTMLElement
  readonly #colours: CodeColours | undefined
  #text = ''
  /** Undefined while the block is drawn as one piece. */
  #place: Place | undefined
  /** By where they begin in the text. */
  #codes = new Map<number, Code>()

  constructor(box: HTMLElement, colours?: CodeColours) {
    this.#box = box
    this.#colours = colours
  }

  update(text: string): void {
    const hasGrown = this.#text !== '' && text.startsWith(this.#text)
    this.#text = text
    // Most texts come whole. A carriage return makes other lines of a text than those that are counted here.
    if (hasGrown && !text.includes('\r')) this.#grow(this.#place ?? START)
    else this.#drawWhole()
  }

  /** Leaves the drawn nodes in place. */
  dispose(): void {
    for (const { view } of this.#codes.values()) view.dispose()
    this.#codes.clear()
  }

  #drawWhole(): void {
    this.dispose()
    this.#place = undefined
    const { tokens } = parseMarkdown(this.#text)
    this.#box.replaceChildren(cleanNodes(tokensToHtml(tokens, this.#colours?.html)))
  }

  #grow(place: Place): void {
    const text = (place.open?.head ?? '') + this.#text.slice(place.offset)
    const { tokens, hasReferences } = parseMarkdown(text)
    const tail: Tail = { place, text, groups: elementsOf(tokens) }
    if (hasReferences || !isInPlace(this.#box, place)) return this.#drawWhole()
    if (place.open && !fits(place.open, tail.groups[0])) return this.#grow(place.open.start)
    const first = this.#codeAt(tail, 0)
    const stays = first?.view.element.parentNode === this.#box
    removeAfter(this.#box, stays ? first.view.element : place.after)
    const drawn = tail.groups.map((group, index) => this.#draw(tail, group, index))
    this.#box.append(...drawn.slice(place.open || stays ? 1 : 0).flat())
    this.#forgetCodes(tail)
    this.#place = nextPlace(tail, drawn)
  }

  /** The nodes of an element; those of an open one are where they belong when this returns. */
  #draw(tail: Tail, group: TokenGroup, index: number): ChildNode[] {
    const { open } = tail.place
    if (open && index === 0) return drawInside(open, group, this.#colours)
    const [token] = group.tokens
    if (token?.type !== 'fence') return tokensToNodes(group.tokens, this.#colours?.html)
    const code = this.#codeAt(tail, index) ?? {
      info: token.info,
      view: new GrowingCode(token.info, this.#colours),
    }
    code.view.update(token.content.replace(/\n$/, ''), isClosedFence(token))
    this.#codes.set(offsetOf(tail, group), code)
    return [code.view.element]
  }

  /** The code that is drawn already for an element of the tail. */
  #codeAt(tail: Tail, index: number): Code | undefined {
    const group = tail.groups[index]
    const token = group?.tokens[0]
    const code = group && token?.type === 'fence' ? this.#codes.get(offsetOf(tail, group)) : undefined
    return code?.info === token?.info ? code : undefined
  }

  /** Drops views of text that was taken for code before its line was whole. */
  #forgetCodes(tail: Tail): void {
    const drawn = new Set(tail.groups.map((group) => offsetOf(tail, group)))
    for (const [offset, { view }] of this.#codes) {
      if (offset < tail.place.offset || (drawn.has(offset) && view.element.parentNode === this.#box)) continue
      view.dispose()
      this.#codes.delete(offset)
    }
  }
}

function isInPlace(box: Element, { after, open }: Place): boolean {
  // Nobody else should touch the nodes, but translators of whole pages do.
  const isThere = (node: ChildNode | null, parent: Element) => node === null || node.parentNode === parent
  return isThere(after, box) && (open === undefined || isThere(open.after, open.element))
}

/** Whether the text still goes on with the open element, and what is drawn of it is still right. */
function fits(open: OpenElement, group: TokenGroup | undefined): boolean {
  if (!group) return false
  if (open.head !== '') return tableRows(group).length > 0
  return isList(group) && (open.isLoose || isLoose(group) === true) === open.isDrawnLoose
}

function drawInside(open: OpenElement, group: TokenGroup, colours: CodeColours | undefined): ChildNode[] {
  if (open.isDrawnLoose) makeLoose(group)
  const nodes =
    open.head === ''
      ? elementsOf(insideOf(group)).flatMap(({ tokens }) => tokensToNodes(tokens, colours?.html))
      : rowNodes(group, colours)
  return redrawAfter(open.element, open.after, nodes)
}

/** Rows alone are none to a parser of HTML. */
function rowNodes(group: TokenGroup, colours: CodeColours | undefined): ChildNode[] {
  const html = tokensToHtml(
    tableRows(group).flatMap(({ tokens }) => tokens),
    colours?.html,
  )
  return [...cleanNodes(`<table><tbody>${html}</tbody></table>`).childNodes].flatMap((table) => [
    ...(table.firstChild?.childNodes ?? []),
  ])
}
