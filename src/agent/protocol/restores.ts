/** Which of a log's events are part of the conversation, where it was put back to an earlier moment, maybe more than once. */

/** At `at` the conversation became what it was at `to`. Both are numbers of events. */
export interface ConversationRestore {
  readonly at: number
  readonly to: number
}

/** Whether event `seq` is part of the conversation as it is after event `when`; `restores` are in order. */
export function isPartOf(seq: number, when: number, restores: readonly ConversationRestore[]): boolean {
  let until = when
  for (const { at, to } of restores.toReversed()) {
    if (at > until) continue
    if (seq > at) return seq <= until
    until = to
  }
  return seq <= until
}
