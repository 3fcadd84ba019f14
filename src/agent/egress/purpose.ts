/** A request's purpose, read from the request itself: the sender's own word is not trusted. */
import type { EgressRequest } from '../../sandbox/contract/egress.ts'
import { isFetchNegotiation } from './fetch-negotiation.ts'

export interface Purpose {
  readonly readOnly: boolean
  readonly publishes: boolean
  /** The repository, for the requests of git's smart HTTP. */
  readonly repository?: string
}

const READING = /^(GET|HEAD|OPTIONS)$/
/** A server may decode a path more than once. */
const DECODINGS = 3

/** Both requests of a fetch read, and so does the first of a push, which asks what is there; the other one publishes. */
export function purposeOf(request: Pick<EgressRequest, 'method' | 'body' | 'headers'>, url: URL): Purpose {
  const { method, body, headers } = request
  const repository = repositoryOf(method, url)
  const isReading = READING.test(method)
  if (!isReading && isPush(request, url))
    return { readOnly: false, publishes: true, ...(repository === undefined ? {} : { repository }) }
  if (repository !== undefined && (isReading || isFetchNegotiation(body, headers)))
    return { readOnly: true, publishes: false, repository }
  return { readOnly: isReading && body === undefined, publishes: false }
}

/** Only as git itself writes such requests. */
function repositoryOf(method: string, url: URL): string | undefined {
  const [, repository, rest] =
    /^(.*)\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(url.pathname) ?? []
  if (repository === undefined) return undefined
  const isGit =
    rest === 'info/refs'
      ? method === 'GET' && /^\?service=git-(upload|receive)-pack$/.test(url.search)
      : method === 'POST' && url.search === ''
  return isGit ? `${url.origin}${repository}` : undefined
}

/** In every spelling that a server may take for one. */
function isPush({ headers }: Pick<EgressRequest, 'headers'>, { pathname }: URL): boolean {
  let path = pathname
  for (let times = 0; times <= DECODINGS; times += 1) {
    if (/git-receive-pack/i.test(path)) return true
    path = path.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  }
  return headers.some(([name, value]) => /^content-type$/i.test(name) && /git-receive-pack/i.test(value))
}
