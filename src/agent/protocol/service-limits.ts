/** Limits as the model's service counts them: of all that is done with its account, not of this browser. */
import { z } from 'zod'

export const serviceLimit = z.strictObject({
  /** For people, e.g. "five-hour limit". */
  name: z.string(),
  /** Share of it, from 0; beyond 1 where more is allowed. */
  used: z.number(),
  /** When it begins anew, in milliseconds since the epoch. */
  resetAt: z.number(),
})
export type ServiceLimit = z.infer<typeof serviceLimit>
