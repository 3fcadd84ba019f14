/**
 * Model calls that are no agent's turn: a pair of events a request, in the log of the agent that they serve. A request
 * that is made again is another pair.
 */
import { z } from 'zod'
import { querySource } from '../prompt-cache.ts'
import { usage } from '../token-usage.ts'

export const sideQueryEvents = [
  /** `side_query_ended` follows, also after the tab was lost (`session/log/repair`). */
  z.strictObject({
    type: z.literal('side_query_started'),
    /** Unique within the log: the end of the pair and the event with the answer name it. */
    requestId: z.string(),
    source: querySource,
    model: z.string(),
    /** The turn and the call for which it is made; absent: for none. */
    turnId: z.string().optional(),
    toolUseId: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('side_query_ended'),
    requestId: z.string(),
    source: querySource,
    model: z.string(),
    /** `stopped`: called off, or not waited for any longer; `lost` with the tab. */
    outcome: z.enum(['done', 'failed', 'stopped', 'lost']),
    /** The provider's count, the only one of this request that is billed; absent where it counted nothing. */
    usage: usage.optional(),
    /** US dollars; null when the price is not known, or nothing was counted. */
    costUsd: z.number().nullable(),
    durationMs: z.number(),
    /** Information only. */
    stopReason: z.string().optional(),
    /** Why it failed, as a sentence. */
    problem: z.string().optional(),
  }),
] as const
