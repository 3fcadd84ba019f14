/** The memory: notes that the model was told, and notes that were written in this session. */
import { z } from 'zod'
import { threadId } from './agent-events.ts'

export const memoryEvents = [
  /** All notes that the model knows of, by path and hash (`noteLines`), from the message right after it on. */
  z.strictObject({ type: z.literal('memory_read'), notes: z.string() }),
  /** A note was changed while this session was open. */
  z.strictObject({
    type: z.literal('memory_changed'),
    /** From `/memory`. */
    path: z.string(),
    change: z.enum(['written', 'removed', 'confirmed', 'restored']),
    by: z.enum(['user', 'agent', 'import']),
    /** SHA-256 of the note, and whose it is; absent where it was removed. */
    hash: z.string().optional(),
    origin: z.enum(['user', 'unconfirmed']).optional(),
    /** Messages of the user that it rests on. */
    messageIds: z.array(z.string()),
    /** Files of the workspace that it names, as they were then. */
    evidence: z.array(z.strictObject({ path: z.string(), hash: z.string() })).optional(),
    /** By an agent that takes notes beside the conversation, which has not seen it. */
    aside: z.literal(true).optional(),
  }),
  /** Work that had ended was looked back on, for what will matter later, or it is said why not. */
  z.strictObject({
    type: z.literal('memory_learned'),
    /** The session of the work, where it is an earlier one of the project, whose tab was closed before. Absent: this one. */
    session: z.string().optional(),
    /** Number of the last event that was looked at: the next look begins behind it. */
    upTo: z.int().min(0),
    /** `failed`: the next look takes in the same events once more. */
    outcome: z.enum(['noted', 'nothing', 'skipped', 'failed']),
    /** Why it was skipped, or how it failed. */
    reason: z.string().optional(),
    /** Thread of the agent that took notes; absent: none was started. */
    agent: threadId.optional(),
    /** Notes that it has written, with their paths from `/memory`. */
    notes: z.array(
      z.strictObject({ path: z.string(), title: z.string(), origin: z.enum(['user', 'unconfirmed']) }),
    ),
    /** The lesson that the program has made of it, from `/memory`. */
    lesson: z.string().optional(),
  }),
  /** Lessons of earlier work were told with a message of the user; their texts are in the message right after it. */
  z.strictObject({
    type: z.literal('lessons_told'),
    /** Lessons that there are. */
    candidates: z.int().min(0),
    /** Paths from `/memory` of those that were told. */
    lessons: z.array(z.string()),
  }),
  /** Notes were picked for a message of the user, maybe none; their texts are in the message right after it. */
  z.strictObject({
    type: z.literal('memory_recalled'),
    by: z.enum(['words', 'model']),
    /** Notes that could be picked. */
    candidates: z.int().min(0),
    /** The versions that were told, by path. */
    notes: z.array(z.strictObject({ path: z.string(), hash: z.string() })),
    /** Bytes of their texts. */
    bytes: z.int().min(0),
    /** Why none was picked or told, where that was a failure. */
    problem: z.string().optional(),
  }),
  /** Notes of the user were told before a call that they apply to, which was held for that; their texts are in its result, which follows. */
  z.strictObject({
    type: z.literal('memory_at_act'),
    turnId: z.string(),
    toolUseId: z.string(),
    /** In their order in the result. */
    notes: z.array(
      z.strictObject({
        /** From `/memory`. */
        path: z.string(),
        /** The beginning of its SHA-256. */
        hash: z.string(),
        /** Its first line. */
        title: z.string(),
        /** Milliseconds since the epoch at which it was written. */
        at: z.number(),
        by: z.enum(['user', 'agent', 'import']),
        /** Session in which it was written: in older logs, and shown nowhere. */
        session: z.string().optional(),
        /** The rule of it that the call fits. */
        when: z.string(),
      }),
    ),
    /** More that apply, and are named alone. */
    others: z.array(z.strictObject({ path: z.string(), hash: z.string() })),
  }),
] as const
