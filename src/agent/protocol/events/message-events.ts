/** Messages to the model: the user's, and the program's with them. */
import { z } from 'zod'
import { textBlock, imageBlock } from '../messages.ts'

export const messageEvents = [
  z.strictObject({
    type: z.literal('user_message'),
    messageId: z.string(),
    content: z.array(z.union([textBlock, imageBlock])),
    /** Human text, or text that the program adds (a continuation prompt, an interruption marker). */
    origin: z.enum(['human', 'program']),
  }),
  /** Sent while the agent works, or without a network: part of the conversation with the `user_message` of the same id. */
  z.strictObject({
    type: z.literal('message_queued'),
    messageId: z.string(),
    text: z.string(),
    images: z.array(imageBlock).optional(),
    /** Sent without a network: read when there is one again. */
    untilOnline: z.boolean().optional(),
  }),
  /** Taken back before the agent has read it. */
  z.strictObject({ type: z.literal('message_unqueued'), messageId: z.string() }),
  /** The project's instruction files in force, and those held because nobody has accepted them; all of them, not the changes. */
  z.strictObject({
    type: z.literal('instructions_read'),
    files: z.array(z.strictObject({ name: z.string(), hash: z.string() })),
    held: z.array(z.strictObject({ name: z.string(), version: z.string() })).optional(),
    /** Files that are left out for want of room. */
    left: z.array(z.string()).optional(),
  }),
  /** An instruction file that the user wants told whole, whatever room it takes. */
  z.strictObject({ type: z.literal('instructions_wanted'), name: z.string() }),
  /** How the model was asked to write, by the message right after it. */
  z.strictObject({ type: z.literal('style_told'), terse: z.boolean() }),
] as const
