/**
 * Questions to the page in the preview's frame. The script that can answer them is sent along when the page asks for it; what
 * it may do is what the page may.
 */
import { isPageAnswer } from '../../../sandbox/page/page-act.ts'
import type {
  PageAction,
  PageActMessage,
  PageAnswer,
  PageDone,
  PageStopMessage,
} from '../../../sandbox/page/page-act.ts'
import {
  PAGE_ANSWER_CHARS,
  PAGE_HELLO_MS,
  PAGE_READY_MS,
  PAGE_REFS_MOST,
  PAGE_SILENT_MS,
  PAGE_TITLE_CHARS,
} from '../../limits.ts'
import { pause } from '../../pause.ts'

/** The used part of the preview. */
export interface Previewed {
  readonly frame: HTMLIFrameElement | undefined
  /** Address of the frame's document. */
  readonly address: string | undefined
  /** Defined where the page is on no origin. */
  readonly inlined: object | undefined
  readonly origin: { readonly ok: true } | { readonly ok: false; readonly message: string } | undefined
  readonly closed: string | undefined
  /** A new number is a new document. */
  readonly load: number
  readonly loadedAt: number | undefined
  /** Address of the page, for users. */
  readonly shown: string
  reloadNow(): void
}

export type Bridged =
  | { readonly ok: true; readonly done: PageDone }
  | { readonly ok: false; readonly text: string }

const STOPPED: Bridged = { ok: false, text: 'It was stopped.' }

export class PageBridge {
  readonly #preview: Previewed
  readonly #loadEyes: () => Promise<Blob>
  /** Numbers of refs up to this one are used up. */
  #refs = 0
  /** Reports that the document had sent before its last answer. */
  #reports = 0

  constructor(preview: Previewed, loadEyes: () => Promise<Blob>) {
    this.#preview = preview
    this.#loadEyes = loadEyes
  }

  /** Runs an action in the page, at most so long. If it leaves the page, waits for the next one, too. */
  async act(action: PageAction, { signal, ms }: { signal: AbortSignal; ms: number }): Promise<Bridged> {
    const ready = await this.ready(signal)
    if (ready !== undefined) return { ok: false, text: ready }
    const { load } = this.#preview
    const answer = await this.#askWithEyes(action, signal, ms)
    if (signal.aborted) return STOPPED
    const isLeft = this.#preview.load !== load || (answer?.type === 'done' && answer.left)
    if (isLeft) return this.#nextPage(answer?.type === 'done' ? answer.text : '', signal)
    if (answer?.type !== 'done') {
      const text = `The page did not answer within ${ms / 1000} s. Its script may be busy without an end; open the page again.`
      return { ok: false, text }
    }
    this.#refs = Math.max(this.#refs, Math.min(answer.lastRef, PAGE_REFS_MOST))
    return { ok: true, done: bounded(answer) }
  }

  /** Undefined once a page is there that can be asked; else why there is none. */
  async ready(signal: AbortSignal): Promise<string | undefined> {
    const start = performance.now()
    this.#preview.reloadNow()
    for (;;) {
      if (signal.aborted) return 'It was stopped.'
      const { closed, origin, frame } = this.#preview
      if (closed !== undefined) return closed
      if (origin?.ok === false) return origin.message
      const hello = frame && (await this.#ask(frame, {}, signal, PAGE_HELLO_MS))
      if (hello?.type === 'here' && !hello.isLoading) return undefined
      const now = performance.now()
      const { loadedAt } = this.#preview
      // A page that leads on to the next one was loaded long ago.
      const isSilent =
        hello === undefined && loadedAt !== undefined && now - Math.max(loadedAt, start) > PAGE_SILENT_MS
      if (isSilent || now - start > PAGE_READY_MS) return this.#whyNot()
      if (!frame || hello) await pause(PAGE_HELLO_MS / 4)
    }
  }

  /** Reports of lines that the page has sent before its last answer; they may still be on their way. */
  get reports(): number {
    return this.#reports
  }

  /** To whoever waits in the page: nobody wants to know any more. */
  stop(): void {
    const { frame } = this.#preview
    if (frame) this.#post(frame, { type: 'vivarium-page-stop' } satisfies PageStopMessage)
  }

  #whyNot(): string {
    const { origin, frame, shown } = this.#preview
    if (!origin) return 'The sandbox is still starting, and there is no preview yet. Try again in a moment.'
    if (!frame)
      return 'There is no preview on the screen yet: the workspace has no files. Write a page first, then open it.'
    const hidden = document.hidden ? ' The tab is in the background, where pages run slowly.' : ''
    return `What is at ${shown} does not answer: it is no HTML page, its script is busy without an end, or it has not come yet.${hidden} Check it with Bash and curl, or open another page.`
  }

