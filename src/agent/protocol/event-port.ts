/** Messages of the event port. It has credits: `postMessage` has no back-pressure. */
import type { AgentEvent } from './events.ts'
import type { SessionRole } from './opened-session.ts'
import type { TabNotice } from './tab-notice.ts'

/** Agent to page over the event port. Every `events` message costs one credit. */
export type EventPortMessage =
  /**
   * The last events of a long session that is being opened, to be shown until all of it is read; costs no credit. Without any:
   * it could not be opened, and what was shown before stays.
   */
  | {
      readonly type: 'tail'
      readonly sessionId: string
      readonly title: string
      readonly events: readonly AgentEvent[]
    }
  /**
   * Events of a session that is being opened, from its first on; shown when it is open, and costs no credit.
   */
  | { readonly type: 'ahead'; readonly sessionId: string; readonly events: readonly AgentEvent[] }
  /** The session's events follow; `latest` is the number of the last that there is now. */
  | {
      readonly type: 'reset'
      readonly sessionId: string
      readonly role: SessionRole
      readonly latest: number
      /** Number of the last that was sent ahead, and is not sent again; absent for none. */
      readonly ahead?: number
    }
  | { readonly type: 'events'; readonly sessionId: string; readonly events: readonly AgentEvent[] }
  | { readonly type: 'notice'; readonly notice: TabNotice }

/** Page to agent: more `events` messages may come. The page starts by granting `EVENT_CREDITS`. */
export interface EventPortCredit {
  readonly type: 'credit'
  readonly count: number
}

/** Batches in flight between agent and page: enough to hide a frame, few enough to bound memory. */
export const EVENT_CREDITS = 20
