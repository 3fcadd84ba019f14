/** A summary whose lines name the events of another log. */
import type { EventBody } from '../../protocol/events.ts'
import { renumberedCites } from '../../protocol/text/cites.ts'

type Compacted = Extract<EventBody, { type: 'conversation_compacted' }>

/** With the numbers that its sources have there; one without a number is named no more. */
export function recited<Event extends Compacted>(
  event: Event,
  numberOf: (seq: number) => number | undefined,
): Event {
  const { summary, earlier } = event
  return {
    ...event,
    summary: renumberedCites(summary, numberOf),
    ...(earlier === undefined ? {} : { earlier: earlier.map((text) => renumberedCites(text, numberOf)) }),
  }
}
