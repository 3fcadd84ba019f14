/**
 * A packed workspace as it may leave: where a steering file has a version that nobody set or accepted, the version in force takes its
 * place. Goes by the bytes that were packed, so that a program that writes meanwhile changes nothing.
 */
import { zipSync } from 'fflate'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { ExportedWorkspace } from '../../protocol/calls/workspace.ts'
import { contentHash } from '../store/content-hash.ts'
import type { UserFiles } from '../workspace/user-files.ts'
import { fileOf, versionOf } from './file-version.ts'
import type { SteeringGate, SteeringState } from './steering-gate.ts'
import { steers } from './steers.ts'
import { joinEntries, readEntries, type ZipEntry } from './zip-entries.ts'

interface HeldExport {
  readonly data: Uint8Array
  /** Paths from the workspace's root, sorted: their versions in force were packed instead, or nothing. */
  readonly heldBack: readonly string[]
}

export async function exportHeld(
  files: Pick<UserFiles, 'exportArchive'>,
  gate: SteeringGate,
): Promise<Result<ExportedWorkspace>> {
  const state = await gate.state()
  if (!state.ok) return state
  const packed = await files.exportArchive()
  if (!packed.ok) return packed
  const { name, data, folder } = packed.value
  const content = (version: string) => gate.content(version)
  return ok({ name, ...(await heldExport(data, folder, { ...state.value, content })) })
}

/** `folder`: everything was packed into it. */
async function heldExport(
  zip: Uint8Array,
  folder: string | undefined,
  { pending, mayLeave, content }: SteeringState & Pick<SteeringGate, 'content'>,
): Promise<HeldExport> {
  const top = folder === undefined ? '' : `${folder}/`
  const entries = readEntries(zip)
  const pathOf = ({ name }: ZipEntry) => name.slice(top.length)
  const held = new Set(pending.map(({ path }) => path))
  for (const entry of entries) {
    const path = pathOf(entry)
    if (entry.kind === 'directory' || !steers(path) || held.has(path)) continue
    const version = versionOf({ kind: entry.kind, hash: await contentHash(entry.data()), mode: entry.mode })
    // Written after the list was made.
    if (!(await mayLeave(path, version))) held.add(path)
  }
  if (held.size === 0) return { data: zip, heldBack: [] }
  const left = entries.filter((entry) => !held.has(pathOf(entry)))
  const taken = new Map(left.map((entry) => [pathOf(entry).replace(/\/$/, ''), entry.kind]))
  const originals: ZipEntry[] = []
  for (const { path, inForce } of pending) {
    const file = fileOf(inForce)
    const data = await content(inForce)
    if (file === undefined || data === undefined || isInTheWay(path, taken)) continue
    const mode = (file.kind === 'symlink' ? 0o120777 : 0o100000 | file.mode) << 16
    originals.push(...readEntries(zipSync({ [top + path]: [data, { os: 3, attrs: mode >>> 0 }] })))
  }
  return { data: joinEntries([...left, ...originals]), heldBack: [...held].toSorted() }
}

/** Something else has its name now, or the folder that it was in is a link, through which it would be unpacked elsewhere. */
function isInTheWay(path: string, taken: ReadonlyMap<string, ZipEntry['kind']>): boolean {
  const parts = path.split('/')
  return parts.some((_, index) => {
    const kind = taken.get(parts.slice(0, index + 1).join('/'))
    return kind !== undefined && (kind !== 'directory' || index === parts.length - 1)
  })
}
