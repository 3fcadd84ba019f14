/** A recording of a session, whole or up to a step, with all of its files or some. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { RecordingChoice } from '../../protocol/calls/history.ts'
import { cutLogs } from './cut-logs.ts'
import { allEvents, formatOf, mapLogs, mapRoots, rootsOf } from './recording.ts'
import type { RecordedLogs, Recording } from './recording.ts'
import { readResults } from './results.ts'
import { slimLogs } from './slim.ts'
import { readTrees } from './trees.ts'
import type { Trees } from './trees.ts'

/** The logs of the session are whole. */
export interface RecordingParts extends RecordedLogs {
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
  { events, threads, blobs, title, appVersion, now }: RecordingParts,
  choice: RecordingChoice,
): Promise<Result<MadeRecording>> {
  const chosen = cutLogs({ events, threads }, choice.toSeq)
  if (!chosen.events.some(({ type }) => type === 'user_message' || type === 'workspace_imported'))
    return fail('invalid', 'There is nothing to record yet: nothing was said and nothing imported.')
  const left = new Set(choice.without)
  const trees = await readTrees(
    blobs,
    rootsOf(allEvents(chosen)),
    (path, { kind }) => !left.has(path) && (kind !== 'directory' || !INSTALLED.test(path)),
  )
  if (!trees.ok) return trees
  const kept = (root: string) => trees.value.roots.get(root) ?? root
  const logs = mapLogs(slimLogs(chosen), (log) => mapRoots(log, kept))
  const manifest = {
    format: 'vivarium-recording',
    version: formatOf(logs),
    appVersion,
    title: (choice.title?.trim() || title).slice(0, 500),
    recordedAt: now,
    roots: rootsOf(allEvents(logs)),
  } as const
  const results = await readResults(blobs, allEvents(logs), trees.value.blobs)
  const recording = { manifest, ...logs, blobs: new Map([...trees.value.blobs, ...results]) }
  return ok({ recording, files: trees.value.files })
}
