import { z } from 'zod'

/** Tokens as the API reports them. */
export const usage = z.strictObject({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
})
export type Usage = z.infer<typeof usage>
