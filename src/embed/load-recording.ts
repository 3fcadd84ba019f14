/** Gets the recording that `src` names, and believes nothing of it: the checks are those of the app. */
import { RECORDING_BYTES } from '../agent/limits.ts'
import { readFile } from '../agent/session/recording/file-format.ts'
import { readLink } from '../agent/session/recording/link-format.ts'
import type { Recording } from '../agent/session/recording/recording.ts'
import { readAtMost } from '../sandbox/contract/read-at-most.ts'

/** A `#s=` link, or the address of a `.vivarium` file. */
export type Source =
  | { readonly kind: 'link'; readonly payload: string; readonly opens: string | undefined }
  | { readonly kind: 'file'; readonly url: URL }

export class LoadProblem extends Error {
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.name = 'LoadProblem'
    this.hint = hint
  }
}

/** Throws `LoadProblem` for what cannot be shown here. */
export function sourceOf(src: string, base: string): Source {
  const text = src.trim()
  if (text === '') throw new LoadProblem('There is no recording to show.', 'Give its address in "src".')
  const url = URL.parse(text, base)
  if (!url) throw new LoadProblem(`"${text.slice(0, 100)}" is no address.`, 'Correct "src".')
  const fragment = new URLSearchParams(url.hash.slice(1))
  const payload = fragment.get('s')
  if (payload !== null) {
    // A fragment alone names no app that could open it, and whoever chooses `src` must not make a link that runs something.
    const isPage = /^https?:$/.test(url.protocol) && !text.startsWith('#')
    return { kind: 'link', payload, opens: isPage ? url.href : undefined }
  }
  if (fragment.has('share')) {
    throw new LoadProblem(
      'A session that lies encrypted in a store is not shown here.',
      'Open the link itself, or put the session into a .vivarium file.',
    )
  }
  if (!['http:', 'https:', 'blob:', 'data:'].includes(url.protocol))
    throw new LoadProblem(`An address that begins with "${url.protocol}" cannot be fetched.`, 'Use https.')
  return { kind: 'file', url }
}

/** Rejects with `LoadProblem`. */
export async function loadRecording(source: Source, signal: AbortSignal): Promise<Recording> {
  const read =
    source.kind === 'link'
      ? await readLink(source.payload)
      : await readFile(await fetchFile(source.url, signal))
  if (read.ok) return read.value
  throw new LoadProblem(read.error.message, read.error.hint ?? '')
}

async function fetchFile(url: URL, signal: AbortSignal): Promise<Uint8Array> {
  let response: Response
  try {
    response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new LoadProblem(
      `The recording at ${placeOf(url)} could not be fetched.`,
      'The server is not reached, or does not allow this page to read it (CORS, or the page’s own "connect-src").',
    )
  }
  if (!response.ok) {
    throw new LoadProblem(
      `The server has no recording at ${placeOf(url)}: it answered ${response.status}.`,
      'Check the address in "src".',
    )
  }
  return bodyOf(response, url)
}

/** Never more than a recording may have, whatever the server sends. */
async function bodyOf(response: Response, url: URL): Promise<Uint8Array> {
  const bytes = await readAtMost(response.body, RECORDING_BYTES)
  if (bytes) return bytes
  throw new LoadProblem(
    `What is at ${placeOf(url)} is larger than a recording may be (${RECORDING_BYTES} bytes).`,
    'Nothing of it was read.',
  )
}

function placeOf({ protocol, host, pathname }: URL): string {
  return protocol === 'http:' || protocol === 'https:'
    ? `${host}${pathname}`
    : `a ${protocol.slice(0, -1)} address`
}
