/** Requests to stores, with a limit on time and size, and a name for each way in which one fails. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { readAtMost } from '../../../sandbox/contract/read-at-most.ts'
import { SHARED_BYTES, STORE_ANSWER_CHARS, STORE_BYTES_PER_MS, STORE_SILENCE_MS } from '../../limits.ts'
import { addressKind } from '../../protocol/address-kind.ts'
import type { StoreRequest } from './store-requests.ts'

export interface TransferParts {
  readonly fetch: typeof fetch
  /** Origin of the requesting page. */
  readonly origin: string
  readonly isOnline: () => boolean
  /** Milliseconds without a sign of the store after which it is given up. */
  readonly silenceMs?: number
}

interface Asking {
  /** For messages, e.g. "The upload to s3.example". */
  readonly what: string
  /** The required settings of a store that keeps pages out. */
  readonly rule: string
  readonly signal: AbortSignal
  /** A status besides those of success that means that it is done. */
  readonly alsoFine?: number
}

/** The answer's text, or the beginning of a long one. */
export async function ask(
  parts: TransferParts,
  request: StoreRequest,
  { what, rule, signal, alsoFine }: Asking,
): Promise<Result<string>> {
  const { method, url, headers, body } = request
  const sendingMs = (body?.length ?? 0) / STORE_BYTES_PER_MS
  const clock = new Silence(signal, (parts.silenceMs ?? STORE_SILENCE_MS) + sendingMs)
  try {
    const response = await parts.fetch(url, {
      ...SAFE,
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      // A request that carries a secret goes where the person has said, and nowhere else.
      redirect: 'manual',
      signal: clock.signal,
    })
    const isMoved = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)
    if (isMoved)
      return fail('invalid', `${what} was sent on to another address, and not followed.`, {
        hint: 'Check the address, and for a bucket its region, in Settings under "Sharing".',
      })
    const text = await beginning(response)
    return response.ok || response.status === alsoFine ? ok(text) : refusal(what, response.status, text)
  } catch {
    return clock.cause(what) ?? (await unanswered(parts, { what, url, rule, wasSimple: false }))
  } finally {
    clock.stop()
  }
}

interface Downloading {
  readonly url: string
  /** A redirect may lead to this device or into a private network. */
  readonly allowsPrivate: boolean
  readonly signal: AbortSignal
}

/** Downloads the whole content of an address; no credentials go along. */
export async function download(
  parts: TransferParts,
  { url, allowsPrivate, signal }: Downloading,
): Promise<Result<Uint8Array>> {
  const host = new URL(url).host
  const what = `The download from ${host}`
  const clock = new Silence(signal, parts.silenceMs ?? STORE_SILENCE_MS)
  try {
    const response = await parts.fetch(url, { ...SAFE, redirect: 'follow', signal: clock.signal })
    if (response.redirected && !allowsPrivate && isPrivate(response.url)) {
      await response.body?.cancel()
      return fail('not_permitted', `${what} was sent on to ${new URL(response.url).host}, and given up.`, {
        hint: 'That address is on this device or in a private network. Ask whoever sent the link.',
      })
    }
    if (response.status === 404 || response.status === 410)
      return fail('not_found', `${host} does not have this session any more.`, {
        hint: 'It may have been unshared, or the store may have let it go. Ask whoever sent the link.',
      })
    if (!response.ok) return refusal(what, response.status, await beginning(response))
    const told = Number(response.headers.get('content-length') ?? 0)
    if (told > SHARED_BYTES) return tooLarge(host, told)
    return await wholeOf(response, host, clock)
  } catch {
    const rule = `For a bucket, its CORS rule has to allow GET from ${parts.origin}; for another server: "Access-Control-Allow-Origin: ${parts.origin}".`
    return clock.cause(what) ?? (await unanswered(parts, { what, url, rule, wasSimple: true }))
  } finally {
    clock.stop()
  }
}

function isPrivate(url: string): boolean {
  return addressKind(new URL(url).hostname) === 'private'
}

