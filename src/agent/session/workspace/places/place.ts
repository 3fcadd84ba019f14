/** A folder of the file tools that is not the sandbox's: a store of the app answers for all that lies at or below its root. */
import type { FileOperations, Sandbox } from '../../../../sandbox/contract/contract.ts'

/** The calls of file tools, which the router hands on. */
export type PlaceFiles = Omit<FileOperations, 'readFiles' | 'writeFiles'> &
  Pick<Sandbox, 'glob' | 'grep' | 'cancel'>

export interface Place {
  /** Absolute, with one name: `/results`. Programs of the sandbox do not see it. */
  readonly root: string
  /**
   * Answers as a sandbox does, for paths at or below the root. They are absolute and normalised; both paths of `rename` are in it, and
   * the target of a link may be anywhere. A search has its `path`, and an `offset` of its own.
   */
  readonly files: PlaceFiles
}
