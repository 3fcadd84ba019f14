/** Carries out the agent's requests in the preview: in the frame that the user sees, or would see. */
import { tick } from 'svelte'
import type { BrowserAnswer, BrowserRequest, PreviewSize } from '../../../agent/protocol/browser.ts'
import {
  BROWSER_ANSWER_GRACE_MS,
  PAGE_LAST_WORDS_MS,
  PAGE_PORT_MS,
  PAGE_READY_MS,
  PAGE_REPORTS_MS,
  PAGE_STEP_MS,
  PICTURE_BYTES_MOST,
  PICTURE_SIDE_MOST,
} from '../../limits.ts'
import { pause } from '../../pause.ts'
import type { PagePicture } from '../../../sandbox/page/page-act.ts'
import type { PreviewModel } from '../preview.svelte.ts'
import type { Bridged, PageBridge } from './page-bridge.ts'
import { keepFocus } from './keep-focus.ts'

/** Milliseconds between two looks for a port. */
const PORT_LOOK_MS = 100
/** Lines of the console that one answer tells. */
const CONSOLE_LINES = 50

export class Hands {
  readonly #preview: PreviewModel
  readonly #bridge: PageBridge
  /** The first line of the console that the agent has not been told of. */
  #nextLine = 0

  constructor(preview: PreviewModel, bridge: PageBridge) {
    this.#preview = preview
    this.#bridge = bridge
  }

  /** Never rejects, but for what is a bug. */
  async answer(request: BrowserRequest, signal: AbortSignal): Promise<BrowserAnswer> {
    this.#preview.stage()
    switch (request.type) {
      case 'open':
        return this.#open(request, signal)
      case 'resize':
        return this.#resize(request.size, signal)
      case 'console':
        return this.#console(signal)
      case 'act': {
        if (!this.#preview.opened) return NOTHING_OPEN
        if (this.#preview.deaf !== undefined) return { ok: false, text: this.#preview.deaf }
        const { action } = request
        const own = 'ms' in action ? action.ms : 0
        return this.#told(await this.#act({ action, ms: own + PAGE_STEP_MS, signal }))
      }
      default:
        return request satisfies never
    }
  }

  stop(): void {
    this.#bridge.stop()
  }

  async #open({ page, chars }: { page: string; chars: number }, signal: AbortSignal): Promise<BrowserAnswer> {
    const { origin } = this.#preview
    if (origin?.ok === false) return { ok: false, text: origin.message }
    this.#preview.show(page)
    if (this.#preview.deaf !== undefined) return this.#openUnseen(signal)
    const { port } = this.#preview
    if (port !== undefined) {
      const problem = await this.#portProblem(port, signal)
      if (problem !== undefined) return { ok: false, text: problem }
    }
    await tick()
    return this.#told(
      await this.#act({ action: { kind: 'look', offset: 1, chars }, ms: PAGE_READY_MS, signal }),
    )
  }

  /** The person sees it, and what fails on it is heard. */
  async #openUnseen(signal: AbortSignal): Promise<BrowserAnswer> {
    const { port, absent, shown, deaf = '' } = this.#preview
    const problem = port === undefined ? absent : await this.#portProblem(port, signal)
    if (problem !== undefined) return { ok: false, text: problem }
    return {
      ok: true,
      text: `The user is shown ${shown}. ${deaf} The action console tells the errors; check what it serves with Bash and curl.`,
      page: this.#page(''),
    }
  }

  /** A server that was started a moment ago is given that moment. */
  async #portProblem(port: number, signal: AbortSignal): Promise<string | undefined> {
    if (this.#preview.inlined)
      return `Pages of servers cannot be shown on this host, which has one origin. ${this.#preview.inlined.reason} Build the page into files and open these, or check it with Bash and curl.`
    const start = performance.now()
    while (!this.#preview.ports.includes(port)) {
      if (signal.aborted || performance.now() - start > PAGE_PORT_MS) {
        const open = this.#preview.ports
        const others =
          open.length === 0 ? 'No program listens at any port.' : `Programs listen at ${open.join(', ')}.`
        return `Nothing listens at port ${port}. ${others} Start the server with Bash (run_in_background), and look with TaskOutput whether it is up.`
      }
      await pause(PORT_LOOK_MS)
    }
    return undefined
  }

