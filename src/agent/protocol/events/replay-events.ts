/** A recording that is run again. */
import { z } from 'zod'
import { toolOutcome } from './call-events.ts'

export const replayEvents = [
  /** A recording is run again from here on, by the real loop in the real sandbox. */
  z.strictObject({
    type: z.literal('replay_started'),
    /** The session that is run again. */
    of: z.string(),
    title: z.string(),
    /** Calls of tools that are to come. */
    calls: z.number(),
  }),
  /** A call's result now, against the recorded one. */
  z.strictObject({
    type: z.literal('replay_compared'),
    turnId: z.string(),
    toolUseId: z.string(),
    /** `times`: the same but for how long something took, and when. */
    result: z.enum(['same', 'times', 'differs']),
    /** The hash of the whole workspace after it. */
    files: z.enum(['same', 'differs', 'unknown']),
    /** The recorded outcome and text if the result differs, cut at a limit. */
    recorded: z.strictObject({ outcome: toolOutcome, text: z.string() }).optional(),
    /** Both roots if the files differ. */
    roots: z.strictObject({ recorded: z.string(), now: z.string() }).optional(),
  }),
  z.strictObject({
    type: z.literal('replay_ended'),
    how: z.enum(['finished', 'stopped', 'taken_over', 'failed']),
    same: z.number(),
    differing: z.number(),
    /** Recorded calls that were not run again. */
    missing: z.number(),
  }),
] as const
