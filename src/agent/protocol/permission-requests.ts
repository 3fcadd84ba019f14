/** Requests that wait for the user, for a permission or for egress; and the user's answers. */

/** Bytes that leave with a request. */
export interface EgressSizes {
  /** With the method. */
  readonly address: number
  readonly headers: number
  readonly body: number
}

/** A part of a request that is larger than it usually is. */
export interface LargePart {
  readonly part: 'host' | 'address' | 'header' | 'headers'
  /** The name of a header; else empty. */
  readonly name: string
  readonly chars: number
}

export interface PushedRef {
  readonly change: 'created' | 'updated' | 'deleted'
  /** In full, e.g. `refs/heads/main`. */
  readonly name: string
  /** The commit that it names there, and is to name; zeros for none. */
  readonly before: string
  readonly after: string
}

/** A push, as its request says it. */
export type PushContent =
  | {
      readonly type: 'refs'
      readonly refs: readonly PushedRef[]
      /** Further ones. */
      readonly more: number
      readonly objects: number
      /** All of them together, as they are packed. */
      readonly bytes: number
    }
  /** It is not written as a push is. */
  | { readonly type: 'unreadable' }

/** A request that wants to leave the sandbox and waits for the user's answer. It lives as long as its program. */
export interface EgressQuestion {
  /** For `answerPermission`. */
  readonly id: string
  /** The program with its arguments, as the kernel knows it, without passwords. */
  readonly command: string
  readonly method: string
  /** For the eye: values that may be keys, and what is very long, are replaced by their length. */
  readonly url: string
  readonly host: string
  /** One line each, shown as the address is. */
  readonly headers: readonly string[]
  readonly sizes: EgressSizes
  readonly large: readonly LargePart[]
  /** The beginning of the body; empty when there is none. */
  readonly preview: string
  /** It hands the user's work to others (`git push`). */
  readonly publishes: boolean
  /** Present where the request publishes. */
  readonly push?: PushContent
  /** The person's token for that host goes along, to that repository. */
  readonly token?: { readonly host: string; readonly repository: string }
  readonly reason: string
  /** The rule that "Always allow" would add; empty when only this one can be allowed. */
  readonly suggestedRule: string
}

export type PermissionAnswer =
  | {
      readonly behavior: 'allow'
      readonly scope: 'once' | 'session' | 'always'
      /** Kept in place of the one that was suggested. */
      readonly rule?: string
      /** Scope of "always": this workspace, or all workspaces of the user. Absent: all. */
      readonly place?: RulePlace
      readonly comment?: string
    }
  | { readonly behavior: 'deny'; readonly comment?: string }

/** Workspaces in which an "always" holds. */
export type RulePlace = 'workspace' | 'everywhere'
