/** Policy of the deployment: what the operator of this page has set for all its users, from a file beside the build. */
import type { PermissionMode } from '../permission-modes.ts'
import type { PermissionRules, Settings } from '../settings.ts'

/** A policy that is in force, and all that it sets. */
export interface PolicyInForce {
  readonly status: 'in_force'
  readonly address: string
  /** The server could not be reached: this is the copy of an earlier visit. */
  readonly isCached: boolean
  readonly rules: PermissionRules
  /** Allow rules of users and projects, and "Always allow", have no effect. */
  readonly onlyItsAllows: boolean
  /** Settings that it fixes, with their values: no user changes them. */
  readonly fixed: Partial<Settings>
  /** The mode that a session begins with; absent: the user's own. */
  readonly defaultMode?: PermissionMode
  /** Modes that nobody enters. */
  readonly closedModes: readonly PermissionMode[]
  /** Models that may be asked, as the file names them; absent: all but the denied ones. */
  readonly availableModels?: readonly string[]
  readonly deniedModels: readonly string[]
  /** Variables of the sandbox's programs. */
  readonly env: Readonly<Record<string, string>>
}

export type PolicyState =
  | { readonly status: 'none' }
  | PolicyInForce
  /** It cannot be used as a whole, so no run begins: part of it is never in force. */
  | { readonly status: 'refused'; readonly address: string; readonly problem: string }

export interface PolicyApi {
  /** Waits until the file was read. */
  state(): Promise<PolicyState>
}
