/** Agents that another one has started: each has a log of its own, a thread. The main thread is the session's own log. */
import { z } from 'zod'
import { permissionMode } from '../permission-mode.ts'
import { usage } from '../token-usage.ts'
import { terminal } from './run-events.ts'

/** Unique within its session, and part of file names (`threads/<id>.jsonl` of a recording). */
export const threadId = z.string().regex(/^[0-9a-f-]{8,64}$/u)

/** Role of the agent that takes notes for the memory. No recording has its thread: it was told the notes. */
export const NOTE_TAKER = 'note-taker'

/** Usage of one model, as in `ModelUsage`. */
const modelUsage = usage.extend({
  model: z.string(),
  requests: z.number(),
  costUsd: z.number(),
  isPriced: z.boolean(),
})

export const agentEvents = [
  /** The first event of each thread but the main one. */
  z.strictObject({
    type: z.literal('thread_started'),
    logVersion: z.number(),
    appVersion: z.string(),
    thread: threadId,
    /** Thread of the agent that started it; absent: the main one. */
    parent: threadId.optional(),
    /** Its purpose in a word, e.g. `reader`: its name on the screen. */
    role: z.string(),
    /** Call of the parent that it belongs to; absent: the program started it. */
    toolUseId: z.string().optional(),
    /** Root hash of the workspace that it begins with; absent: an empty one. */
    root: z.string().optional(),
    mode: permissionMode,
  }),
  /** In the parent's log. `agent_ended` follows, also after the tab was lost (`session/log/repair`). */
  z.strictObject({
    type: z.literal('agent_started'),
    /** Id of its thread. */
    agent: threadId,
    role: z.string(),
    /** Its task in a few words, for the person. */
    description: z.string(),
    turnId: z.string().optional(),
    toolUseId: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('agent_ended'),
    agent: threadId,
    terminal,
    /** Its last message, or why there is none. */
    result: z.string(),
    /** The workspace afterwards; absent: as it was. */
    root: z.string().optional(),
    /** Paths of changed files, from the workspace's root. */
    changed: z.array(z.string()),
    /** One line a model. */
    usage: z.array(modelUsage),
    turns: z.number(),
    calls: z.number(),
    durationMs: z.number(),
  }),
] as const
