/** The conversation made shorter for the model; the log keeps all of it. */
import { z } from 'zod'
import { usage } from '../token-usage.ts'

/** Origin of a compaction: the program, the user, or the service, which refused the conversation. */
const compactionTrigger = z.enum(['auto', 'manual', 'reactive'])
export type CompactionTrigger = z.infer<typeof compactionTrigger>

export const compactionEvents = [
  /**
   * Results that the model is no longer sent, to make room; the log keeps them. Decided once, so that the requests
   * after it begin with the same bytes.
   */
  z.strictObject({
    type: z.literal('results_cleared'),
    toolUseIds: z.array(z.string()),
    /** `superseded`: later calls said the same anew; `media`: only their images and documents. */
    why: z.enum(['superseded', 'old', 'media']),
    /** Estimated tokens that they took. */
    tokens: z.number(),
  }),
  /** The model is asked for a summary: `conversation_compacted` or `compaction_failed` follows. */
  z.strictObject({
    type: z.literal('compaction_started'),
    trigger: compactionTrigger,
  }),
  /** From here on the model is sent the summary in place of the first messages. */
  z.strictObject({
    type: z.literal('conversation_compacted'),
    trigger: compactionTrigger,
    summary: z.string(),
    /** The program's notes beside it: the user's own words, instruction files, the state of the work. */
    notes: z.array(z.string()),
    /** Messages that it stands for, from the first on. */
    messages: z.number().int().nonnegative(),
    /** Tokens of a request before and after it, estimated. */
    tokensBefore: z.number(),
    tokensAfter: z.number(),
    model: z.string(),
    usage,
    /** US dollars; null when the price is not known. */
    costUsd: z.number().nullable(),
    /** The side query that gave it and is billed for it; in older logs this event is. */
    requestId: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('compaction_failed'),
    trigger: compactionTrigger,
    /** Why, and what follows of it. */
    reason: z.string(),
    /** The person has stopped it: that is no failure. */
    stopped: z.boolean(),
  }),
] as const
