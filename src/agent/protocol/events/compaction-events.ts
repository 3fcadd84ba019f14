/** The conversation made shorter for the model; the log keeps all of it. */
import { z } from 'zod'
import { usage } from '../token-usage.ts'

/** Origin of a compaction: the program, the user, or the service, which refused the conversation. */
const compactionTrigger = z.enum(['auto', 'manual', 'reactive'])
export type CompactionTrigger = z.infer<typeof compactionTrigger>

/** The program's check of a summary against the log, as its text has it (`protocol/text/cites.ts`). */
const receipts = z.strictObject({
  /** Lines that say something, and those of them that name events which they rest on. */
  lines: z.int().min(0),
  cited: z.int().min(0),
  /** Names that were a slip of one in the log. */
  corrected: z.array(z.strictObject({ was: z.string(), now: z.string() })),
  /** Remarks behind lines, that the log does not say it or says otherwise. */
  remarks: z.int().min(0),
  /** Lines that the program has added. */
  added: z.int().min(0),
})
export type Receipts = z.infer<typeof receipts>

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
  /** Finished parts of the conversation without the calls that they took; the request and the answer to it stay. */
  z.strictObject({
    type: z.literal('spans_collapsed'),
    spans: z.array(
      z.strictObject({
        /** Place of the message that asked, from 0, as the conversation was before. */
        at: z.int().min(0),
        /** Messages after it that go, up to the answer. */
        messages: z.int().min(1),
        /** The program's list of their calls, which stands behind what was asked. */
        text: z.string(),
      }),
    ),
    /** Estimated tokens that are free by it. */
    tokens: z.number(),
  }),
  /** The conversation fills the window to this mark, for the first time since its last summary. */
  z.strictObject({
    type: z.literal('context_filled'),
    /** `high`: soon it is made shorter. `full`: nothing may be asked before it is. */
    level: z.enum(['high', 'full']),
    /** Tokens of the next request; from `compactAt` on it is made shorter, from `blockAt` on none is made. */
    tokens: z.number(),
    compactAt: z.number(),
    blockAt: z.number(),
  }),
  /** Running notes: the model's summary of a part of the conversation, made ahead and beside the work. */
  z.strictObject({
    type: z.literal('session_notes'),
    /** Only what has come since the notes before, or since the summary at the beginning. */
    text: z.string(),
    /** Absent in older logs. */
    receipts: receipts.optional(),
    /** Messages, from the first on, that these and the notes before stand for. */
    messages: z.int().min(1),
    model: z.string(),
    /** The side query that gave it. */
    requestId: z.string(),
  }),
  /** The model is asked for a summary: `conversation_compacted` or `compaction_failed` follows. */
  z.strictObject({
    type: z.literal('compaction_started'),
    trigger: compactionTrigger,
  }),
  /**
   * A summary that the user looks at before it counts. It is open until `conversation_compacted`, `compaction_dropped`, or until
   * places of messages change; messages that come after it change nothing of it.
   */
  z.strictObject({
    type: z.literal('compaction_drafted'),
    /** The user's wish for its content. */
    keep: z.string().optional(),
    /** As in `conversation_compacted`. */
    from: z.int().min(1).optional(),
    messages: z.int().min(1),
    summary: z.string(),
    earlier: z.array(z.string()).optional(),
    /** Absent in older logs, and where it was not checked. */
    receipts: receipts.optional(),
    tokensBefore: z.number(),
    tokensAfter: z.number(),
    model: z.string(),
    /** The side query that gave it and is billed for it. */
    requestId: z.string(),
  }),
  /** The open draft is given up. */
  z.strictObject({ type: z.literal('compaction_dropped') }),
  /** The last summary is taken back: its messages are in its place again, and all that has come since stays behind them. */
  z.strictObject({ type: z.literal('compaction_undone') }),
  /** From here on the model is sent the summary in place of these messages. */
  z.strictObject({
    type: z.literal('conversation_compacted'),
    trigger: compactionTrigger,
    summary: z.string(),
    /** Summaries of what was before that, word for word as they were made, the oldest first. */
    earlier: z.array(z.string()).optional(),
    /** Absent in older logs, and where it was not checked. */
    receipts: receipts.optional(),
    /** Made from running notes, or by the program without a model; absent: the model was asked for it now. */
    by: z.enum(['notes', 'program']).optional(),
    /** The program's notes beside it: the user's own words, instruction files, the state of the work. */
    notes: z.array(z.string()),
    /** Messages before those that it stands for: they stay. Absent: none. */
    from: z.int().min(1).optional(),
    /** Messages that it stands for. */
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
