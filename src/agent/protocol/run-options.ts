/** Options of a script for one run; those left out are as in the settings, or the program's defaults (field by field). */
import { z } from 'zod'

/** Thinking gets less from round to round: after so many rounds each one's is the last one's times `factor`. */
const thinkingDecay = z.strictObject({
  afterTurn: z.number().int().min(0),
  factor: z.number().min(0).max(1),
  /** Tokens. */
  floor: z.number().int().min(0),
})
export type ThinkingDecay = z.infer<typeof thinkingDecay>

export const runOptions = z.strictObject({
  maxTurns: z.number().int().min(1).max(1000).optional(),
  /** Tokens of an answer. */
  maxTokens: z.number().int().min(1).max(1_000_000).optional(),
  thinkingTokens: z.number().int().min(0).max(64_000).optional(),
  thinkingDecay: thinkingDecay.optional(),
  /** JSON Schema of an object: the run ends with one that fits it. */
  outputSchema: z.record(z.string(), z.unknown()).optional(),
})
export type RunOptions = z.infer<typeof runOptions>
