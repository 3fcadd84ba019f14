/** Instruction files of the project, and the user's own text: which the model is told, and why not the others. */
import type { Result } from '../../../sandbox/contract/errors.ts'

/**
 * `left`: there was no room for it. `displaced`: AGENTS.md beside a file for CLAUDE. `elsewhere`: no work was in its folder yet.
 * `names others`: settings of opencode. `unfetched`, `refused`: an address that the user has not looked at, or not accepted.
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
  | 'denied'
  | 'too deep'
  | 'too many'
  | 'too large'
  | 'no text'
  | 'names others'
  | 'unfetched'
  | 'refused'

/**
 * A rule is always told then: `no YAML`, `frontmatter too long`, `no paths` (neither a text nor a list of texts), `too many patterns`.
 * Settings that name instructions: `no JSON`, `no list` of texts, `list too long`, `bad address` (none, or one with a password).
 * Any file: `too long to search` for comments and imports.
 */
export type InstructionFault =
  | 'no YAML'
  | 'frontmatter too long'
  | 'no paths'
  | 'too many patterns'
  | 'no JSON'
  | 'no list'
  | 'list too long'
  | 'bad address'
  | 'too long to search'

export interface ListedInstruction {
  /** From the workspace's root; absolute where it lies outside; or an address. */
  readonly path: string
  readonly state: InstructionState
  /** Size of a file that is told, or could be. */
  readonly tokens?: number
  /** Characters at its end that are not told. */
  readonly cut?: number
  /** The file that imports it. */
  readonly importedBy?: string
  readonly fault?: InstructionFault
  /** The file has another version that nobody has accepted: it is told as it was before. */
  readonly isHeld?: boolean
}

export interface InstructionList {
  /** First those that are told, in their order. */
  readonly files: readonly ListedInstruction[]
  /** Tokens that all of them may take together. */
  readonly room: number
}

/** An instruction file of an address, as it is now. */
export interface FetchedInstructions {
  readonly address: string
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string
  readonly text: string
  /** The text that the user has accepted before, if any. */
  readonly inForce?: string
}

/** The user's word on what was fetched. */
export interface InstructionsVerdict {
  readonly address: string
  /** Hash of the text that the user was shown: nothing else comes into force. */
  readonly hash: string
  readonly isAccepted: boolean
}

export interface InstructionsApi {
  /** As of now; undefined without a session, or where the files cannot be read. */
  list(): Promise<InstructionList | undefined>
  /** From the next request on the file is told whole, whatever room it takes. */
  tellWhole(path: string): Promise<Result<void>>
  /** Fetches an address of the list. The call is the user's yes to that request; what comes is in force only once it is accepted. */
  fetch(address: string): Promise<Result<FetchedInstructions>>
  /** From the next request on the text is told, or no longer told. */
  decide(verdict: InstructionsVerdict): Promise<Result<void>>
}
