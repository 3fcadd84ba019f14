/** A call of a tool: its input, its output while it runs, and its result. */
import { z } from 'zod'
import { userQuestion, userAnswer } from '../questions.ts'
import { toolResultBlock } from '../messages.ts'
import { usage } from '../token-usage.ts'

/** A content of the blob store that appears at `/results` under this name. */
const storedResult = z.strictObject({
  name: z.string().regex(/^[a-z]{1,32}-[0-9a-f]{8}(?:-\d{1,6})?\.txt$/),
  /** SHA-256, hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes. */
  size: z.int().min(0),
})

const moment = z.strictObject({
  seed: z.int().min(0),
  at: z.number(),
  clocks: z.array(z.array(z.number())).optional(),
})

const seenFile = z.strictObject({
  path: z.string(),
  hash: z.string(),
  /** Lines of its text that the result shows whole, from 1, and how many it has. Not in older logs. */
  lines: z.strictObject({ from: z.int(), to: z.int(), of: z.int() }).optional(),
})
export type SeenLines = NonNullable<z.infer<typeof seenFile>['lines']>

/**
 * The visible state of a finished call; `running` until its `tool_result`. `held`: it was not run, so that the model reads a note of the
 * user's first (`memory_at_act`), or makes the calls behind such a one anew.
 */
export const toolOutcome = z.enum(['done', 'failed', 'denied', 'cancelled', 'held'])
export type ToolOutcome = z.infer<typeof toolOutcome>

/** The screen's view of a result besides its text; the model never sees it. */
const toolDisplay = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('diff'),
    path: z.string(),
    /** Unified diff, three lines of context, cut at a limit. */
    patch: z.string(),
    added: z.number(),
    removed: z.number(),
  }),
  z.strictObject({
    kind: z.literal('process'),
    exitCode: z.number(),
    durationMs: z.number(),
    timedOut: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('todos'),
    todos: z.array(
      z.strictObject({
        content: z.string(),
        activeForm: z.string(),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
    ),
  }),
  z.strictObject({ kind: z.literal('summary'), text: z.string() }),
  /** The command went into the background; its output goes on, and a `job_ended` follows. */
  z.strictObject({ kind: z.literal('job'), jobId: z.string() }),
])
export type ToolDisplay = z.infer<typeof toolDisplay>

export const callEvents = [
  /** A call's input did not fit its schema: the coerced values, or the reason for the refusal. */
  z.strictObject({
    type: z.literal('input_checked'),
    turnId: z.string(),
    toolUseId: z.string(),
    tool: z.string(),
    outcome: z.enum(['coerced', 'rejected']),
    details: z.array(z.string()),
  }),
  z.strictObject({
    type: z.literal('tool_started'),
    turnId: z.string(),
    toolUseId: z.string(),
    tool: z.string(),
    /** The parsed input that really runs. */
    input: z.record(z.string(), z.unknown()),
    /** Short form for the group's name, e.g. the command or the path. */
    title: z.string(),
  }),
  /** A running call waits for what the person says; its result has the answer. */
  z.strictObject({
    type: z.literal('question_asked'),
    turnId: z.string(),
    toolUseId: z.string(),
    question: userQuestion,
  }),
  /** The user's answer to a call's question, which a replay gives again. Not in older logs. */
  z.strictObject({
    type: z.literal('question_answered'),
    turnId: z.string(),
    toolUseId: z.string(),
    answer: userAnswer,
  }),
  /** Live output of a running call, cut at a limit; the result is authoritative. */
  z.strictObject({
    type: z.literal('tool_output'),
    turnId: z.string(),
    toolUseId: z.string(),
    stream: z.enum(['stdout', 'stderr']),
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    turnId: z.string(),
    toolUseId: z.string(),
    tool: z.string(),
    outcome: toolOutcome,
    /** The result as the model reads it. */
    content: toolResultBlock,
    display: toolDisplay.optional(),
    /** All of a text that was too long for the conversation, which has its beginning or its end. */
    stored: storedResult.optional(),
    durationMs: z.number(),
    /** True when the program made it up for a call that never ended. */
    synthetic: z.boolean(),
    /** Hash of the workspace after the call, when it changed something. */
    root: z.string().optional(),
    /** A command's seed, its start, and the clock values that its processes have read since. */
    moment: moment.optional(),
    /** Files whose content the model knows since this call, with their hashes: a resumed session may edit them. */
    seen: z.array(seenFile).optional(),
    /** It only says that another call's result shows the same: the id of that call. Not in older logs. */
    shownBy: z.string().optional(),
    /** Start directory of the next command, if the call changed it. Not in older logs. */
    cwd: z.string().optional(),
  }),
  /** A command of the background is over; told under the call that started it, at any later time. */
  z.strictObject({
    type: z.literal('job_ended'),
    jobId: z.string(),
    turnId: z.string(),
    toolUseId: z.string(),
    /** `lost` with the sandbox or the tab. */
    how: z.enum(['exited', 'stopped', 'lost']),
    exitCode: z.number(),
    timedOut: z.boolean(),
    durationMs: z.number(),
  }),
  /** A second model was asked for advice by a call of the first. */
  z.strictObject({
    type: z.literal('advice_given'),
    turnId: z.string(),
    toolUseId: z.string(),
    model: z.string(),
    usage,
    /** US dollars; null when the price is not known. */
    costUsd: z.number().nullable(),
    /** The side query that gave it and is billed for it. Absent from the service's own advisor and in older logs: this event is. */
    requestId: z.string().optional(),
  }),
] as const
