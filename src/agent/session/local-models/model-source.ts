/** Sources of a model's bytes: a server, or files that the user has chosen. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { modelAddress, modelName, partsOf } from '../../model/local/model-address.ts'
import type { ModelOffer } from '../../protocol/calls/local-models.ts'

export interface ModelSource {
  readonly name: string
  readonly totalBytes: number | undefined
  /** Opened one after the other. */
  readonly parts: readonly ((
    signal: AbortSignal,
  ) => Promise<Result<ReadableStream<Uint8Array<ArrayBuffer>>>>)[]
}

export interface ModelServerOptions {
  readonly fetch: typeof fetch
  readonly isOnline: () => boolean
}

/** Milliseconds that a server has to say how large a file is. */
const SIZE_MS = 20_000

export const NOT_GGUF = 'llama.cpp’s format is read, and no other: look for the model’s name with "GGUF".'

/** Asks the server about the files at an address, without loading them. */
export async function offeredModel(text: string, options: ModelServerOptions): Promise<Result<ModelOffer>> {
  const address = modelAddress(text)
  if (!address.ok) return fail('invalid', address.problem)
  let bytes: number | undefined = 0
  for (const url of address.urls) {
    const size = await sizeAt(url, options)
    if (!size.ok) return size
    bytes = size.value === undefined || bytes === undefined ? undefined : bytes + size.value
  }
  return ok({ name: address.name, bytes, parts: address.urls.length })
}

export async function sourceAt(text: string, options: ModelServerOptions): Promise<Result<ModelSource>> {
  const address = modelAddress(text)
  if (!address.ok) return fail('invalid', address.problem)
  const offer = await offeredModel(text, options)
  if (!offer.ok) return offer
  return ok({
    name: address.name,
    totalBytes: offer.value.bytes,
    parts: address.urls.map((url) => (signal) => bodyAt(url, signal, options)),
  })
}

export function sourceOf(files: readonly File[]): Result<ModelSource> {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1))
  const [first] = sorted
  const name = first && modelName(first.name)
  if (first === undefined || name === undefined)
    return fail('invalid', `${first?.name ?? 'The choice'} is not a .gguf file.`, { hint: NOT_GGUF })
  const parts = partsOf(name)
  if (sorted.length !== parts)
    return fail('invalid', `${name} is one of ${parts} parts of a model; ${sorted.length} were chosen.`, {
      hint: 'Choose all parts together.',
    })
  return ok({
    name,
    totalBytes: sorted.reduce((sum, { size }) => sum + size, 0),
    parts: sorted.map((file) => () => Promise.resolve(ok(file.stream()))),
  })
}

async function sizeAt(url: string, options: ModelServerOptions): Promise<Result<number | undefined>> {
  const response = await ask(url, { method: 'HEAD', signal: AbortSignal.timeout(SIZE_MS) }, options)
  if (!response.ok) return response
  const { headers } = response.value
  const length = Number(headers.get('content-length') ?? Number.NaN)
  // A compressed answer would have another length.
  const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity'
  return ok(isPlain && length > 0 ? length : undefined)
}

async function bodyAt(
  url: string,
  signal: AbortSignal,
  options: ModelServerOptions,
): Promise<Result<ReadableStream<Uint8Array<ArrayBuffer>>>> {
  const response = await ask(url, { signal }, options)
  if (!response.ok) return response
  const { body } = response.value
  return body ? ok(body) : fail('internal', `${new URL(url).host} sent nothing.`)
}

async function ask(
  url: string,
  init: RequestInit & { readonly signal: AbortSignal },
  { fetch: send, isOnline }: ModelServerOptions,
): Promise<Result<Response>> {
  const { host } = new URL(url)
  try {
    const response = await send(url, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' })
    if (response.ok) return ok(response)
    return fail('not_found', `${host} answered with ${response.status} for that file.`, {
      hint:
        response.status === 401 || response.status === 403
          ? 'That model is not given to everybody: download it yourself, then choose the file.'
          : 'Check the address: it has to be that of the file itself.',
    })
  } catch (error) {
    const reason: unknown = init.signal.reason
    if (init.signal.aborted && !(reason instanceof DOMException && reason.name === 'TimeoutError'))
      return cancelled()
    if (!isOnline())
      return fail('internal', 'There is no network, so no model can be fetched.', {
        hint: 'A file from this machine can be chosen all the same.',
      })
    return fail('internal', `${host} cannot be asked: ${String(error)}`, {
      hint: 'It may not let pages read its files (CORS): download the model yourself, then choose the file.',
    })
  }
}

export function cancelled(): Result<never> {
  return fail('cancelled', 'It was cancelled; nothing of it is kept.')
}
