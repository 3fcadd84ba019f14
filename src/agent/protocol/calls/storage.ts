/** Storage in this browser, as reported to the page. All sizes in bytes. */
import type { Result } from '../../../sandbox/contract/errors.ts'

export interface SessionUsage {
  readonly id: string
  readonly logBytes: number
  /** All that its steps need. */
  readonly contentBytes: number
  /** The part that no other session needs. */
  readonly ownBytes: number
}

/** Places beside the logs that refer to stored content. A clean-up asks each of them. */
export type ContentHolderName = 'second_copies' | 'accepted_versions' | 'memory'

/** Content that is needed by something other than the log of a session. */
export interface HolderUsage {
  readonly holder: ContentHolderName
  /** Without content that a session needs, too; undefined where it could not be read: nothing can be removed then. */
  readonly bytes: number | undefined
}

export interface StorageOverview {
  readonly sessions: readonly SessionUsage[]
  /** Content of all workspaces, each object once, with those that nothing needs. */
  readonly contentBytes: number
  /** Holders of content that no session needs, without those that have none. */
  readonly holders: readonly HolderUsage[]
  /** Content that a clean-up would remove. */
  readonly freeableBytes: number
  /** Content that nothing of these needs, but that this tab has used since it was loaded: it goes with a later clean-up. */
  readonly heldBytes: number
  /** The browser's usage and quota of this site; 0 if it does not say. */
  readonly usageBytes: number
  readonly quotaBytes: number
  /** Files of the program and of packages, for work offline; undefined where the browser does not say. */
  readonly cacheBytes: number | undefined
  /** All of it is also in files, from which a lost database is made anew. */
  readonly hasSecondCopy: boolean
  /** The browser has promised not to remove anything by itself. */
  readonly persisted: boolean
}

export interface CleanUpOutcome {
  readonly freedBytes: number
  /** Unneeded bytes that were left; content used by an open tab does not count. */
  readonly leftBytes: number
}

/** A child agent of a session, whose log is meant. */
export interface AgentThread {
  readonly id: string
  readonly role: string
}

/** Whether a session's log is as it was written, and those of its child agents. */
export type LogVerdict =
  /**
   * `from` is the number of the first event that is covered: earlier ones, written by an older version, are
   * not.
   */
  | { readonly state: 'intact'; readonly events: number; readonly from: number }
  /** `seq` is the first event that is not as it was, or that is gone. `thread`: the agent whose log has it; absent: the main one. */
  | {
      readonly state: 'altered'
      readonly seq: number
      readonly how: 'changed' | 'missing'
      readonly thread?: AgentThread
    }
  /** An older version has written all of it. */
  | { readonly state: 'unchained'; readonly events: number }

/** Whether the second copy of a session's log has all that the database has. `events` is how many that are. */
export type CopyVerdict =
  | { readonly state: 'whole' }
  /** It ends with event `seq`, 0 for none, and is filled up while a tab has the session open. */
  | { readonly state: 'behind'; readonly seq: number; readonly events: number }
  /** It has events up to `seq`, which the database gets when the session is opened. */
  | { readonly state: 'ahead'; readonly seq: number; readonly events: number }
  /**
   * It is whole up to event `seq` alone. `mended`: it was written anew from the database `now`, or will be `later`, by a check while no
   * tab has the session open; `not`, where the database is not whole, either. `thread`: the agent whose log it is a copy of; absent:
   * the main one.
   */
  | {
      readonly state: 'damaged'
      readonly seq: number
      readonly events: number
      readonly mended: 'now' | 'later' | 'not'
      readonly thread?: AgentThread
    }
  /** It does not belong to this log, and is written anew when the session is opened. */
  | { readonly state: 'other' }
  /** A later version has written it, and this one leaves it alone. */
  | { readonly state: 'newer' }
  | { readonly state: 'unread'; readonly message: string }

export interface VerifiedLog {
  readonly id: string
  readonly title: string
  readonly verdict: LogVerdict
  /** Absent where there is no second copy of any session. */
  readonly copy?: CopyVerdict
}

export interface StorageApi {
  /** Reads all that is stored: seconds, where there is much. */
  overview(): Promise<StorageOverview>
  /** Checks every log against its chain of hashes, and its second copy against it. */
  verifyLogs(): Promise<readonly VerifiedLog[]>
  /**
   * Removes content that nothing refers to. Fails when another tab does not answer, or a holder cannot be read; nothing is removed
   * then.
   */
  cleanUp(): Promise<Result<CleanUpOutcome>>
  /** After room was made elsewhere: whether things are stored again. Fails with `quota` where they are not. */
  checkRoom(): Promise<Result<void>>
}
