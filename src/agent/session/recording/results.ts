/** Results of a recorded log that were too long for the conversation: their texts go with the recording where they fit. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { join, RESULTS } from '../../../sandbox/contract/path.ts'
import { RECORDING_CONTENT_BYTES } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { Recording } from './recording.ts'

/** Paths of the results that these events name, by the hash of the text. */
export function resultPaths(events: readonly AgentEvent[]): ReadonlyMap<string, string> {
  return new Map(
    events.flatMap((event) =>
      event.type === 'tool_result' && event.stored
        ? [[event.stored.hash, join(RESULTS, event.stored.name)]]
        : [],
    ),
  )
}

/**
 * Texts of these results, the latest first, as many as there is room for. One that is left out or not stored any more costs nothing
 * else: its beginning or end is in the log, and a replay makes it anew.
 */
export async function readResults(
  source: Pick<BlobStore, 'get'>,
  events: readonly AgentEvent[],
  trees: Recording['blobs'],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const hashes = [...resultPaths(events).keys()].filter((hash) => !trees.has(hash)).reverse()
  let left = RECORDING_CONTENT_BYTES - [...trees.values()].reduce((sum, { length }) => sum + length, 0)
  const found = new Map<string, Uint8Array>()
  for (const hash of hashes) {
    const [data] = await source.get([hash])
    if (data === undefined || data.length > left) continue
    left -= data.length
    found.set(hash, data.slice())
  }
  return found
}
