/** Instruction files of the project, and the user's own text: which the model is told, and why not the others. */
import type { Result } from '../../../sandbox/contract/errors.ts'

/**
 * `left`: there was no room for it. `displaced`: AGENTS.md beside a file for CLAUDE. `elsewhere`: no work was in its folder yet.
 * `other files`: a rule for files that were not worked on yet. `empty`, `same`: it says nothing, or what another one says.
 */
export type InstructionState =
  | 'told'
  | 'left'
  | 'displaced'
  | 'elsewhere'
  | 'other files'
  | 'empty'
  | 'same'
  | 'missing'
  | 'outside'
  | 'withheld'
  | 'too deep'
  | 'too many'
  | 'too large'
  | 'no text'

export interface ListedInstruction {
  /** From the workspace's root; absolute where it lies outside. */
  readonly path: string
  readonly state: InstructionState
  /** Size of a file that is told, or could be. */
  readonly tokens?: number
  /** Characters at its end that are not told. */
  readonly cut?: number
  /** The file that imports it. */
  readonly importedBy?: string
  /** A sentence about what is wrong with it. */
  readonly fault?: string
  /** The file has another version that nobody has accepted: it is told as it was before. */
  readonly isHeld?: boolean
}

export interface InstructionList {
  /** First those that are told, in their order. */
  readonly files: readonly ListedInstruction[]
  /** Tokens that all of them may take together. */
  readonly room: number
}

export interface InstructionsApi {
  /** As of now; undefined without a session, or where the files cannot be read. */
  list(): Promise<InstructionList | undefined>
  /** From the next request on the file is told whole, whatever room it takes. */
  tellWhole(path: string): Promise<Result<void>>
}
