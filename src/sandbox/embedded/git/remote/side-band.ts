/** An answer in which data, progress and a fatal message come side by side. */
import { concatenate } from '../../../contract/bytes.ts'
import { GitFailure } from '../failure.ts'
import type { Session } from '../session.ts'
import { toText } from '../text.ts'
import type { PacketReader } from './pkt-line.ts'

/** The data of the first band up to the flush; the second band goes to stderr unless it is quiet. */
export async function readSideBand(
  session: Session,
  packets: PacketReader,
  quiet: boolean,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (;;) {
    const packet = await packets.next()
    if (packet === undefined || packet === 'flush') return concatenate(parts)
    const data = packet.subarray(1)
    if (packet[0] === 1) parts.push(data)
    else if (packet[0] === 2) {
      // Progress that is drawn over and over has carriage returns; what is kept are whole lines.
      const lines = toText(data)
        .split(/(?<=\n)/)
        .filter((line) => line.endsWith('\n'))
      if (!quiet)
        for (const line of lines)
          session.err(`remote: ${line.slice(line.lastIndexOf('\r', line.length - 2) + 1)}`)
    } else if (packet[0] === 3) throw new GitFailure(`remote error: ${toText(data).trim()}`)
    else throw new GitFailure(`protocol error: bad band #${packet[0] ?? ''}`)
  }
}