  async #resize(size: PreviewSize, signal: AbortSignal): Promise<BrowserAnswer> {
    this.#preview.size = size
    await tick()
    if (!this.#preview.opened || this.#preview.deaf !== undefined)
      return { ok: true, text: `Pages are shown at the size “${size}” from now on.` }
    const code = '`${innerWidth} × ${innerHeight} pixels`'
    const sized = await this.#act({
      action: { kind: 'evaluate', code, ms: PAGE_STEP_MS },
      ms: PAGE_STEP_MS,
      signal,
    })
    return this.#told(sized)
  }

  async #console(signal: AbortSignal): Promise<BrowserAnswer> {
    if (!this.#preview.opened) return NOTHING_OPEN
    // A page that is about to be loaded again has said what it had to say to nobody.
    const problem = this.#preview.deaf === undefined ? await this.#bridge.ready(signal) : undefined
    await this.#lastWords()
    const { console: page } = this.#preview
    const lines = page.since(this.#nextLine)
    this.#nextLine = page.mark()
    const shown = lines.slice(-CONSOLE_LINES)
    const words = shown.map(({ level, text, at, times }) => {
      const place = at === undefined || text.includes(at) ? '' : ` (${at})`
      return `[${level}] ${text}${place}${times > 1 ? ` (${times} times)` : ''}`
    })
    const left =
      lines.length > shown.length ? [`[${lines.length - shown.length} earlier lines are left out]`] : []
    const text = [...left, ...words].join('\n') || 'The console has nothing new, and no request has failed.'
    return { ok: true, text: problem === undefined ? text : `${text}\n[${problem}]`, page: this.#page('') }
  }

  /** Done, and what went wrong on the page meanwhile. */
  async #act({ action, ms, signal }: ActOptions): Promise<Bridged> {
    const { console: page } = this.#preview
    const from = page.mark()
    const release = keepFocus(this.#preview)
    const bridged = await this.#bridge
      .act(action, { signal, ms: ms + BROWSER_ANSWER_GRACE_MS })
      .finally(release)
    if (!bridged.ok) return bridged
    await this.#lastWords()
    const errors = page.since(from).filter(({ level }) => level === 'error')
    const [first] = errors
    if (!first) return bridged
    const more = errors.length > 1 ? ` and ${errors.length - 1} more` : ''
    const text = `${bridged.done.text}\n[The page reports an error${more}; the action console shows all of it: ${first.text.slice(0, 300)}]`
    return { ok: true, done: { ...bridged.done, text } }
  }

  /** Waits for the page's reports, which come apart from its answer; late ones belong to it, too. */
  async #lastWords(): Promise<void> {
    const start = performance.now()
    do await pause(PAGE_LAST_WORDS_MS)
    while (this.#preview.reports < this.#bridge.reports && performance.now() - start < PAGE_REPORTS_MS)
  }

  async #told(bridged: Bridged): Promise<BrowserAnswer> {
    if (!bridged.ok) return { ok: false, text: bridged.text }
    const { ok, text, title, picture } = bridged.done
    const page = this.#page(title)
    if (!picture) return { ok, text, page }
    const decoded = await checkedPicture(picture)
    return decoded
      ? { ok, text, page, picture: decoded }
      : { ok: false, text: 'What the page gave is no picture. Take a snapshot instead.', page }
  }

  #page(title: string): { readonly address: string; readonly title: string } {
    return { address: this.#preview.shown, title }
  }
}

interface ActOptions {
  readonly action: Parameters<PageBridge['act']>[0]
  readonly ms: number
  readonly signal: AbortSignal
}

const NOTHING_OPEN: BrowserAnswer = {
  ok: false,
  text: 'No page is open. Open one first: {"action":"open","page":"/"} or {"action":"open","page":"localhost:3000"}.',
}

/** A page can call anything a picture, and a model's service refuses every later request that has a broken one in it. */
async function checkedPicture(picture: PagePicture): Promise<PagePicture | undefined> {
  if (picture.bytes.length > PICTURE_BYTES_MOST) return undefined
  const file = new Blob([new Uint8Array(picture.bytes)], { type: picture.type })
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  const { width, height } = bitmap
  bitmap.close()
  return Math.max(width, height) <= PICTURE_SIDE_MOST ? { ...picture, width, height } : undefined
}
