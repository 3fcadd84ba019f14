/** The worker's end of the port to the preview. */
import { NO_BROWSER } from '../../protocol/browser.ts'
import type {
  Browser,
  BrowserAnswer,
  BrowserPortAnswer,
  BrowserPortRequest,
  BrowserRequest,
} from '../../protocol/browser.ts'

const REPLACED: BrowserAnswer = {
  ok: false,
  text: 'The page that shows the preview was loaded anew meanwhile. Open the page again.',
}
const STOPPED: BrowserAnswer = { ok: false, text: 'It was stopped.' }

export class BrowserLink implements Browser {
  #port: MessagePort | undefined
  #next = 1
  readonly #waiting = new Map<number, (answer: BrowserAnswer) => void>()

  /** A new one takes the place of the one before. */
  attach(port: MessagePort): void {
    this.#port?.close()
    for (const settle of this.#waiting.values()) settle(REPLACED)
    this.#waiting.clear()
    this.#port = port
    // The page that made this worker is at the other end: its messages are of this shape.
    port.onmessage = ({ data: { id, answer } }: MessageEvent<BrowserPortAnswer>) => {
      this.#waiting.get(id)?.(answer)
      this.#waiting.delete(id)
    }
  }

  ask(request: BrowserRequest, signal: AbortSignal): Promise<BrowserAnswer> {
    const port = this.#port
    if (!port) return NO_BROWSER.ask(request, signal)
    if (signal.aborted) return Promise.resolve(STOPPED)
    const id = this.#next++
    const tell = (message: BrowserPortRequest) => port.postMessage(message)
    return new Promise((resolve) => {
      const stop = (): void => {
        this.#waiting.delete(id)
        tell({ type: 'cancel', id })
        resolve(STOPPED)
      }
      this.#waiting.set(id, (answer) => {
        signal.removeEventListener('abort', stop)
        resolve(answer)
      })
      signal.addEventListener('abort', stop, { once: true })
      tell({ type: 'ask', id, request })
    })
  }
}
