/** A repository across the network, by git's smart HTTP: what it has, and requests to its two services. */
import { GitFailure } from '../failure.ts'
import type { GitAnswer, Session } from '../session.ts'
import { isRefName, type Ref } from '../store/refs.ts'
import { PacketReader } from './pkt-line.ts'

export type Service = 'git-upload-pack' | 'git-receive-pack'

/** Reference advertisement: the first answer of a remote. */
export interface Advertisement {
  /** With `HEAD`, and `^{}` for what tags lead to. Names that git does not allow are left out. */
  readonly refs: readonly Ref[]
  readonly capabilities: ReadonlySet<string>
  /** The branch that HEAD leads to. */
  readonly head: string | undefined
}

export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}

/** Without what a slash at its end would add. */
export function repositoryUrl(address: string): string {
  return address.replace(/\/+$/, '')
}

export async function advertised(session: Session, url: string, service: Service): Promise<Advertisement> {
  const answer = await request(session, url, {
    path: `/info/refs?service=${service}`,
    method: 'GET',
    headers: [],
  })
  const type = answer.header('content-type') ?? ''
  const packets = new PacketReader(answer.read)
  if (!type.startsWith(`application/x-${service}-advertisement`)) {
    answer.close()
    throw new GitFailure(
      `${url}/info/refs not valid: is this a git repository?\nhint: It answers, but not as git's smart HTTP does.`,
    )
  }
  try {
    await packets.text()
    await packets.next()
    return await readAdvertisement(packets)
  } finally {
    answer.close()
  }
}

async function readAdvertisement(packets: PacketReader): Promise<Advertisement> {
  const refs: Ref[] = []
  let capabilities = new Set<string>()
  for (;;) {
    const line = await packets.text()
    if (line === 'flush' || line === undefined) break
    const [entry = '', features] = line.split('\0')
    if (features !== undefined) capabilities = new Set(features.split(' ').filter(Boolean))
    const [, oid, name] = /^([0-9a-f]{40}) (.+)$/.exec(entry) ?? []
    if (oid !== undefined && name !== undefined && isSoundName(name)) refs.push({ oid, name })
  }
  const symbolic = [...capabilities]
    .find((text) => text.startsWith('symref=HEAD:'))
    ?.slice('symref=HEAD:'.length)
  const tip = refs.find(({ name }) => name === 'HEAD')?.oid
  const guess = refs.find(({ name, oid }) => name.startsWith('refs/heads/') && oid === tip)?.name
  return { refs, capabilities, head: symbolic !== undefined && isSoundName(symbolic) ? symbolic : guess }
}

/** A remote may say anything: a name that leads out of `refs/` must not become a file here. */
function isSoundName(name: string): boolean {
  if (name === 'HEAD') return true
  const plain = name.replace(/\^\{\}$/, '')
  return plain.startsWith('refs/') && isRefName(plain.slice('refs/'.length))
}

export async function callService(
  session: Session,
  url: string,
  service: Service,
  body: Uint8Array,
): Promise<GitAnswer> {
  return request(session, url, {
    path: `/${service}`,
    method: 'POST',
    headers: [
      ['Content-Type', `application/x-${service}-request`],
      ['Accept', `application/x-${service}-result`],
    ],
    body,
  })
}

async function request(
  session: Session,
  url: string,
  call: { path: string; method: string; headers: readonly (readonly [string, string])[]; body?: Uint8Array },
): Promise<GitAnswer> {
  const { path, ...rest } = call
  const answer = await session.io.request({ url: `${url}${path}`, ...rest })
  if ('failure' in answer) throw new GitFailure(`unable to access '${url}/': ${answer.failure}`)
  if (answer.status === 200) return answer
  answer.close()
  if (answer.status === 401 || answer.status === 403)
    throw new GitFailure(
      `Authentication failed for '${url}/' (${answer.status})\nhint: Keep a token for ${new URL(url).host} under Settings, "Git host"; it is added on the way out, where you have allowed it for this repository.`,
    )
  if (answer.status === 404) throw new GitFailure(`repository '${url}/' not found`)
  throw new GitFailure(`unable to access '${url}/': The requested URL returned error: ${answer.status}`)
}
