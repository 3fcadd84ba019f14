/** A recording: a session's log, and the content of every tree that it names. */
import { z } from 'zod'
import type { AgentEvent } from '../../protocol/events.ts'
import { contentHash } from '../store/content-hash.ts'
import { writtenEvent } from '../shapes/written-event.ts'

/** Raised when a reader of the format before could no longer make sense of it. */
export const RECORDING_VERSION = 1

export const HASH = /^[0-9a-f]{64}$/
const hash = z.string().regex(HASH)

/** Fields of a later version are passed over. */
export const manifestSchema = z.object({
  format: z.literal('vivarium-recording'),
  version: z.literal(RECORDING_VERSION),
  appVersion: z.string().max(100),
  title: z.string().max(500),
  /** Milliseconds since the epoch. */
  recordedAt: z.number(),
  /** Hashes of the trees that the log names, in its order, each once. */
  roots: z.array(hash),
})
export type Manifest = z.infer<typeof manifestSchema>

export interface Recording {
  readonly manifest: Manifest
  /** Numbered from 1 without holes. */
  readonly events: readonly AgentEvent[]
  /** Files, links' targets and directory objects, by their hash. */
  readonly blobs: ReadonlyMap<string, Uint8Array>
}

/** One event a line, as it is stored. */
export function logText(events: readonly AgentEvent[]): string {
  return events.map((event) => `${JSON.stringify(writtenEvent(event))}\n`).join('')
}

/** Identifies a recording, in either form. */
export function recordingHash({ events }: Pick<Recording, 'events'>): Promise<string> {
  return contentHash(new TextEncoder().encode(logText(events)))
}

/** Hashes of the trees that these events name, each once, in order. */
export function rootsOf(events: readonly AgentEvent[]): string[] {
  const roots = new Set<string>()
  mapRoots(events, (root) => {
    roots.add(root)
    return root
  })
  return [...roots]
}

/** The events with other hashes of trees. */
export function mapRoots(events: readonly AgentEvent[], map: (root: string) => string): AgentEvent[] {
  return events.map((event) => {
    switch (event.type) {
      case 'workspace_imported':
      case 'checkpoint':
        return { ...event, root: map(event.root) }
      case 'tool_result':
      case 'run_paused':
        return event.root === undefined ? event : { ...event, root: map(event.root) }
      default:
        return event
    }
  })
}

export function countCalls(events: readonly AgentEvent[]): number {
  return events.filter(({ type }) => type === 'tool_result').length
}
