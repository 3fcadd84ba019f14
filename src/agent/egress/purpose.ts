/** What a request is for, read from the request itself: what its sender says of it is not believed. */
import type { EgressRequest } from '../../sandbox/egress.ts'

export interface Purpose {
  readonly readOnly: boolean
  readonly publishes: boolean
  /** The repository, for the requests of git's smart HTTP. */
  readonly repository?: string
}

const READING = /^(GET|HEAD|OPTIONS)$/

export function purposeOf(request: Pick<EgressRequest, 'method' | 'body'>, url: URL): Purpose {
  const git = gitService(request.method, url)
  if (git)
    return {
      readOnly: git.service === 'git-upload-pack',
      publishes: git.service === 'git-receive-pack',
      repository: git.repository,
    }
  return { readOnly: READING.test(request.method) && request.body === undefined, publishes: false }
}

/** Both requests of a fetch read; those of a push publish. */
function gitService(method: string, url: URL): { service: string; repository: string } | undefined {
  const [, repository, rest] =
    /^(.*)\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(url.pathname) ?? []
  if (repository === undefined || rest === undefined) return undefined
  const named = `${url.origin}${repository}`
  if (rest === 'info/refs') {
    const service = url.searchParams.get('service')
    const isQuery = method === 'GET' && [...url.searchParams].length === 1
    return isQuery && service !== null && /^git-(upload|receive)-pack$/.test(service)
      ? { service, repository: named }
      : undefined
  }
  return method === 'POST' && url.search === '' ? { service: rest, repository: named } : undefined
}
