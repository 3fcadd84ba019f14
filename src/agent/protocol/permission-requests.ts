/** What waits for the person: a permission, or a request that wants to leave the sandbox; and what they answer. */

/** A request that wants to leave the sandbox and waits for the user's answer. It lives as long as its program. */
export interface ExitRequest {
  /** For `answerPermission`. */
  readonly id: string
  /** The program with its arguments, as it names itself, without passwords. */
  readonly command: string
  readonly method: string
  readonly url: string
  readonly host: string
  /** One line each, secret values hidden. */
  readonly headers: readonly string[]
  readonly bytes: number
  /** The beginning of the body; empty when there is none. */
  readonly preview: string
  /** It hands the user's work to others (`git push`). */
  readonly publishes: boolean
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
      /** Of "always": for this workspace, or for all of the person's. Absent: for all. */
      readonly place?: RulePlace
      readonly comment?: string
    }
  | { readonly behavior: 'deny'; readonly comment?: string }

/** Where an "always" holds. */
export type RulePlace = 'workspace' | 'everywhere'
