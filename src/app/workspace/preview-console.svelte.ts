/** The previewed page's console, as the panel below it lists it. */
import type { PageLine } from '../../sandbox/page/page-report.ts'
import { PAGE_LINE_CHARS, PAGE_REPORT_MS } from '../../sandbox/contract/limits.ts'
import { LOUD_PAGE_LINES, LOUD_PAGE_MS, PAGE_ERRORS_CHARS, PAGE_LINES_KEPT } from '../limits.ts'
import { untrustedText } from '../../agent/protocol/text/untrusted-text.ts'
import { fenced } from '../ui/fenced.ts'
import { preview as t } from '../language/en/preview.ts'

export interface ConsoleLine extends PageLine {
  readonly id: number
  /** How often in a row. */
  readonly times: number
}

export class PreviewConsole {
  lines = $state.raw<readonly ConsoleLine[]>([])
  /** Lines that the page said and that are not kept. */
  dropped = $state(0)
  open = $state(false)
  /** Errors that the agent hears of. */
  told = $state(0)

  readonly errors = $derived(count(this.lines, 'error'))
  readonly warnings = $derived(count(this.lines, 'warn'))

  /** Each once, with its place. */
  readonly distinctErrors: readonly string[] = $derived([
    ...new Set(this.lines.filter(({ level }) => level === 'error').map(placed)),
  ])

  #next = 0
  #marked = 0
  #waiting: PageLine[] = []
  #left = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting = []
    this.#left = 0
    this.lines = []
    this.dropped = 0
  }

  /** Shown a little later, together with what follows: a page that never stops must not keep the screen busy. */
  add(lines: readonly PageLine[], dropped: number): void {
    const all = [...this.#waiting, ...lines]
    this.#waiting = all.slice(-PAGE_LINES_KEPT)
    this.#left += dropped + all.length - this.#waiting.length
    this.#timer ??= setTimeout(
      () => this.#show(),
      all.length > LOUD_PAGE_LINES ? LOUD_PAGE_MS : PAGE_REPORT_MS,
    )
  }

  /** The number of the next line that is said; that one will be a line of its own. */
  mark(): number {
    this.#show()
    this.#marked = this.#next
    return this.#next
  }

  /** The lines from a mark on, as far as they are kept. */
  since(id: number): readonly ConsoleLine[] {
    this.#show()
    return this.lines.filter((line) => line.id >= id)
  }

  #show(): void {
    if (this.#waiting.length === 0 && this.#left === 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    const all = [...this.lines]
    for (const line of this.#waiting) {
      const last = all.at(-1)
      if (last && last.id >= this.#marked && isSame(last, line))
        all[all.length - 1] = { ...last, times: last.times + 1 }
      else all.push({ ...line, text: line.text.slice(0, PAGE_LINE_CHARS + 2), id: this.#next++, times: 1 })
    }
    this.lines = all.slice(-PAGE_LINES_KEPT)
    this.dropped += this.#left + all.length - this.lines.length
    this.#waiting = []
    this.#left = 0
  }

  /** A message to the agent about the errors of the page at that address. Quotes the page's own text. */
  question(address: string): string {
    const errors = this.lines.filter(({ level }) => level === 'error')
    const text = errors.map(placed)
    const quoted = text.join('\n')
    const cut = quoted.length > PAGE_ERRORS_CHARS ? `${quoted.slice(0, PAGE_ERRORS_CHARS)} …` : quoted
    const asked = errors.length === 1 ? t.fixError(address) : t.fixErrors(address)
    return `${asked}\n\n${fenced(untrustedText(cut))}`
  }
}

function placed({ text, at }: PageLine): string {
  return at === undefined || text.includes(at) ? text : `${text}\n    at ${at}`
}

function count(lines: readonly ConsoleLine[], level: PageLine['level']): number {
  return lines.reduce((sum, line) => (line.level === level ? sum + line.times : sum), 0)
}

function isSame(one: PageLine, other: PageLine): boolean {
  return one.level === other.level && one.text === other.text && one.at === other.at
}
