/** The gate's dependencies, and its output: questions for the user, and decisions. */
import type { Result } from '../../sandbox/contract/errors.ts'
import type { EgressQuestion, PermissionAnswer, RulePlace } from '../protocol/permission-requests.ts'
import type { PermissionState } from '../permission/contract.ts'
import type { ProgramKey } from './placeholders.ts'
import type { PackageRegistry } from './package-registry.ts'
import type { EventBody } from '../protocol/events.ts'

export type EgressDecided = Extract<EventBody, { type: 'exit_decided' }>

export interface GateOptions {
  /** Read afresh for each request. */
  readonly permission: () => Promise<
    Pick<PermissionState, 'mode' | 'allowBypass' | 'ruleSets' | 'canAsk' | 'onlyPolicyAllows'>
  >
  /** Fails while what has to be kept out of the log, and what is added to requests, is locked and stays so. */
  readonly unlocked: () => Promise<Result<void>>
  /** Resolves with the user's answer. The signal takes the question back; then the promise stays open. */
  /** `execId`: of the command or call that waits for the answer. */
  readonly ask: (request: EgressQuestion, signal: AbortSignal, execId: string) => Promise<PermissionAnswer>
  readonly grant: (rule: string, scope: 'session' | 'always', place?: RulePlace) => Promise<void>
  /** A request that the user has seen already as part of a command that they allowed. */
  readonly seen: (url: URL) => boolean
  /** Readings of a repository that the user has allowed once, by one run of a program; forgotten at the end of a run. */
  readonly once: { readonly add: (reading: string) => void; readonly has: (reading: string) => boolean }
  /** Keeps it in the log. */
  readonly log: (event: EgressDecided) => void
  /** Takes out of a text what is known to be a key. */
  readonly redact: (text: string) => string
  /** Keys of programs, asked for at each request. */
  readonly programKeys: () => Promise<readonly ProgramKey[]>
  /** The token kept for a git host, '' for none. It goes to repositories only that the user has named. */
  readonly token: (host: string) => Promise<string>
  readonly fetch: typeof fetch
  readonly registry: Pick<PackageRegistry, 'covers' | 'fetch'>
  /** Origins of the app and its sandbox. */
  readonly ownOrigins: readonly string[]
  readonly newId: () => string
  /** Milliseconds, never going back. */
  readonly now: () => number
}
