/** How much of a growing block is finished: where drawing goes on when more of it comes. */
import { GROWING_CELLS } from '../../limits.ts'
import { parseMarkdown } from '../markdown/markdown.ts'
import { elementsOf, insideOf, isList, isLoose, tableRows, type TokenGroup } from './token-groups.ts'

/**
 * Lines at the end that may still change where an element above them begins: a line is another until it is whole, and a table is
 * one by its second line.
 */
const OPEN_LINES = 2

/** A marker and something behind it that is in no rule. */
const ITEM = /^[ \t]*(?:[-*+]|\d+[.)])[ \t].*[^-*_\s]/
/** Without one, no paragraph of a list shows as such. */
const EMPTY_LINE = /\n[ \t]*\n/

/** The place from which drawing goes on. */
export interface Place {
  /** In the text, where a line begins. */
  readonly offset: number
  /** The last node of the block that stays; null when none does. */
  readonly after: ChildNode | null
  /** The element for the first drawn nodes; undefined when they go into the block. */
  readonly open?: OpenElement | undefined
}

/** A list or a table's body that is as long as its text goes on. */
export interface OpenElement {
  readonly element: Element
  /** The last node of it that stays. */
  readonly after: ChildNode | null
  /** The two lines that make a table of the others; '' for a list. */
  readonly head: string
  /** Whether paragraphs show as such in a list's items: as its finished items have it, and as they are drawn. */
  readonly isLoose: boolean
  readonly isDrawnLoose: boolean
  /** The place from which all of it is drawn again. */
  readonly start: Place
}

/** The text from a place on. */
export interface Tail {
  readonly place: Place
  /** With the head of an open table. */
  readonly text: string
  readonly groups: readonly TokenGroup[]
}

/** Offset of an element of the tail in the whole text. */
export function offsetOf(tail: Tail, { line }: TokenGroup): number {
  const { offset, open } = tail.place
  return offset - (open?.head.length ?? 0) + lineStart(tail.text, line ?? 0)
}

/**
 * The last element whose beginning is sure, or the last such part of it where it is a list or a table. `drawn` are the nodes of the
 * tail's elements.
 */
export function nextPlace(tail: Tail, drawn: readonly (readonly ChildNode[])[]): Place {
  const { place, groups } = tail
  const index = groups.findLastIndex((group, at) => (place.open && at === 0) || isSure(tail, group))
  const [group, nodes] = [groups[index], drawn[index]]
  if (!group || !nodes) return place
  if (place.open && index === 0) {
    const elements = nodes.filter((node) => node instanceof Element)
    return insideOfElement({ tail, group, open: place.open, elements, after: place.after }) ?? place
  }
  const here: Place = { offset: offsetOf(tail, group), after: nodes[0]?.previousSibling ?? null }
  const element = nodes.find((node) => node instanceof Element)
  const body = isList(group) ? element : isTable(group) ? element?.querySelector('tbody') : undefined
  if (!body) return here
  const open: OpenElement = {
    element: body,
    after: null,
    head: isList(group) ? '' : twoLines(tail, group),
    isLoose: false,
    isDrawnLoose: isLoose(group) === true,
    start: here,
  }
  const after = nodes.at(-1) ?? null
  return insideOfElement({ tail, group, open, elements: [...body.children], after }) ?? here
}

interface Inside {
  readonly tail: Tail
  readonly group: TokenGroup
  readonly open: OpenElement
  /** Drawn elements of the group's items or rows. */
  readonly elements: readonly Element[]
  /** The last node of the group in the block. */
  readonly after: ChildNode | null
}

/** Undefined when nothing of it but its beginning is sure. */
function insideOfElement({ tail, group, open, elements, after }: Inside): Place | undefined {
  const parts = isList(group) ? elementsOf(insideOf(group)) : tableRows(group)
  const index = parts.findLastIndex((part) => (isList(group) ? isItem(tail, part) : isSure(tail, part)))
  const [part, element] = [parts[index], elements[index]]
  if (index < 1 || !part || !element) return undefined
  if (!isList(group) && open.element.querySelectorAll('td').length > GROWING_CELLS) return undefined
  const loose = isList(group) ? isLooseUntil(tail, group, part) : false
  if (loose === undefined) return undefined
  return {
    offset: offsetOf(tail, part),
    after,
    open: { ...open, after: element.previousSibling, isLoose: open.isLoose || loose },
  }
}

/** Looseness of the items before `item` only: its further lines may still change it. */
function isLooseUntil({ text }: Tail, list: TokenGroup, item: TokenGroup): boolean | undefined {
  const until = text.slice(lineStart(text, list.line ?? 0), lineStart(text, (item.line ?? 0) + 1))
  if (!EMPTY_LINE.test(until)) return false
  const [sure] = elementsOf(parseMarkdown(until).tokens)
  return sure && isList(sure) ? isLoose(sure) : undefined
}

/** Whether what is taken for an item further down in a list is one, however its line ends: it may be the first half of a rule. */
function isItem({ text }: Tail, { line }: TokenGroup): boolean {
  return line !== undefined && ITEM.test(text.slice(lineStart(text, line), lineStart(text, line + 1)))
}

function isSure({ text }: Tail, { line }: TokenGroup): boolean {
  return line !== undefined && lineStart(text, line + OPEN_LINES) <= text.length
}

function isTable({ tokens }: TokenGroup): boolean {
  return tokens[0]?.type === 'table_open'
}

function twoLines({ text }: Tail, { line = 0 }: TokenGroup): string {
  return text.slice(lineStart(text, line), lineStart(text, line + 2))
}

/** More than the text's length when it has no such line. */
function lineStart(text: string, line: number): number {
  let at = 0
  for (let left = line; left > 0; left -= 1) {
    const end = text.indexOf('\n', at)
    if (end < 0) return text.length + 1
    at = end + 1
  }
  return at
}
