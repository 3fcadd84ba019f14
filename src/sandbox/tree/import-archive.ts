/** An import into a workspace that is, or has a copy as, a tree in memory. */
import { readZip } from '../archive/read-zip.ts'
import type { ImportProgress, ImportRequest, ImportSummary } from '../contract/contract.ts'
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import type { History } from '../history/history.ts'
import { treeOfArchive } from './memory-archive.ts'
import type { MemoryDirectory } from './memory-node.ts'

/** Workspace that an import replaces. */
export interface ReplaceableWorkspace {
  /** Runs `work` while nothing else changes the workspace as the history reads it. */
  inStep<T>(work: () => Promise<Result<T>>): Promise<Result<T>>
  /** Called within `inStep`. */
  replace(workspace: MemoryDirectory): Promise<Result<void>>
}

/** The import's environment. */
export interface ImportOptions {
  readonly workspace: ReplaceableWorkspace
  readonly history: History
  readonly signal: AbortSignal
  readonly onProgress: ((progress: ImportProgress) => void) | undefined
}

/** Unpacked and stored first; the workspace is touched when nothing can be wrong with it any more. */
export async function importArchive(
  request: ImportRequest,
  { workspace, history, signal, onProgress }: ImportOptions,
): Promise<Result<ImportSummary>> {
  const unpacked = await readZip(request.data, { signal, onProgress })
  if (!unpacked.ok) return unpacked
  const { entries, folder, files, bytes } = unpacked.value
  const isStoring = (filesDone: number, bytesDone: number) =>
    onProgress?.({ phase: 'storing', filesDone, filesTotal: files, bytesDone, bytesTotal: bytes })
  isStoring(0, 0)
  const tree = treeOfArchive(entries).workspace()
  const stored = await history.store(tree)
  if (!stored.ok) return stored
  return workspace.inStep(async () => {
    if (signal.aborted) return fail('cancelled', 'The import was cancelled; nothing was changed.')
    const replaced = await workspace.replace(tree)
    if (!replaced.ok) return replaced
    const checkpoint = await history.checkpoint()
    if (!checkpoint.ok) return checkpoint
    isStoring(files, bytes)
    const { root } = checkpoint.value
    return ok({ files, bytes, root, ...(folder === undefined ? {} : { name: folder }) })
  })
}
