/** Asks the server for a deployment's policy file, once. */
import { readAtMost } from '../../../sandbox/contract/read-at-most.ts'
import { POLICY_BYTES } from '../../limits.ts'

export type PolicyAnswer =
  | { readonly kind: 'text'; readonly text: string }
  /** A file came, of which no text can be made. */
  | { readonly kind: 'unreadable'; readonly problem: string }
  /** The server says that there is none. */
  | { readonly kind: 'none' }
  /** No answer, or one of somebody else: of a portal, or of a host that gives its page for everything. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'failed'; readonly status: number }

export interface PolicyRequest {
  readonly fetch: typeof fetch
  readonly address: string
  readonly deadlineMs: number
}

/** A server that finds the cookies too large answers so: other programs of this host may have set them. */
const REFUSED_FOR_COOKIES: readonly number[] = [400, 413, 431]

/** Never rejects. */
export async function fetchPolicy({ fetch, address, deadlineMs }: PolicyRequest): Promise<PolicyAnswer> {
  const signal = AbortSignal.timeout(deadlineMs)
  // The browser asks the server whether the copy that it has is still that file.
  const ask = (init: RequestInit = {}) => fetch(address, { cache: 'no-cache', signal, ...init })
  try {
    const first = await ask()
    const response = REFUSED_FOR_COOKIES.includes(first.status) ? await ask({ credentials: 'omit' }) : first
    return await answerOf(response)
  } catch {
    return { kind: 'unreachable' }
  }
}

async function answerOf(response: Response): Promise<PolicyAnswer> {
  const { status, headers } = response
  const isFile = status === 200 && !/^text\/html\b/i.test(headers.get('Content-Type') ?? '')
  if (isFile) return textOf(await readAtMost(response.body, POLICY_BYTES))
  await response.body?.cancel()
  if (status === 200) return { kind: 'unreachable' }
  return status === 404 || status === 410 ? { kind: 'none' } : { kind: 'failed', status }
}

function textOf(bytes: Uint8Array | undefined): PolicyAnswer {
  if (!bytes) return { kind: 'unreadable', problem: `The file is larger than ${POLICY_BYTES / 1024} KiB.` }
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { kind: 'unreadable', problem: 'The file is not encoded in UTF-8.' }
  }
}
