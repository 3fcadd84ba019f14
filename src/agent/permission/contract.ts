/** Input and output of the permission system. It knows no tool and no sandbox. */
import type { PermissionMode } from '../protocol/permission-modes.ts'
import type { PermissionRules } from '../protocol/settings.ts'
import type { RuleSource, Verdict } from './rank.ts'

export interface RuleSet {
  readonly source: RuleSource
  readonly rules: PermissionRules
}

/** Everything that is decided by; read afresh for each call, because the mode may change within a turn. */
export interface PermissionState {
  readonly mode: PermissionMode
  readonly allowBypass: boolean
  readonly sandboxAutoAllow: boolean
  /** In any order; `decide` sorts them by rank. */
  readonly ruleSets: readonly RuleSet[]
  /** The back end's own word: code in it reaches nothing outside its files (`SandboxDescription.contained`). */
  readonly contained: boolean
  /** Files and folders that the person keeps from being changed; absolute. */
  readonly locks?: readonly string[]
  /** Somebody can answer. False: a call that would be asked about is denied. */
  readonly canAsk: boolean
  /** Allow rules of the deployment's policy alone have an effect: none that somebody keeps has one. */
  readonly onlyPolicyAllows?: boolean
  /** Whether notes of the memory are written unasked; absent: there is none, and its folder is one like others. */
  readonly memory?: 'allow' | 'ask' | undefined
}

export interface PathUse {
  readonly access: 'read' | 'write'
  /** Absolute and normalised, as the call names it. */
  readonly path: string
  /** The same after following symbolic links, so that a link cannot lend a harmless name. */
  readonly real: string
}

/** A tool's opinion of its own call; `undefined` leaves it to the mode. */
export type ToolCheck = { readonly behavior: 'allow' | 'ask' | 'deny'; readonly reason: string } | undefined

/** A call after validation: rules judge exactly what will run. */
export interface PermissionCall {
  readonly tool: string
  /** One line, e.g. the command or the path. */
  readonly title: string
  /**
   * `edit` changes files only; `shell` runs a command; `page` acts on a page of the sandbox, its title begins with the action;
   * `state` touches nothing outside the conversation.
   */
  readonly kind: 'read' | 'edit' | 'shell' | 'page' | 'state' | 'other'
  readonly readOnly: boolean
  /** Shown to the user; never changes what is decided. */
  readonly destructive: boolean
  readonly paths: readonly PathUse[]
  /** Command line of a `shell` call. */
  readonly command?: string
  /** Start directory of a `shell` call. */
  readonly cwd?: string
  /**
   * For a `shell` call: programs that `npx` finds installed in every directory from which the command calls
   * it.
   */
  readonly installed?: readonly string[]
  readonly check?: ToolCheck
}

export type PermissionDecision = Verdict & {
  /** The rule that "Always allow" would save; empty when no rule can allow this call. */
  readonly suggestedRule: string
  readonly destructive: boolean
}
