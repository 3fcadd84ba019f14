/** The workspace as the page reads, changes, brings in and takes out whole. */
import type { ImportSummary } from '../../../sandbox/contract/contract.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { ImportOrigin } from '../events/session-events.ts'
import type { ShownChanges } from '../opened-session.ts'

export interface ExportedWorkspace {
  readonly name: string
  readonly data: Uint8Array
  /** Steering files that were packed in the version in force, or left out, because nobody has accepted the one that is there. */
  readonly heldBack: readonly string[]
}

export interface WorkspaceApi {
  /** `origin` of an archive that the user did not bring. */
  importArchive(name: string, data: Uint8Array, origin?: ImportOrigin): Promise<Result<ImportSummary>>
  cancelImport(): Promise<void>
  /** A zip, without versions of steering files that the user did not set or accept. */
  exportArchive(): Promise<Result<ExportedWorkspace>>
  checkpoint(): Promise<Result<string>>
  restore(root: string): Promise<Result<void>>
  /** Between the import, or the tree that is named ('' is the empty one), and now. */
  changes(since?: string): Promise<Result<ShownChanges>>
}
