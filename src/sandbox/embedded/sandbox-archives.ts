/** Import and export of the workspace. An import is unpacked and stored beside the old files, then takes their place. */
import { readZip } from '../archive/read-zip.ts'
import type { UnpackedArchive } from '../archive/read-zip.ts'
import { writeZip } from '../archive/write-zip.ts'
import type { ArchiveSource } from '../archive/write-zip.ts'
import type { ImportProgress, ImportRequest, ImportSummary } from '../contract/contract.ts'
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import type { History } from '../history/history.ts'
import { dirname, join, WORKSPACE_ROOT } from '../contract/path.ts'
import { attempt } from './errno-result.ts'
import { STAGING_PREFIX } from './staging.ts'
import type { Vfs } from './vfs/vfs.ts'

export interface ArchiveOptions {
  readonly vfs: Vfs
  readonly history: History
  readonly signal: AbortSignal
  readonly onProgress?: (progress: ImportProgress) => void
}

/** On any failure or cancel the workspace is as it was. */
export async function importArchive(
  request: ImportRequest,
  options: ArchiveOptions,
): Promise<Result<ImportSummary>> {
  const { vfs, history } = options
  const unpacked = await readZip(request.data, options)
  if (!unpacked.ok) return unpacked
  const { files, bytes, folder } = unpacked.value
  const staging = attempt('Unpacking into', STAGING_PREFIX, () => vfs.mkdtemp(STAGING_PREFIX))
  if (!staging.ok) return staging
  const stored = await stageAndStore(unpacked.value, staging.value, options)
  if (!stored.ok) {
    attempt('Removing', staging.value, () => vfs.removeTree(staging.value))
    return stored
  }
  takePlace(vfs, staging.value)
  // Normally the tree that was stored; where it is not, a program has written already, and that is kept, too.
  const checkpoint = await history.checkpoint()
  const root = checkpoint.ok ? checkpoint.value.root : stored.value
  return ok({ files, bytes, root, ...(folder === undefined ? {} : { name: folder }) })
}

async function stageAndStore(
  archive: UnpackedArchive,
  staging: string,
  { vfs, history, signal, onProgress }: ArchiveOptions,
): Promise<Result<string>> {
  const staged = attempt('Unpacking into', staging, () => stage(vfs, archive, staging))
  if (!staged.ok) return staged
  const { files, bytes } = archive
  onProgress?.({ phase: 'storing', filesDone: files, filesTotal: files, bytesDone: bytes, bytesTotal: bytes })
  const stored = await history.store(vfs.tree(staging))
  if (signal.aborted) return fail('cancelled', 'The import was cancelled; nothing was changed.')
  if (!stored.ok) return stored
  // A program may have tampered with it meanwhile; what follows must not fail half-way.
  const there = attempt('Looking at', staging, () => vfs.readdir(staging))
  return there.ok ? stored : there
}

export function exportArchive(vfs: Vfs, prefix: string | undefined): Result<Uint8Array> {
  return attempt('Packing', WORKSPACE_ROOT, () => writeZip(workspaceEntries(vfs), prefix))
}

function stage(vfs: Vfs, archive: UnpackedArchive, staging: string): void {
  const made = new Set([staging])
  for (const entry of archive.entries) {
    const path = join(staging, entry.path)
    const parent = dirname(path)
    if (!made.has(parent)) {
      vfs.mkdir(parent, 0o755, true)
      made.add(parent)
    }
    if (entry.kind === 'file') vfs.adoptFile(path, entry.data, entry.mode)
    else if (entry.kind === 'symlink') vfs.symlink(entry.target, path)
    else {
      vfs.mkdir(path, entry.mode, true)
      vfs.chmod(path, entry.mode)
      made.add(path)
    }
  }
}

/** In one breath: no process can look in between. */
function takePlace(vfs: Vfs, staging: string): void {
  for (const { name } of vfs.readdir(WORKSPACE_ROOT)) removeAny(vfs, join(WORKSPACE_ROOT, name))
  for (const { name } of vfs.readdir(staging)) vfs.rename(join(staging, name), join(WORKSPACE_ROOT, name))
  vfs.rmdir(staging)
}

function removeAny(vfs: Vfs, path: string): void {
  if (vfs.lstat(path).kind === 'directory') vfs.removeTree(path)
  else vfs.unlink(path)
}

function* workspaceEntries(vfs: Vfs): Generator<ArchiveSource> {
  for (const { path, kind } of vfs.walk(WORKSPACE_ROOT)) {
    const { mode, mtimeMs } = vfs.lstat(path)
    const name = path.slice(WORKSPACE_ROOT.length + 1)
    if (kind === 'file') yield { kind, path: name, mode, mtimeMs, data: vfs.readFile(path) }
    else if (kind === 'symlink') yield { kind, path: name, target: vfs.readlink(path), mtimeMs }
    // Each one has an entry of its own, because it has a mode of its own.
    else yield { kind, path: name, mode, mtimeMs }
  }
}
