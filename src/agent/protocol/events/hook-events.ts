/** A hook that ran, and its effect. */
import { z } from 'zod'

export const hookEvents = [
  z.strictObject({
    type: z.literal('hook_ran'),
    /** Name of the event in the hook JSON protocol, e.g. `PreToolUse`. */
    event: z.string(),
    /** Its name on the screen, e.g. the command line. */
    hook: z.string(),
    /** Place of its configuration, e.g. `project`. */
    source: z.string(),
    /** The call that it ran for. */
    toolUseId: z.string().optional(),
    /** `cancelled`: late, or the run was stopped; it said nothing. */
    outcome: z.enum(['success', 'blocking', 'non_blocking_error', 'cancelled']),
    durationMs: z.number(),
    /** Its decision on the call. */
    behavior: z.enum(['allow', 'ask', 'deny']).optional(),
    /** Reason of its decision, or why it blocks. */
    reason: z.string().optional(),
    /** For the person. */
    message: z.string().optional(),
    /** Why it said nothing, or nothing that counts. */
    problem: z.string().optional(),
  }),
] as const
