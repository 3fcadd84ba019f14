/** Events that bill a request: all sums of usage and money are made of them, each request once. */
import type { EventType, ReadBody } from './events.ts'
import type { QuerySource } from './prompt-cache.ts'
import type { Usage } from './token-usage.ts'
import { canonicalModel } from './usage.ts'
import type { ResponseUsage } from './usage.ts'

const BILLED = [
  'response_ended',
  'response_cut',
  'side_query_ended',
  // From the service's own advisor, and in logs from before side queries had events of their own.
  'advice_given',
  'call_classified',
  'conversation_compacted',
] as const satisfies readonly EventType[]

type BilledEvent = Extract<ReadBody, { type: (typeof BILLED)[number] }>

/** Usage of one request. `model` is the line on which it counts: a side query has another than the same model as the agent. */
export interface Bill extends ResponseUsage {
  readonly source: QuerySource
}

/** An answered side query, as the event with its answer names it: that event bills nothing. */
export interface AnsweredQuery {
  readonly requestId: string
  readonly usage: Usage
  /** US dollars; null when the price is not known. */
  readonly costUsd: number | null
}

/** Whether an event of this type may bill a request. */
export function isBilledType(type: unknown): boolean {
  return BILLED.some((billed) => billed === type)
}

/** Undefined for an event that bills nothing. `runModel` is for logs that do not say who answered. */
export function billOf(event: ReadBody, runModel = ''): Bill | undefined {
  return isBilled(event) ? bill(event, runModel) : undefined
}

function isBilled(event: ReadBody): event is BilledEvent {
  return isBilledType(event.type)
}

function bill(event: BilledEvent, runModel: string): Bill | undefined {
  switch (event.type) {
    case 'response_ended':
    case 'response_cut': {
      const { source = 'main', model = runModel, usage, costUsd } = event
      // An agent that takes notes has a line of its own, as side queries have.
      return source === 'memory'
        ? asideBill(source, { model, usage, costUsd })
        : { source, model, usage, costUsd }
    }
    case 'side_query_ended':
      return event.usage && asideBill(event.source, { ...event, usage: event.usage })
    case 'advice_given':
      return billedHere(event, 'advisor')
    case 'call_classified':
      return billedHere(event, 'classifier')
    case 'conversation_compacted':
      return event.by === undefined ? billedHere(event, 'compaction') : undefined
    default:
      return event satisfies never
  }
}

/** Undefined where a side query is billed for it. */
function billedHere(
  event: ResponseUsage & { readonly requestId?: string | undefined },
  source: QuerySource,
): Bill | undefined {
  return event.requestId === undefined ? asideBill(source, event) : undefined
}

function asideBill(source: QuerySource, { model, usage, costUsd }: ResponseUsage): Bill {
  return { source, model: `${canonicalModel(model)} (${source})`, usage, costUsd }
}