const SAFE = { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const

async function wholeOf({ body }: Response, host: string, clock: Silence): Promise<Result<Uint8Array>> {
  let came = 0
  const bytes = await readAtMost(body, SHARED_BYTES, (soFar) => {
    clock.heard()
    came = soFar
  })
  return bytes ? ok(bytes) : tooLarge(host, came)
}

async function beginning(response: Response): Promise<string> {
  return (await response.text()).slice(0, STORE_ANSWER_CHARS)
}

function tooLarge(host: string, bytes: number): Result<never> {
  return fail(
    'too_large',
    `The answer of ${host} has ${bytes} bytes or more; at most ${SHARED_BYTES} are taken.`,
    {
      hint: 'No shared session is that large. Ask whoever sent the link.',
    },
  )
}

/** Explains the commonest failures of stores, by S3's codes or the status. */
function refusal(what: string, status: number, text: string): Result<never> {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1]
  const said = `${status}${code === undefined ? '' : `, ${code}`}`
  if (code === 'RequestTimeTooSkewed' || code === 'RequestNotYetValid')
    return fail('invalid', `${what} was refused (${said}): this machine’s clock is wrong.`, {
      hint: 'Set the clock and try again.',
    })
  if (status === 401 || status === 403)
    return fail('not_permitted', `${what} was refused (${said}).`, {
      hint: /expired/i.test(text)
        ? 'The link has expired. Ask for a new one.'
        : 'The key or token is wrong, has expired, or may not do this.',
    })
  if (status === 404)
    return fail('not_found', `${what} failed (${said}): there is no such bucket or address.`, {
      hint: 'Check the address and the bucket in Settings under "Sharing".',
    })
  if (status === 405 || status === 501)
    return fail('unsupported', `${what} failed (${said}): this store does not do that.`, {
      hint: 'It may have a page of its own for it.',
    })
  if (status === 413)
    return fail('too_large', `${what} was refused (${said}): it is too large for this store.`, {
      hint: 'Leave out steps or files.',
    })
  return fail('limit', `${what} failed: the store answered ${said}.`, {
    hint:
      status >= 500 || status === 429 ? 'Try again later.' : 'Check the store in Settings under "Sharing".',
  })
}

interface Unanswered {
  readonly what: string
  readonly url: string
  readonly rule: string
  /** It needed no leave but that of the answer itself. */
  readonly wasSimple: boolean
}

/**
 * A browser does not say whether nobody answered or the answer was for other pages only; other requests that
 * it lets through narrow it down.
 */
async function unanswered(
  { fetch: send, isOnline, origin }: TransferParts,
  { what, url, rule, wasSimple }: Unanswered,
): Promise<Result<never>> {
  if (!isOnline())
    return fail('not_found', `${what} failed: there is no network.`, {
      hint: 'Try again when you are online.',
    })
  const answers =
    !wasSimple &&
    (await send(new URL(url).origin, { ...SAFE, signal: AbortSignal.timeout(STORE_SILENCE_MS) }).then(
      () => true,
      () => false,
    ))
  if (answers)
    return fail(
      'not_permitted',
      `${what} failed: the store answers, but does not allow it from ${origin} (CORS).`,
      {
        hint: rule,
      },
    )
  return fail(
    'not_found',
    `${what} failed: the store is down, or it does not allow pages of ${origin} (CORS); the browser does not say which.`,
    { hint: `See that the address is right. If the store is up: ${rule}` },
  )
}

/** Ends what waits too long for the other side, or what the person ends. */
class Silence {
  readonly signal: AbortSignal
  readonly #own = new AbortController()
  readonly #person: AbortSignal
  readonly #ms: number
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(person: AbortSignal, ms: number) {
    this.#person = person
    this.#ms = ms
    this.signal = AbortSignal.any([person, this.#own.signal])
    this.heard()
  }

  heard(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#own.abort(), this.#ms)
  }

  /** Why it ended, where it was one of the two. */
  cause(what: string): Result<never> | undefined {
    if (this.#person.aborted) return fail('cancelled', `${what} was cancelled.`)
    if (!this.#own.signal.aborted) return undefined
    const seconds = Math.round(this.#ms / 1000)
    return fail('limit', `${what} was given up: nothing was heard of the store for ${seconds} s.`, {
      hint: 'It is slow or down. Try again later.',
    })
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
