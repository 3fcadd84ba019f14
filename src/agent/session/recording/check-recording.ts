/**
 * A recording is hostile until proven otherwise: its events are read as those of any stored log, its trees are
 * checked object by object. A recording that passes can be stored and shown; it still grants nothing
 * (`recording_opened`).
 *
 * Events and fields that only a later version knows are data: bounded in size and depth, stored, and written out
 * again. Screen, conversation and requests to the model never have them (`shapes/lift-event`).
 */
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { fieldsOf } from '../../../sandbox/page/fields.ts'
import { RECORDING_EVENT_DEPTH, RECORDING_EVENTS, RECORDING_UNKNOWN_CHARS } from '../../limits.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { readEvent } from '../shapes/lift-event.ts'
import { storedShape } from '../shapes/stored-shape.ts'
import { contentHash } from '../store/content-hash.ts'
import { requireLineage, requireThreadNames } from './check-threads.ts'
import type { UncheckedThread } from './check-threads.ts'
import { requireLittleWork } from './check-work.ts'
import { damaged, RecordingProblem, refusing, tooLarge } from './problem.ts'
import { allEvents, HASH, manifestSchema, RECORDING_VERSION, rootsOf } from './recording.ts'
import type { Manifest, RecordedLogs, Recording } from './recording.ts'
import { resultPaths } from './results.ts'
import { readTrees } from './trees.ts'

export interface UncheckedRecording {
  readonly manifest: unknown
  readonly events: readonly unknown[]
  /** Sorted by `inOrder`. */
  readonly threads: readonly UncheckedThread[]
  readonly blobs: ReadonlyMap<string, Uint8Array>
  /** Characters that the streamed parts of its texts may have together: at most those that were read. */
  readonly streamedLimit: number
}

/** The latest time that a date can have. */
const LATEST = 8.64e15

export function checkRecording({
  manifest,
  events,
  threads,
  blobs,
  streamedLimit,
}: UncheckedRecording): Promise<Result<Recording>> {
  return refusing(async () => {
    const known = readManifest(manifest)
    requireThreadNames(threads, known.version)
    const logs = readLogs({ events, threads }, streamedLimit)
    const all = allEvents(logs)
    const roots = rootsOf(all)
    if (roots.join() !== known.roots.join()) throw damaged('its list of trees is not that of its log')
    await checkHashes(blobs)
    const trees = await readTrees(
      { get: async (hashes) => hashes.map((hash) => blobs.get(hash)) },
      roots,
      () => true,
    )
    if (!trees.ok && trees.error.kind === 'too_large') throw tooLarge('its trees name too many files')
    if (!trees.ok) throw damaged('the content of some of its files is missing or of the wrong kind')
    const named = resultPaths(all)
    const results = [...blobs].filter(([hash]) => named.has(hash))
    return ok({ manifest: known, ...logs, blobs: new Map([...trees.value.blobs, ...results]) })
  })
}

/** Ceilings hold for all logs together. */
function readLogs(
  { events, threads }: Pick<UncheckedRecording, 'events' | 'threads'>,
  streamedLimit: number,
): RecordedLogs {
  const unread = [events, ...threads.map((thread) => thread.events)].flat()
  if (unread.length > RECORDING_EVENTS)
    throw tooLarge(`it has ${unread.length} events, and at most ${RECORDING_EVENTS} can be opened`)
  if (streamedChars(unread) > streamedLimit)
    throw tooLarge(`the texts of its log have more than ${streamedLimit} characters`)
  const logs = {
    events: events.map((event, index) => checkEvent(event, index, eventPlace(index))),
    threads: threads.map(({ id, events: log }) => ({
      id,
      events: log.map((event, index) => checkEvent(event, index, eventPlace(index, id))),
    })),
  }
  if (unknownChars(allEvents(logs)) > RECORDING_UNKNOWN_CHARS)
    throw tooLarge('too much of its log is of a later version of Vivarium')
  requireLittleWork(logs)
  requireLineage(logs)
  return logs
}

/** How messages name an event. */
export function eventPlace(index: number, thread?: string): string {
  return thread === undefined ? `event ${index + 1}` : `event ${index + 1} of thread ${thread}`
}

/** Parts may share memory and be short in it. Written out or hashed, each takes its own. */
function streamedChars(events: readonly unknown[]): number {
  let chars = 0
  for (const event of events)
    if (typeof event === 'object' && event !== null && 'text' in event && typeof event.text === 'string')
      chars += event.text.length
  return chars
}

/** Throws `RecordingProblem` for a format that only a later version knows. */
export function requireKnownFormat(manifest: unknown): void {
  const version = versionOf(manifest)
  if (version !== undefined && version > RECORDING_VERSION) {
    throw new RecordingProblem(
      'unsupported',
      `This recording has format ${version}; this Vivarium reads up to ${RECORDING_VERSION}. Nothing was opened.`,
      'Reload the page for a newer version of Vivarium, then open it again.',
    )
  }
}

function readManifest(manifest: unknown): Manifest {
  requireKnownFormat(manifest)
  const parsed = manifestSchema.safeParse(manifest)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw damaged(`its manifest is wrong at "${issue?.path.join('.') ?? ''}"`)
}

function versionOf(manifest: unknown): number | undefined {
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return undefined
  return typeof manifest.version === 'number' ? manifest.version : undefined
}

function checkEvent(value: unknown, index: number, place: string): AgentEvent {
  if (typeof value !== 'object' || value === null) throw damaged(`${place} is none`)
  const { seq, at, type } = fieldsOf(value)
  if (seq !== index + 1) throw damaged(`${place} has another number`)
  if (typeof at !== 'number' || !(at >= 0 && at <= LATEST)) throw damaged(`${place} has no time`)
  if (typeof type !== 'string') throw damaged(`${place} is not as a log has it, at "type"`)
  if (isDeeper(value, RECORDING_EVENT_DEPTH))
    throw tooLarge(`${place} has too many values within one another`)
  return readEvent(value, seq)
}

/** Readers and writers take a step of the stack for each. */
function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((part) => isDeeper(part, most - 1))
}

/** Characters of the events of which not all was read as it is. */
function unknownChars(events: readonly AgentEvent[]): number {
  return events.reduce((chars, event) => {
    const stored = storedShape(event)
    return stored ? chars + JSON.stringify(stored.raw).length : chars
  }, 0)
}

async function checkHashes(blobs: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [hash, data] of blobs) {
    // Bytes read from a file or a link are never shared memory.
    const found = await contentHash(data as Uint8Array<ArrayBuffer>)
    if (!HASH.test(hash) || found !== hash)
      throw damaged(`the object ${hash.slice(0, 12)}… has another content`)
  }
}

/** Throws on what is no JSON, and on keys that are no names of fields. */
export function parseHostile(text: string, what: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (key === '__proto__') throw damaged(`${what} has a field that no recording has`)
      return value
    })
  } catch (error) {
    if (error instanceof RecordingProblem) throw error
    throw damaged(`${what} cannot be read`)
  }
}
