/** Unpacks a zip of a repository. Everything is checked: a hostile or damaged archive gives a failure, never a part. */
import { inflateSync } from 'fflate'
import type { ImportProgress } from '../contract/contract.ts'
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import { ARCHIVE_YIELD_MS, PATH_MAX_BYTES, SYMLINK_MAX_FOLLOWS } from '../contract/limits.ts'
import { nameOfBytes } from '../contract/name-bytes.ts'
import { ArchiveError } from './archive-error.ts'
import { crc32 } from './crc32.ts'
import { planEntries } from './entry-plan.ts'
import type { PlannedEntry } from './entry-plan.ts'
import { readZipDirectory } from './zip-directory.ts'
import type { ZipEntry } from './zip-directory.ts'

/** Parents come before what is in them only where the archive has entries for them. */
export type UnpackedEntry =
  | { readonly kind: 'file'; readonly path: string; readonly mode: number; readonly data: Uint8Array }
  | { readonly kind: 'directory'; readonly path: string; readonly mode: number }
  | { readonly kind: 'symlink'; readonly path: string; readonly target: string }

export interface UnpackedArchive {
  readonly entries: readonly UnpackedEntry[]
  readonly folder: string | undefined
  readonly files: number
  readonly bytes: number
}

export interface UnpackOptions {
  readonly signal: AbortSignal
  /** The top-level folder and side files are kept: as a command unpacks, not as a repository is imported. */
  readonly isWhole?: boolean
  /** Nothing is unpacked of an archive that has more bytes than these; without it the contract's limit counts. */
  readonly maxBytes?: number
  readonly onProgress?: (progress: ImportProgress) => void
}

/** Yields to the event loop now and then, so that progress is seen and a cancel is heard. */
export async function readZip(bytes: Uint8Array, options: UnpackOptions): Promise<Result<UnpackedArchive>> {
  try {
    const zip = readZipDirectory(bytes)
    const plan = planEntries(zip, options.isWhole)
    checkSize(plan.bytes, options.maxBytes)
    checkOverlap(zip, bytes)
    const entries: UnpackedEntry[] = []
    let bytesDone = 0
    let filesDone = 0
    let lastPause = performance.now()
    for (const planned of plan.entries) {
      const entry = unpack(planned, bytes)
      entries.push(entry)
      bytesDone += planned.kind === 'directory' ? 0 : planned.entry.size
      filesDone += planned.kind === 'directory' ? 0 : 1
      if (performance.now() - lastPause < ARCHIVE_YIELD_MS) continue
      options.onProgress?.({
        phase: 'unpacking',
        filesDone,
        filesTotal: plan.files,
        bytesDone,
        bytesTotal: plan.bytes,
      })
      await pause()
      if (options.signal.aborted) return cancelled()
      lastPause = performance.now()
    }
    if (options.signal.aborted) return cancelled()
    checkLinks(entries)
    const { folder, files } = plan
    return ok({ entries, folder, files, bytes: plan.bytes })
  } catch (error) {
    if (error instanceof ArchiveError)
      return fail('archive', `${error.message} Nothing was imported.`, { hint: error.hint })
    throw error
  }
}

function checkSize(bytes: number, most: number = Infinity): void {
  if (bytes > most)
    throw new ArchiveError(`Unpacked, the archive has ${bytes} bytes; at most ${most} are taken.`)
}

function cancelled(): Result<never> {
  return fail('cancelled', 'The import was cancelled; nothing was changed.')
}

function unpack(planned: PlannedEntry, bytes: Uint8Array): UnpackedEntry {
  const { path, kind, mode, entry } = planned
  if (kind === 'directory') return { kind, path, mode }
  const data = inflate(entry, bytes)
  if (crc32(data) !== entry.crc) throw damaged(entry, 'its checksum is wrong')
  if (kind === 'file') return { kind, path, mode, data }
  return { kind, path, target: nameOfBytes(data) }
}

const LOCAL = 0x04034b50
const LOCAL_BYTES = 30

