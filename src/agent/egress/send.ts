/** The fetch of a request that was decided on: no cookies, no referrer, no cache; bounded in time and size. */
import { EgressInterruption, type EgressOutcome, type EgressProblem } from '../../sandbox/contract/egress.ts'
import { maskBody, maskText } from './mask-answer.ts'
import { EGRESS_ANSWER_BYTES, EGRESS_HEAD_MS, EGRESS_IDLE_MS, EGRESS_TOTAL_MS } from '../limits.ts'

export interface Sending {
  readonly url: URL
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Uint8Array | undefined
  readonly unsent: readonly string[]
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
  /** Values to mask in the answer. */
  readonly mask: readonly string[]
}

type Redirected = { readonly type: 'redirected' }

/** `follow`: the browser goes where the server sends it, and tells afterwards. Else a redirect is only seen to be one. */
export async function send(sending: Sending, follow: boolean): Promise<EgressOutcome | Redirected> {
  const { url, method, headers, body, unsent, signal } = sending
  const clock = new Clock(signal)
  let response: Response
  try {
    response = await sending.fetch(url.href, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      redirect: follow ? 'follow' : 'manual',
      mode: 'cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: clock.signal,
    })
  } catch (error) {
    clock.stop()
    return { type: 'failed', ...(clock.problem ?? (await explain(sending, error))) }
  }
  if (response.type === 'opaqueredirect') {
    clock.stop()
    return { type: 'redirected' }
  }
  return {
    type: 'response',
    status: response.status,
    statusText: maskText(response.statusText, sending.mask),
    headers: [...response.headers].map(([name, value]) => [name, maskText(value, sending.mask)] as const),
    url: response.url === '' ? url.href : response.url,
    unsent,
    body: maskBody(bounded(response.body, clock), sending.mask),
  }
}

/** Why a fetch failed. A browser tells a page only that it did: whether anybody is there has to be tried. */
async function explain({ url, fetch, signal }: Sending, error: unknown): Promise<EgressProblem> {
  if (signal.aborted) return { reason: 'cancelled', message: 'The request was cancelled.' }
  const { host } = url
  if (await answers(url, fetch)) {
    return {
      reason: 'cors',
      message: `${host} answers, but does not allow web pages to read its answers (CORS), or not with this method or these headers.`,
      hint: 'A browser tab cannot go around that. Use a server that sends Access-Control-Allow-Origin, or a proxy of your own that does; or download it outside and import it.',
    }
  }
  const why = error instanceof Error && error.message !== '' ? ` The browser says: ${error.message}.` : ''
  return {
    reason: 'unreachable',
    message: `${host} could not be read from a browser tab: nobody answers there, its certificate is not trusted, or it does not allow web pages to read its answers (CORS). A browser does not tell which.${why}`,
    hint: 'Check the address. If it opens in a tab of its own, it is CORS: use a server that allows pages, or a proxy of your own that does, or download it outside and import it.',
  }
}

/**
 * An opaque answer proves that somebody is there, where it is let through to an isolated page at all. Only the host's
 * own front door is tried, with nothing of the request.
 */
async function answers(url: URL, fetch: Sending['fetch']): Promise<boolean> {
  try {
    await fetch(`${url.origin}/`, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_MS),
    })
    return true
  } catch {
    // Nobody there, or a page may not even see an opaque answer: the two look the same.
    return false
  }
}

const PROBE_MS = 5_000

/** Ends a request that takes too long as a whole, to begin, or between two pieces. */
class Clock {
  readonly #controller = new AbortController()
  readonly #outside: AbortSignal
  readonly #total: ReturnType<typeof setTimeout>
  #next: ReturnType<typeof setTimeout>
  #problem: EgressProblem | undefined
  readonly #forward = () => this.#controller.abort()

  constructor(outside: AbortSignal) {
    this.#outside = outside
    if (outside.aborted) this.#controller.abort()
    outside.addEventListener('abort', this.#forward, { once: true })
    this.#total = setTimeout(() => this.#end(timeout('The whole answer', EGRESS_TOTAL_MS)), EGRESS_TOTAL_MS)
    this.#next = setTimeout(
      () => this.#end(timeout('The beginning of an answer', EGRESS_HEAD_MS)),
      EGRESS_HEAD_MS,
    )
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Why it ended the request; undefined when it did not. */
  get problem(): EgressProblem | undefined {
    if (this.#problem) return this.#problem
    return this.#outside.aborted ? { reason: 'cancelled', message: 'The request was cancelled.' } : undefined
  }

  /** Something has come. */
  tick(): void {
    clearTimeout(this.#next)
    this.#next = setTimeout(
      () => this.#end(timeout('The next part of the answer', EGRESS_IDLE_MS)),
      EGRESS_IDLE_MS,
    )
  }

  /** The reader does not read: that is not the server's fault. */
  pause(): void {
    clearTimeout(this.#next)
  }

  stop(): void {
    clearTimeout(this.#next)
    clearTimeout(this.#total)
    this.#outside.removeEventListener('abort', this.#forward)
  }

  #end(problem: EgressProblem): void {
    this.#problem = problem
    this.#controller.abort()
  }
}

function timeout(what: string, ms: number): EgressProblem {
  return { reason: 'timeout', message: `${what} did not come within ${ms / 1000} s.` }
}

/** The body up to the ceilings. */
function bounded(body: ReadableStream<Uint8Array> | null, clock: Clock): ReadableStream<Uint8Array> {
  const reader = body?.getReader()
  let bytes = 0
  const fail = (controller: ReadableStreamDefaultController<Uint8Array>, problem: EgressProblem) => {
    clock.stop()
    controller.error(new EgressInterruption(problem))
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        clock.tick()
        try {
          const { done = true, value } = (await reader?.read()) ?? {}
          clock.pause()
          if (done || !value) {
            clock.stop()
            return controller.close()
          }
          bytes += value.length
          if (bytes <= EGRESS_ANSWER_BYTES) return controller.enqueue(value)
          void reader?.cancel().catch(() => undefined)
          const message = `The answer has more than ${EGRESS_ANSWER_BYTES} bytes; the rest was not fetched.`
          fail(controller, { reason: 'too_large', message })
        } catch (error) {
          const why = error instanceof Error ? error.message : String(error)
          const message = `The connection broke while the answer came: ${why}`
          fail(controller, clock.problem ?? { reason: 'interrupted', message })
        }
      },
      cancel: async () => {
        clock.stop()
        await reader?.cancel()
      },
    },
    { highWaterMark: 0 },
  )
}