  async #nextPage(text: string, signal: AbortSignal): Promise<Bridged> {
    const problem = await this.ready(signal)
    if (problem !== undefined) return { ok: false, text: `${text} It led to another page. ${problem}`.trim() }
    const look = { kind: 'look', offset: 1, chars: PAGE_ANSWER_CHARS / 4 } as const
    const answer = await this.#askWithEyes(look, signal, PAGE_READY_MS)
    if (answer?.type !== 'done')
      return { ok: false, text: `${text} It led to another page, which does not answer.`.trim() }
    this.#refs = Math.max(this.#refs, Math.min(answer.lastRef, PAGE_REFS_MOST))
    const said = `${text === '' ? 'Done.' : text} It led to another page:\n${answer.text}`
    return { ok: true, done: bounded({ ...answer, text: said }) }
  }

  async #askWithEyes(action: PageAction, signal: AbortSignal, ms: number): Promise<PageAnswer | undefined> {
    const { frame } = this.#preview
    if (!frame) return undefined
    const first = await this.#ask(frame, { action }, signal, ms)
    if (first?.type !== 'needs-eyes') return first
    return this.#ask(frame, { action, eyes: await this.#loadEyes() }, signal, ms)
  }

  /** Undefined when no answer came in time, when the frame gave way to another one, or when it was no answer. */
  #ask(
    frame: HTMLIFrameElement,
    question: Pick<PageActMessage, 'action' | 'eyes'>,
    signal: AbortSignal,
    ms: number,
  ): Promise<PageAnswer | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    const { port1, port2 } = new MessageChannel()
    return new Promise((resolve) => {
      const settle = (data?: unknown): void => {
        clearTimeout(timer)
        clearInterval(watch)
        signal.removeEventListener('abort', stop)
        port1.close()
        const answer = isPageAnswer(data) ? data : undefined
        this.#reports = answer?.reports ?? 0
        resolve(answer)
      }
      const stop = () => settle()
      const timer = setTimeout(settle, ms)
      const watch = setInterval(() => this.#preview.frame !== frame && settle(), PAGE_HELLO_MS)
      port1.onmessage = ({ data }: MessageEvent<unknown>) => settle(data)
      signal.addEventListener('abort', stop)
      const message: PageActMessage = { type: 'vivarium-page-act', refsBefore: this.#refs, ...question }
      this.#post(frame, message, [port2])
    })
  }

  #post(
    frame: HTMLIFrameElement,
    message: PageActMessage | PageStopMessage,
    ports: MessagePort[] = [],
  ): void {
    const { address, inlined } = this.#preview
    if (address === undefined) return
    // A page on no origin has no name that could be checked; only this page's own frames can be in that one.
    const target = inlined ? '*' : new URL(address, location.href).origin
    frame.contentWindow?.postMessage(message, target, ports)
  }
}

function bounded(done: PageDone): PageDone {
  return {
    ...done,
    text: done.text.slice(0, PAGE_ANSWER_CHARS),
    title: done.title.slice(0, PAGE_TITLE_CHARS),
  }
}
