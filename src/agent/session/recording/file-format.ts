/** `.vivarium`: a zip with `manifest.json`, `log.jsonl`, `threads/<id>.jsonl` and `blobs/<sha-256>`. */
import { unzipSync, zipSync } from 'fflate'
import type { Zippable } from 'fflate'
import type { Result } from '../../../sandbox/contract/errors.ts'
import {
  RECORDING_BYTES,
  RECORDING_CONTENT_BYTES,
  RECORDING_EVENT_BYTES,
  RECORDING_EVENTS,
  RECORDING_OBJECTS,
} from '../../limits.ts'
import { checkRecording, eventPlace, parseHostile, requireKnownFormat } from './check-recording.ts'
import type { UncheckedThread } from './check-threads.ts'
import { damaged, RecordingProblem, refusing, tooLarge } from './problem.ts'
import { inOrder, logText, threadFile } from './recording.ts'
import type { Recording } from './recording.ts'

const MANIFEST = 'manifest.json'
const LOG = 'log.jsonl'
const THREAD = /^threads\/([0-9a-f-]{8,64})\.jsonl$/
const BLOB = /^blobs\/([0-9a-f]{64})$/

/** The same recording gives the same bytes. */
export function writeFile({ manifest, events, threads, blobs }: Recording): Uint8Array {
  const encoder = new TextEncoder()
  const entries: Zippable = {
    [MANIFEST]: encoder.encode(`${JSON.stringify(manifest, undefined, 2)}\n`),
    [LOG]: encoder.encode(logText(events)),
  }
  for (const thread of threads) entries[threadFile(thread.id)] = encoder.encode(logText(thread.events))
  for (const hash of [...blobs.keys()].sort()) entries[`blobs/${hash}`] = blobs.get(hash) ?? new Uint8Array()
  // A zip has times from 1980 on; that of whoever recorded it is nobody's business.
  return zipSync(entries, { level: 9, mtime: '1980-01-01T00:00:00' })
}

/** Never more memory than the limits say, whatever the file claims. */
export function readFile(data: Uint8Array): Promise<Result<Recording>> {
  return refusing(async () => {
    if (data.length > RECORDING_BYTES)
      throw tooLarge(`the file has ${data.length} bytes, and at most ${RECORDING_BYTES} can be opened`)
    requireKnownFormat(manifestIn(data))
    const entries = unpack(data)
    const manifest = entries.get(MANIFEST)
    const log = entries.get(LOG)
    if (!manifest || !log) throw damaged(`it has no ${manifest ? LOG : MANIFEST}`)
    const blobs = new Map<string, Uint8Array>()
    const lines = new Lines()
    const events = lines.read(log, LOG)
    const threads: UncheckedThread[] = []
    for (const [name, content] of entries) {
      const hash = BLOB.exec(name)?.[1]
      if (hash !== undefined) blobs.set(hash, content)
      const id = THREAD.exec(name)?.[1]
      if (id !== undefined) threads.push({ id, events: lines.read(content, name, id) })
    }
    return checkRecording({
      manifest: parseHostile(textOf(manifest, MANIFEST), MANIFEST),
      events,
      threads: inOrder(threads),
      blobs,
      streamedLimit: RECORDING_CONTENT_BYTES,
    })
  })
}

/** Read ahead of all else: a later format may have files that this one has not. Undefined where there is none, or a huge one. */
function manifestIn(data: Uint8Array): unknown {
  try {
    const filter = ({ name, originalSize }: { name: string; originalSize: number }) =>
      name === MANIFEST && originalSize <= RECORDING_EVENT_BYTES
    const content = unzipSync(data, { filter })[MANIFEST]
    return content && parseHostile(textOf(content, MANIFEST), MANIFEST)
  } catch (error) {
    if (error instanceof RecordingProblem) throw error
    return undefined // No archive, as will be said of the whole.
  }
}

function unpack(data: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const sizes = new Map<string, number>()
  let bytes = 0
  try {
    const entries = unzipSync(data, {
      filter: ({ name, originalSize }) => {
        if (name !== MANIFEST && name !== LOG && !BLOB.test(name) && !THREAD.test(name))
          throw damaged(`it holds "${name.slice(0, 80)}", which no recording has`)
        if (sizes.has(name)) throw damaged(`it holds ${name} twice`)
        sizes.set(name, originalSize)
        bytes += originalSize
        if (sizes.size > RECORDING_OBJECTS || bytes > RECORDING_CONTENT_BYTES)
          throw tooLarge('unpacked it would be more than a recording may have')
        return true
      },
    })
    for (const [name, content] of Object.entries(entries))
      if (content.length !== sizes.get(name)) throw damaged(`${name} has another length than it says`)
    return new Map(Object.entries(entries))
  } catch (error) {
    if (error instanceof RecordingProblem) throw error
    throw damaged('it is no zip archive, or only a part of one')
  }
}

function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw damaged(`${name} is no text`)
  }
}

/** Reads logs, whose events are counted together: lines of few bytes would become objects of many. */
class Lines {
  #count = 0

  read(data: Uint8Array, name: string, thread?: string): unknown[] {
    const lines = textOf(data, name).split('\n')
    if (lines.pop() !== '') throw damaged(`${name} ends in the middle of an event`)
    this.#count += lines.length
    if (this.#count > RECORDING_EVENTS) throw tooLarge(`it has more than ${RECORDING_EVENTS} events`)
    return lines.map((line, index) => {
      const place = eventPlace(index, thread)
      if (line.length > RECORDING_EVENT_BYTES) throw tooLarge(`${place} is too long`)
      return parseHostile(line, place)
    })
  }
}
