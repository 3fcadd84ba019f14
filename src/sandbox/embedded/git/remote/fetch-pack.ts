/** Brings objects over: says what is wanted and what is here already, and takes the pack that comes. */
import { concatenate } from '../../../contract/bytes.ts'
import { GIT_FETCH_MAX_HAVES } from '../../../contract/limits.ts'
import { GitFailure } from '../failure.ts'
import type { Repository } from '../repository.ts'
import { peel } from '../revision/resolve.ts'
import { reachable } from '../revision/walk.ts'
import type { Session } from '../session.ts'
import { importPack } from '../store/unpack.ts'
import { fromText } from '../text.ts'
import { callService, type Advertisement } from './http.ts'
import { FLUSH, packetLine, PacketReader } from './pkt-line.ts'
import { readSideBand } from './side-band.ts'

export interface FetchRequest {
  readonly url: string
  readonly remote: Advertisement
  readonly wants: readonly string[]
  /** Commits from each tip; the history before is left out. */
  readonly depth: number | undefined
  readonly quiet: boolean
}

/** One round: all that could be common is said at once, so that the server need not remember anything. */
export async function fetchPack(
  session: Session,
  repository: Repository,
  fetch: FetchRequest,
): Promise<void> {
  const { url, remote, depth, quiet } = fetch
  const wants = [...new Set(fetch.wants)].filter((oid) => depth !== undefined || !repository.objects.has(oid))
  if (wants.length === 0) return
  if (depth !== undefined && !remote.capabilities.has('shallow'))
    throw new GitFailure('Server does not support shallow requests')
  const body = concatenate([
    ...wants.map((oid, index) => packetLine(`want ${oid}${index === 0 ? ` ${features(remote)}` : ''}\n`)),
    ...[...repository.objects.shallow].map((oid) => packetLine(`shallow ${oid}\n`)),
    ...(depth === undefined ? [] : [packetLine(`deepen ${depth}\n`)]),
    FLUSH,
    ...haves(repository).map((oid) => packetLine(`have ${oid}\n`)),
    packetLine('done\n'),
  ])
  const answer = await callService(session, url, 'git-upload-pack', body)
  try {
    const packets = new PacketReader(answer.read)
    const shallow = depth === undefined ? undefined : await readShallow(repository, packets)
    await readAcknowledgements(packets)
    const pack = remote.capabilities.has('side-band-64k')
      ? await readSideBand(session, packets, quiet)
      : await packets.rest()
    if (pack.length === 0) throw new GitFailure('early EOF: the remote sent no pack')
    importPack(repository.objects, pack)
    if (shallow) writeShallow(repository, shallow)
  } finally {
    answer.close()
  }
}

function features({ capabilities }: Advertisement): string {
  const wanted = [
    'multi_ack_detailed',
    'side-band-64k',
    'thin-pack',
    'ofs-delta',
    'include-tag',
    'no-progress',
  ]
  return [...wanted.filter((name) => capabilities.has(name)), 'agent=git/vivarium'].join(' ')
}

/** The youngest commits here: what both have is nearly always among them. */
function haves(repository: Repository): string[] {
  const tips = repository.refs.list('refs/').flatMap(({ oid }) => peel(repository, oid, 'commit') ?? [])
  const found: string[] = []
  for (const oid of reachable(repository.objects, tips)) {
    found.push(oid)
    if (found.length >= GIT_FETCH_MAX_HAVES) break
  }
  return found
}

async function readShallow(repository: Repository, packets: PacketReader): Promise<Set<string>> {
  const shallow = new Set(repository.objects.shallow)
  for (;;) {
    const line = await packets.text()
    if (line === 'flush') return shallow
    const [, mark, oid] = /^(shallow|unshallow) ([0-9a-f]{40})$/.exec(line ?? '') ?? []
    if (oid === undefined) throw new GitFailure(`expected shallow/unshallow, got ${line ?? 'the end'}`)
    if (mark === 'shallow') shallow.add(oid)
    else shallow.delete(oid)
  }
}

/** Up to the last one, which says whether a base was agreed on. */
async function readAcknowledgements(packets: PacketReader): Promise<void> {
  for (;;) {
    const line = await packets.text()
    if (line === 'NAK' || /^ACK [0-9a-f]{40}$/.test(line ?? '')) return
    if (line === undefined || line === 'flush' || !/^ACK [0-9a-f]{40} (continue|common|ready)$/.test(line))
      throw new GitFailure(`git fetch-pack: expected ACK/NAK, got '${line ?? 'a flush'}'`)
  }
}

function writeShallow(repository: Repository, shallow: ReadonlySet<string>): void {
  const path = `${repository.commonDir}/shallow`
  if (shallow.size === 0) repository.files.remove(path)
  else
    repository.files.replace(
      path,
      fromText(
        [...shallow]
          .sort()
          .map((oid) => `${oid}\n`)
          .join(''),
      ),
    )
  repository.objects.rereadShallow()
}
