/** A block of code on the screen that grows by lines: those that are drawn stay, with their colours. */
import { CALM_MS, HIGHLIGHT_CHARS } from '../../limits.ts'
import { fenceFile } from '../code/fence-file.ts'
import { CHUNK_CLASS, CHUNK_LINES } from '../code/line-chunks.ts'
import type { CodeColours } from './highlight.ts'
import { cleanNodes, codeHead } from '../markdown/markdown.ts'
import type { ColouredLines, ColouredPart, GrowingColours } from './growing-colours.ts'

interface DrawnLine {
  /** Tells lines that look alike. */
  readonly look: string
  /** With its nodes begins what is drawn of this line and those below; an empty first line has none. */
  readonly node: ChildNode | undefined
}

export class GrowingCode {
  readonly element = document.createElement('div')
  readonly #code = document.createElement('code')
  readonly #colours: CodeColours | undefined
  readonly #language: string
  readonly #info: string
  #growing: GrowingColours | undefined
  #head = ''
  #text = ''
  #lines: DrawnLine[] = []
  #calm: ReturnType<typeof setTimeout> | undefined

  /** `info` is what stands behind the marker of the fence. */
  constructor(info: string, colours?: CodeColours) {
    this.#info = info
    this.#language = fenceFile(info, '').language
    this.#colours = colours
    this.#growing = colours?.growing(this.#language)
    this.element.className = 'code'
    const pre = document.createElement('pre')
    pre.setAttribute('tabindex', '0')
    pre.append(this.#code)
    this.element.append(pre)
  }

  /** `isClosed` when no line comes any more. */
  update(text: string, isClosed: boolean): void {
    const head = codeHead(text, this.#info, isClosed)
    if (head !== this.#head) this.#drawHead(head)
    if (text === this.#text && this.#lines.length > 0) return
    this.#text = text
    if (text.length > HIGHLIGHT_CHARS) this.#growing = undefined
    this.#draw(this.#growing?.lines(text) ?? plainLines(text))
    clearTimeout(this.#calm)
    if (this.#growing) this.#calm = setTimeout(() => this.#check(), CALM_MS)
  }

  dispose(): void {
    clearTimeout(this.#calm)
  }

  #drawHead(head: string): void {
    if (this.#head !== '') this.element.firstElementChild?.remove()
    this.#head = head
    this.element.prepend(cleanNodes(head))
  }

  /** A parser that goes on from half a statement may read it otherwise than one that sees all of it. */
  #check(): void {
    const whole = this.#colours?.lines(this.#text, this.#language)
    if (whole) this.#draw(whole)
  }

  /** From the first line on that looks other than what is drawn. */
  #draw({ first, lines }: ColouredLines): void {
    const looks = lines.map((parts) => parts.map(([text, classes]) => `${classes}\0${text}`).join('\0'))
    let same = 0
    while (same < looks.length && this.#lines[first + same]?.look === looks[same]) same += 1
    this.#cut(first + same)
    // The lines of a box come into the page with it.
    let box: Element | DocumentFragment = this.#lastBox()
    let added = document.createDocumentFragment()
    for (const [index, parts] of lines.entries()) {
      if (index < same) continue
      const line = first + index
      const nodes = lineNodes(parts)
      const isFirstInBox = line > 0 && line % CHUNK_LINES === 0
      const lineBreak = line > 0 ? new Text('\n') : undefined
      if (lineBreak) added.append(lineBreak)
      if (isFirstInBox) {
        box.append(added)
        box = document.createElement('span')
        box.className = CHUNK_CLASS
        this.#code.append(box)
        added = document.createDocumentFragment()
      }
      added.append(...nodes)
      this.#lines.push({ look: looks[index] ?? '', node: lineBreak ?? nodes[0] })
    }
    box.append(added)
  }

  #lastBox(): Element {
    const last = this.#code.lastElementChild
    return last?.className === CHUNK_CLASS ? last : this.#code
  }

  #cut(line: number): void {
    const start = this.#lines.slice(line).find(({ node }) => node)?.node
    const box = start?.parentNode
    removeFrom(start)
    // The boxes below.
    if (box && box !== this.#code) removeFrom(box.nextSibling)
    this.#lines.length = Math.min(line, this.#lines.length)
  }
}

function removeFrom(start: ChildNode | null | undefined): void {
  for (let node = start; node;) {
    const next: ChildNode | null = node.nextSibling
    node.remove()
    node = next
  }
}

/** All of them, to be compared: colours may have been there before. */
function plainLines(text: string): ColouredLines {
  return { first: 0, lines: text.split('\n').map((line) => (line === '' ? [] : [[line, '']])) }
}

/** Text and nothing else: no markup of the code can become one of the page. */
function lineNodes(parts: readonly ColouredPart[]): ChildNode[] {
  return parts.map(([text, classes]) => {
    if (classes === '') return new Text(text)
    const span = document.createElement('span')
    span.className = classes
    span.textContent = text
    return span
  })
}
