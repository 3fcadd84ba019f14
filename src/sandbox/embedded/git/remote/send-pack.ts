/** Sends commits to a remote, and reads what it made of them. */
import { concatenate } from '../../../contract/bytes.ts'
import { GitFailure } from '../failure.ts'
import { packHistory } from '../pack-history.ts'
import type { Repository } from '../repository.ts'
import { peel } from '../revision/resolve.ts'
import type { Session } from '../session.ts'
import { NULL_OID } from '../store/objects.ts'
import { PackBuilder } from '../store/pack-builder.ts'
import { fromText } from '../text.ts'
import { callService, type Advertisement } from './http.ts'
import { FLUSH, packetLine, PacketReader } from './pkt-line.ts'
import { readSideBand } from './side-band.ts'

export interface RefUpdate {
  /** Full name on the remote. */
  readonly name: string
  /** `NULL_OID` when it is not there yet. */
  readonly before: string
  /** `NULL_OID` to delete it. */
  readonly after: string
}

/** By name: undefined when it was taken, else the remote's reason. */
export async function sendPack(
  session: Session,
  repository: Repository,
  push: {
    url: string
    remote: Advertisement
    updates: readonly RefUpdate[]
    quiet: boolean
    atomic: boolean
  },
): Promise<ReadonlyMap<string, string | undefined>> {
  const { url, remote, updates, quiet, atomic } = push
  const { capabilities } = remote
  if (!capabilities.has('report-status'))
    throw new GitFailure('the remote does not report what it does with a push')
  if (atomic && !capabilities.has('atomic'))
    throw new GitFailure('the receiving end does not support --atomic push')
  if (!capabilities.has('delete-refs') && updates.some(({ after }) => after === NULL_OID))
    throw new GitFailure('the remote does not allow references to be deleted')
  const features = [
    'report-status',
    ...(capabilities.has('side-band-64k') ? ['side-band-64k'] : []),
    ...(atomic ? ['atomic'] : []),
    'agent=git/vivarium',
  ].join(' ')
  const commands = updates.map(({ before, after, name }, index) =>
    packetLine(`${before} ${after} ${name}${index === 0 ? `\0 ${features}` : ''}`),
  )
  const answer = await callService(
    session,
    url,
    'git-receive-pack',
    concatenate([...commands, FLUSH, packOf(repository, remote, updates)]),
  )
  try {
    const packets = new PacketReader(answer.read)
    if (!capabilities.has('side-band-64k')) return await readReport(packets)
    const report = await readSideBand(session, packets, quiet)
    let isRead = false
    const once = () => {
      const part = isRead ? new Uint8Array(0) : report
      isRead = true
      return Promise.resolve(part)
    }
    return await readReport(new PacketReader(once))
  } finally {
    answer.close()
  }
}

/** Everything that the remote does not have, as far as what it advertises says. */
function packOf(repository: Repository, { refs }: Advertisement, updates: readonly RefUpdate[]): Uint8Array {
  const sent = updates.filter(({ after }) => after !== NULL_OID)
  if (sent.length === 0) return fromText('')
  const known = refs.flatMap(({ oid }) =>
    repository.objects.has(oid) ? (peel(repository, oid, 'commit') ?? []) : [],
  )
  const builder = new PackBuilder()
  packHistory(repository, builder, {
    refs: sent.map(({ name, after }) => ({ name, oid: after })),
    unwanted: known,
  })
  return builder.finish().pack
}

async function readReport(packets: PacketReader): Promise<Map<string, string | undefined>> {
  const report = new Map<string, string | undefined>()
  for (;;) {
    const line = await packets.text()
    if (line === undefined || line === 'flush') return report
    const [, unpacked] = /^unpack (.*)$/.exec(line) ?? []
    if (unpacked !== undefined && unpacked !== 'ok') throw new GitFailure(`remote unpack failed: ${unpacked}`)
    const [, state, name, reason] = /^(ok|ng) (\S+)(?: (.*))?$/.exec(line) ?? []
    if (name !== undefined) report.set(name, state === 'ok' ? undefined : (reason ?? 'failed'))
  }
}
