/** A call that is to be asked about, and whoever may answer: a hook, a classifier or the person, later a leading agent. */
import type { PermissionCall, PermissionState } from '../../../permission/contract.ts'
import type { Rank } from '../../../permission/rank.ts'
import type { EventBody } from '../../../protocol/events.ts'
import type { RulePlace } from '../../../protocol/permission-requests.ts'

export interface Question {
  readonly call: PermissionCall
  /** As it would run. */
  readonly input: Readonly<Record<string, unknown>>
  readonly state: PermissionState
  /** The source that asks; `rank` is the least that an allow needs to lift it. */
  readonly asked: { readonly source: string; readonly rank: Rank }
  /** The dialog's content. */
  readonly request: Omit<
    Extract<EventBody, { type: 'permission_requested' }>,
    'type' | 'turnId' | 'toolUseId'
  >
}

export interface Answer {
  readonly behavior: 'allow' | 'deny'
  /** Rank of this answer; absent: the answerer's. */
  readonly rank?: Rank
  /** A sentence for the log and the model. */
  readonly reason: string
  /** Told to the model with the result. */
  readonly comment?: string | undefined
  /** The rule that is to hold from now on. */
  readonly grant?: {
    /** Absent: the suggested one. */
    readonly rule?: string | undefined
    readonly scope: 'session' | 'always'
    readonly place?: RulePlace | undefined
  }
}

/** No answer: the question goes to the next, with this after its reason. */
export interface LeftOpen {
  readonly leftOpen: string
}

export interface Asking {
  /** Aborted when it is answered otherwise, or the call is stopped. */
  readonly signal: AbortSignal
  /** Others that have been asked and have not answered yet. */
  readonly beside: readonly Answerer['source'][]
  /** This answerer has turned to the question: no other's answer counts any more. */
  readonly attend: () => void
}

export interface Answerer {
  /** For the log. */
  readonly source: 'hook' | 'classifier' | 'person'
  /** An allow of a question that needs a higher rank is no answer; a deny always is one. */
  readonly rank: Rank
  /** Milliseconds for which the next one is not asked. */
  readonly aloneMs: number
  /** May stay open for ever. */
  answer(question: Question, asking: Asking): Promise<Answer | LeftOpen>
}
