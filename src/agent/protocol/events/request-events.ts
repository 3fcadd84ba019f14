/** A request to the model: its tries, its answer as it streams and once whole, and what it cost. */
import { z } from 'zod'
import { querySource, promptFingerprint, cacheVerdict, cacheBreak } from '../prompt-cache.ts'
import { assistantBlock } from '../messages.ts'
import { usage } from '../token-usage.ts'
import { serviceLimit } from '../service-limits.ts'

export const requestEvents = [
  z.strictObject({
    type: z.literal('request_started'),
    turnId: z.string(),
    /** Sent as a header of its own, so that a time-out can be traced. */
    requestId: z.string(),
    /** 1 for the first try. */
    attempt: z.number(),
    /** Origin of the request; in older logs always the user's own conversation. */
    source: querySource.optional(),
    /** Fingerprint of the request, to tell later what changed. */
    prefix: promptFingerprint.optional(),
    /** Why this differs from the previous prefix, when it does (ARCHITECTURE, invariant 2). */
    prefixChange: z.string().optional(),
  }),
  /** Nothing has come for a while; it is still waited for. */
  z.strictObject({
    type: z.literal('request_silent'),
    turnId: z.string(),
    requestId: z.string(),
  }),
  /** The stream broke and what came of it is thrown away: blocks and deltas of this attempt do not count. */
  z.strictObject({
    type: z.literal('request_discarded'),
    turnId: z.string(),
    requestId: z.string(),
    reason: z.string(),
  }),
  z.strictObject({
    type: z.literal('request_retry'),
    turnId: z.string(),
    attempt: z.number(),
    delayMs: z.number(),
    reason: z.string(),
    /** Kind of the failure, as `error` names it. */
    kind: z.string().optional(),
    /** Attempts in all; absent: as many as it takes. */
    of: z.number().optional(),
  }),
  z.strictObject({
    type: z.literal('text_delta'),
    turnId: z.string(),
    block: z.number(),
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal('thinking_delta'),
    turnId: z.string(),
    block: z.number(),
    text: z.string(),
  }),
  /** A tool call has begun to stream; its input follows whole in `assistant_block`. */
  z.strictObject({
    type: z.literal('tool_announced'),
    turnId: z.string(),
    block: z.number(),
    toolUseId: z.string(),
    tool: z.string(),
  }),
  /** A block is complete. Tool input is parsed exactly once, here. */
  z.strictObject({
    type: z.literal('assistant_block'),
    turnId: z.string(),
    block: z.number(),
    content: assistantBlock,
  }),
  z.strictObject({
    type: z.literal('response_ended'),
    turnId: z.string(),
    /** Information only. */
    stopReason: z.string(),
    usage,
    /** In logs that do not say, that of the run. */
    model: z.string().optional(),
    /** US dollars at the model's list price; null when the price is not known. */
    costUsd: z.number().nullable(),
    /** Not in older logs. */
    requestId: z.string().optional(),
    source: querySource.optional(),
    cache: cacheVerdict.optional(),
    /** Milliseconds from the request to its first token, and to its end. */
    firstTokenMs: z.number().optional(),
    durationMs: z.number().optional(),
  }),
  /** The answer broke off or was stopped after the provider had begun to count: it was billed, if not all of it is known. */
  z.strictObject({
    type: z.literal('response_cut'),
    turnId: z.string(),
    requestId: z.string(),
    model: z.string(),
    source: querySource.optional(),
    /** The provider's count; output tokens are estimated from the text that has come. */
    usage,
    costUsd: z.number().nullable(),
  }),
  /** The service's limits as of this answer, if they have changed. */
  z.strictObject({
    type: z.literal('limits_told'),
    turnId: z.string(),
    limits: z.array(serviceLimit),
  }),
  /** Follows the end of a response of which less was read from the prompt cache than was there. */
  z.strictObject({
    type: z.literal('cache_broken'),
    turnId: z.string(),
    ...cacheBreak.shape,
  }),
] as const