function inflate(entry: ZipEntry, bytes: Uint8Array): Uint8Array {
  const start = dataStart(entry, bytes)
  const packed = bytes.subarray(start, start + entry.compressedSize)
  if (packed.length !== entry.compressedSize) throw damaged(entry, 'it is cut off')
  if (entry.method === 0) {
    if (entry.size !== entry.compressedSize) throw damaged(entry, 'its sizes do not fit')
    return packed.slice()
  }
  try {
    // The buffer has exactly the stated size: an entry that holds more cannot grow beyond it.
    const data = inflateSync(packed, { out: new Uint8Array(entry.size) })
    if (data.length !== entry.size) throw damaged(entry, 'it has another size than it says')
    return data
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    throw damaged(entry, error instanceof Error ? error.message : String(error))
  }
}

function dataStart(entry: ZipEntry, bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { offset } = entry
  if (offset + LOCAL_BYTES > bytes.length || view.getUint32(offset, true) !== LOCAL)
    throw damaged(entry, 'its header is missing')
  return offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
}

/** Entries that share bytes are how small archives unpack to petabytes. */
function checkOverlap(zip: readonly ZipEntry[], bytes: Uint8Array): void {
  const spans = zip
    .map((entry) => ({ entry, start: entry.offset, end: dataStart(entry, bytes) + entry.compressedSize }))
    .sort((a, b) => a.start - b.start)
  let end = 0
  for (const span of spans) {
    if (span.start < end) {
      throw new ArchiveError(
        `The entry ${JSON.stringify(span.entry.name)} overlaps another one; that is how archive bombs are made.`,
      )
    }
    end = span.end
  }
}

/** A place of the archive that has links in it, or is one. */
interface LinkPlace {
  readonly inside: Map<string, LinkPlace>
  target: string | undefined
}

/** Refuses each link that leads out of the root, by itself or through other links of the archive. */
function checkLinks(entries: readonly UnpackedEntry[]): void {
  const links = entries.filter((entry) => entry.kind === 'symlink')
  const root: LinkPlace = { inside: new Map(), target: undefined }
  for (const { path, target } of links) {
    let place = root
    for (const step of path.split('/')) {
      const next = place.inside.get(step) ?? { inside: new Map(), target: undefined }
      place.inside.set(step, next)
      place = next
    }
    place.target = target
  }
  for (const { path, target } of links)
    if (leadsOut(path, root))
      throw new ArchiveError(
        `The symbolic link ${JSON.stringify(path)} leads out of the repository, to ${JSON.stringify(target)}.`,
      )
}

/**
 * Follows the link step by step, as a kernel does: `..` goes up from the place that a link has led to. A step that the
 * archive has no entry for counts as a folder, and more steps than a path can have as a way out. A cycle leads nowhere.
 */
function leadsOut(path: string, root: LinkPlace): boolean {
  /** From below the root to where it is now; undefined is a place without links. */
  const at: (LinkPlace | undefined)[] = []
  /** Steps still to be taken, the next one last. */
  const ahead = path.split('/').reverse()
  let [follows, steps] = [0, 0]
  for (let step = ahead.pop(); step !== undefined; step = ahead.pop()) {
    steps += 1
    if (steps > PATH_MAX_BYTES) return true
    if (step === '' || step === '.') continue
    if (step === '..') {
      if (at.length === 0) return true
      at.pop()
      continue
    }
    const place = (at.length === 0 ? root : at.at(-1))?.inside.get(step)
    if (place?.target === undefined) {
      at.push(place)
      continue
    }
    const { target } = place
    if (target.startsWith('/') || target.includes('\0') || target.length > PATH_MAX_BYTES) return true
    follows += 1
    if (follows > SYMLINK_MAX_FOLLOWS) return false
    ahead.push(...target.split('/').reverse())
  }
  return false
}

function damaged(entry: ZipEntry, why: string): ArchiveError {
  return new ArchiveError(
    `The entry ${JSON.stringify(entry.name)} is damaged: ${why}.`,
    'Download or pack the archive again.',
  )
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(0)
  })
}
