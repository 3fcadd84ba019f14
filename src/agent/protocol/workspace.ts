/** The workspace as the page reads, changes, brings in and takes out whole. */
import type { DirectoryEntry, ImportSummary } from '../../sandbox/contract.ts'
import type { Result } from '../../sandbox/errors.ts'
import type { ShownChanges } from './opened-session.ts'

export interface WorkspaceApi {
  readFile(path: string): Promise<Result<Uint8Array>>
  writeFile(path: string, data: Uint8Array): Promise<Result<void>>
  list(path: string): Promise<Result<readonly DirectoryEntry[]>>
  /** Files and folders (with a slash at the end) that fit these letters, the best first; a newer call ends an older one. */
  findPaths(query: string): Promise<Result<readonly string[]>>
  importArchive(name: string, data: Uint8Array): Promise<Result<ImportSummary>>
  cancelImport(): Promise<void>
  exportArchive(): Promise<Result<{ name: string; data: Uint8Array }>>
  checkpoint(): Promise<Result<string>>
  restore(root: string): Promise<Result<void>>
  /** Between the import, or the tree that is named ('' is the empty one), and now. */
  changes(since?: string): Promise<Result<ShownChanges>>
}
