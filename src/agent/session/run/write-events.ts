/** Takes a run's events from the loop to the log. */
import type { InterruptReason } from '../../loop/deps.ts'
import type { LoopEnd } from '../../loop/state.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Thread } from '../log/thread.ts'

export interface WriteEventsOptions {
  readonly thread: Pick<Thread, 'append' | 'appendSoon' | 'hurry'>
  readonly stop: AbortController
  /** Told of each event when it has been handed to the log. */
  readonly onEvent: (event: EventBody) => void
}

/**
 * Writes each event, in order. The loop runs ahead of the disk by a turn at most: a turn is stored while the request
 * after it is on its way. What a tool has done by then is in the sandbox only, which ends with the tab, too.
 */
export async function writeEvents(
  loop: AsyncGenerator<EventBody, LoopEnd>,
  { thread, stop, onEvent }: WriteEventsOptions,
): Promise<LoopEnd> {
  let failed: unknown
  /** The end of the turn before. */
  let turnStored: Promise<unknown> = Promise.resolve()
  try {
    for (;;) {
      const step = await loop.next()
      if (step.done) return step.value
      const { type } = step.value
      const written = QUICK_STEPS.has(type) ? thread.appendSoon(step.value) : thread.append(step.value)
      // A failure shows with the next event, or with the next that is waited for.
      written.catch((error: unknown) => (failed = error))
      if (type === 'transition') {
        await turnStored
        turnStored = written
      }
      if (failed !== undefined) throw failed
      // By then the request is on its way, and the thread has nothing better to do.
      if (type === 'request_started' || type === 'side_query_started') setTimeout(() => thread.hurry())
      onEvent(step.value)
    }
  } finally {
    // The store has failed or a bug was thrown: whatever runs for this turn must not go on unseen.
    const reason: InterruptReason = 'stop'
    if (!stop.signal.aborted) stop.abort(reason)
    await loop.return({ terminal: 'error', turns: 0 })
  }
}

/** Steps of a turn that follow each other at once: they go to disk together with what ends them. */
const QUICK_STEPS: ReadonlySet<EventBody['type']> = new Set([
  'request_started',
  'tool_announced',
  'assistant_block',
  'response_ended',
  'cache_broken',
  'response_cut',
  'limits_told',
  'input_checked',
  'permission_decided',
  'call_classified',
  'side_query_started',
  'side_query_ended',
  'tool_started',
  'checkpoint',
  'tool_result',
  'replay_compared',
  'turn_committed',
  'transition',
  // With the message that it records: neither is stored without the other.
  'instructions_read',
  'memory_recalled',
  'memory_at_act',
] as const)
