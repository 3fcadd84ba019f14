/** Hands over what a page says, many lines at once and not more than somebody can read. */
import { PAGE_LINE_CHARS, PAGE_LINES_AT_ONCE, PAGE_REPORT_MS } from '../../../contract/limits.ts'
import type { PageLine, PageReport } from '../../../page/page-report.ts'

export class Reporter {
  readonly #tell: (report: PageReport) => void
  #lines: PageLine[] = []
  #dropped = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #reports = 0

  constructor(tell: (report: PageReport) => void) {
    this.#tell = tell
  }

  /** Whether a line would be handed over: making its text can be left out otherwise. */
  get hasRoom(): boolean {
    return this.#lines.length < PAGE_LINES_AT_ONCE
  }

  /** `makeText` is called only if there is room. It may run code of the page, which may say something in turn. */
  say(level: PageLine['level'], makeText: () => string, at: string | undefined): void {
    this.#timer ??= setTimeout(this.flush, PAGE_REPORT_MS)
    if (!this.hasRoom) {
      this.#dropped += 1
      return
    }
    const text = makeText()
    const cut = text.length > PAGE_LINE_CHARS ? `${text.slice(0, PAGE_LINE_CHARS)} …` : text
    this.#lines.push({ level, text: cut, ...(at === undefined ? {} : { at }) })
  }

  /** At once: a page that is left says its last words. Returns how many reports there were so far. */
  readonly flush = (): number => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#lines.length === 0 && this.#dropped === 0) return this.#reports
    this.#tell({ type: 'vivarium-page-lines', lines: this.#lines, dropped: this.#dropped })
    this.#lines = []
    this.#dropped = 0
    this.#reports += 1
    return this.#reports
  }
}
