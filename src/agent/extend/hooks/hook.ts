/** A hook, of whatever kind, and its reply. */
import type { Rank } from '../../permission/rank.ts'
import type { HookEvent, HookInput } from './events.ts'

export interface HookReply {
  /** JSON of the hook protocol; undefined: it has nothing to say. */
  readonly output?: unknown
  /** It blocks, whatever the JSON says: the reason, where the JSON has none. */
  readonly blocks?: string
  /** Texts for the model beside that of the JSON, each by itself. */
  readonly context?: readonly string[]
}

export interface Hook {
  /** For the log and the list of hooks, such as a command line. */
  readonly name: string
  /** Place of its configuration: `user`, `project`, a plugin's name. */
  readonly source: string
  /** A part of the program: its runs are not logged. */
  readonly isOwn?: true
  /** Rank of whoever configured it: its deny and its ask have it. */
  readonly rank: Rank
  /** Its answer is the output of a process in the sandbox: an allow of it has the rank `program`, whoever configured it. */
  readonly isProcess: boolean
  readonly events: readonly HookEvent[]
  /** Whether it is started at all; absent: always. It must not throw. */
  readonly matches?: (input: HookInput) => boolean
  /** Milliseconds after which it is stopped, and has said nothing. */
  readonly timeoutMs: number
  /** `block`: if it fails or is late, that blocks what it guards. */
  readonly onFailure: 'continue' | 'block'
  /** May throw: that is its failure. The signal fires when nobody waits any more. */
  run(input: HookInput, signal: AbortSignal): Promise<HookReply>
}
