/** The colours of code that grows: of each step only what it changed is parsed and looked at again. */
import { NodeProp, Tree, TreeFragment, type Parser } from '@lezer/common'
import { classHighlighter, highlightCode } from '@lezer/highlight'

/** A part of a line, with the classes of its colours ('' for none). */
export type ColouredPart = readonly [text: string, classes: string]

export interface ColouredLines {
  /** The first line that may look other than before, from 0. */
  readonly first: number
  /** From there to the end, without their line breaks. */
  readonly lines: readonly (readonly ColouredPart[])[]
}

export class GrowingColours {
  readonly #parser: Parser
  #code = ''
  #tree = Tree.empty

  constructor(parser: Parser) {
    this.#parser = parser
  }

  lines(code: string): ColouredLines {
    const same = commonStart(this.#code, code)
    const change = { fromA: same, toA: this.#code.length, fromB: same, toB: code.length }
    const kept = TreeFragment.applyChanges(TreeFragment.addTree(this.#tree), [change])
    const tree = this.#parser.parse(code, kept)
    const from = Math.min(same, sameUntil(this.#tree, tree))
    this.#code = code
    this.#tree = tree
    return linesFrom(code, tree, from)
  }
}

/** All of it at once. */
export function colouredLines(code: string, parser: Parser): ColouredLines {
  return linesFrom(code, parser.parse(code), 0)
}

/** From the start of the line that `from` is in. */
function linesFrom(code: string, tree: Tree, from: number): ColouredLines {
  const start = code.lastIndexOf('\n', from - 1) + 1
  const lines: ColouredPart[][] = [[]]
  const put = (text: string, classes: string) => lines.at(-1)?.push([text, classes])
  highlightCode(code, tree, classHighlighter, put, () => lines.push([]), from === 0 ? 0 : start)
  return { first: from === 0 ? 0 : code.slice(0, start).split('\n').length - 1, lines }
}

function commonStart(a: string, b: string): number {
  if (b.startsWith(a)) return a.length
  let same = 0
  while (same < a.length && a[same] === b[same]) same += 1
  return same
}

/** Up to where two trees have the same nodes: a parser takes over the nodes that it need not parse again. */
function sameUntil(a: Tree, b: Tree): number {
  if (a.type !== b.type) return 0
  for (let index = 0; ; index += 1) {
    const [one, other] = [a.children[index], b.children[index]]
    const [at, otherAt] = [a.positions[index], b.positions[index]]
    if (one === undefined || other === undefined || at === undefined || at !== otherAt)
      return Math.min(at ?? a.length, otherAt ?? b.length)
    if (one === other) continue
    // Another language inside has a tree of its own.
    const isPlain = one instanceof Tree && other instanceof Tree && !isMounted(one) && !isMounted(other)
    return isPlain ? at + sameUntil(one, other) : at
  }
}

function isMounted(tree: Tree): boolean {
  return tree.prop(NodeProp.mounted) !== undefined
}
