/** Keys for programs in the sandbox, which see placeholders. A key goes in and never comes out again. */
import type { Result } from '../../../sandbox/contract/errors.ts'

export interface ProgramKeyStatus {
  /** The variable in which programs find the placeholder. */
  readonly name: string
  /** To these alone it is sent, with their ports where they have some of their own. */
  readonly hosts: readonly string[]
  readonly placeholder: string
  /** Its last four characters; '' when it is short or locked. */
  readonly hint: string
}

export interface NewProgramKey {
  readonly name: string
  readonly value: string
  readonly hosts: readonly string[]
}

export interface ProgramKeysApi {
  programKeys(): Promise<readonly ProgramKeyStatus[]>
  /** One of the same name is replaced, and keeps its placeholder. */
  setProgramKey(key: NewProgramKey): Promise<Result<readonly ProgramKeyStatus[]>>
  forgetProgramKey(name: string): Promise<readonly ProgramKeyStatus[]>
}
