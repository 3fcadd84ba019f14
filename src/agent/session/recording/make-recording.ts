/** A recording of a session, whole or up to a step, with all of its files or some. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import type { RecordingChoice } from '../../protocol/calls/history.ts'
import { repair } from '../log/repair.ts'
import { mapRoots, RECORDING_VERSION, rootsOf } from './recording.ts'
import type { Recording } from './recording.ts'
import { readResults } from './results.ts'
import { slim } from './slim.ts'
import { readTrees } from './trees.ts'
import type { Trees } from './trees.ts'

export interface RecordingParts {
  /** Events of the session, from its first on. */
  readonly events: readonly AgentEvent[]
  readonly blobs: Pick<BlobStore, 'get'>
  readonly title: string
  readonly appVersion: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

export interface MadeRecording {
  readonly recording: Recording
  readonly files: Trees['files']
}

/** Folders that are made anew from a lock file: too large for any recording, and left out unless they are asked for. */
const INSTALLED = /(^|\/)(node_modules|\.venv|__pycache__)$/

export async function makeRecording(
  { events, blobs, title, appVersion, now }: RecordingParts,
  choice: RecordingChoice,
): Promise<Result<MadeRecording>> {
  const chosen = upTo(events, choice.toSeq)
  if (!chosen.some(({ type }) => type === 'user_message' || type === 'workspace_imported'))
    return fail('invalid', 'There is nothing to record yet: nothing was said and nothing imported.')
  const left = new Set(choice.without)
  const trees = await readTrees(
    blobs,
    rootsOf(chosen),
    (path, { kind }) => !left.has(path) && (kind !== 'directory' || !INSTALLED.test(path)),
  )
  if (!trees.ok) return trees
  const log = mapRoots(slim(chosen), (root) => trees.value.roots.get(root) ?? root)
  const manifest = {
    format: 'vivarium-recording',
    version: RECORDING_VERSION,
    appVersion,
    title: (choice.title?.trim() || title).slice(0, 500),
    recordedAt: now,
    roots: rootsOf(log),
  } as const
  const results = await readResults(blobs, log, trees.value.blobs)
  const recording = { manifest, events: log, blobs: new Map([...trees.value.blobs, ...results]) }
  return ok({ recording, files: trees.value.files })
}

/** The log up to that step; work under way is ended as a tab's end would have ended it. */
export function upTo(events: readonly AgentEvent[], seq: number | undefined): readonly AgentEvent[] {
  const kept = seq === undefined ? events : events.filter((event) => event.seq <= seq)
  const last = kept.at(-1)
  if (!last) return kept
  const ends = repair(kept).map((body, index) => ({ ...body, seq: last.seq + 1 + index, at: last.at }))
  return [...kept, ...ends]
}
