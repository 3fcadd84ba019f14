/** A recording: a session's logs, and the content of every tree that they name. */
import { z } from 'zod'
import type { AgentEvent } from '../../protocol/events.ts'
import { contentHash } from '../store/content-hash.ts'
import { writtenEvent } from '../shapes/written-event.ts'

/** The format before sessions had threads. */
export const WITHOUT_THREADS = 1
/** The newest format. Raised when a reader of the format before could no longer make sense of it. */
export const RECORDING_VERSION = 2

export const HASH = /^[0-9a-f]{64}$/
const hash = z.string().regex(HASH)

/** Fields of a later version are passed over. */
export const manifestSchema = z.object({
  format: z.literal('vivarium-recording'),
  version: z.union([z.literal(WITHOUT_THREADS), z.literal(RECORDING_VERSION)]),
  appVersion: z.string().max(100),
  title: z.string().max(500),
  /** Milliseconds since the epoch. */
  recordedAt: z.number(),
  /** Hashes of the trees that the logs name, each once: in the order of the main log, then of the threads. */
  roots: z.array(hash),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The log of an agent that another one has started. */
export interface RecordedThread {
  readonly id: string
  /** Numbered from 1 without holes; the first is `thread_started`. */
  readonly events: readonly AgentEvent[]
}

export interface RecordedLogs {
  /** The main thread, numbered from 1 without holes. */
  readonly events: readonly AgentEvent[]
  /** All others, in the order of their ids. The log that started one may be there without it, but none without that log. */
  readonly threads: readonly RecordedThread[]
}

export interface Recording extends RecordedLogs {
  readonly manifest: Manifest
  /** Files, links' targets and directory objects, by their hash. */
  readonly blobs: ReadonlyMap<string, Uint8Array>
}

/** Events of the main thread, then of the others. */
export function allEvents({ events, threads }: RecordedLogs): readonly AgentEvent[] {
  return [events, ...threads.map((thread) => thread.events)].flat()
}

/** The main log is changed first, then each thread. */
export function mapLogs(
  { events, threads }: RecordedLogs,
  change: (events: readonly AgentEvent[]) => readonly AgentEvent[],
): RecordedLogs {
  const main = change(events)
  return {
    events: main,
    threads: threads.map((thread) => ({ id: thread.id, events: change(thread.events) })),
  }
}

export function inOrder<T extends { readonly id: string }>(threads: readonly T[]): T[] {
  return threads.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * The lowest format that tells all of these logs: older deployments go on reading a recording of a session without agents. They
 * know neither threads nor that `agent_ended` may name a tree.
 */
export function formatOf({ events, threads }: RecordedLogs): Manifest['version'] {
  const namesTree = events.some((event) => event.type === 'agent_ended' && event.root !== undefined)
  return threads.length > 0 || namesTree ? RECORDING_VERSION : WITHOUT_THREADS
}

export function hasThreads(version: Manifest['version']): boolean {
  return version !== WITHOUT_THREADS
}

export function threadFile(id: string): string {
  return `threads/${id}.jsonl`
}

/** One event a line, as it is stored. */
export function logText(events: readonly AgentEvent[]): string {
  return events.map((event) => `${JSON.stringify(writtenEvent(event))}\n`).join('')
}

/** Identifies a recording, in either form. Sessions have stored it: one without threads keeps the hash that it had before these. */
export function recordingHash({ events, threads }: RecordedLogs): Promise<string> {
  // No event is written as the name of a file.
  const others = threads.map((thread) => `${threadFile(thread.id)}\n${logText(thread.events)}`)
  return contentHash(new TextEncoder().encode([logText(events), ...others].join('')))
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
      case 'thread_started':
      case 'agent_ended':
        return event.root === undefined ? event : { ...event, root: map(event.root) }
      default:
        return event
    }
  })
}

export function countCalls(events: readonly AgentEvent[]): number {
  return events.filter(({ type }) => type === 'tool_result').length
}
