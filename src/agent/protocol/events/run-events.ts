/** A run from its start to its end, and what it does between two requests. */
import { z } from 'zod'
import { permissionMode } from '../permission-mode.ts'
import { textBlock } from '../messages.ts'

/** Why a run ended. */
const TERMINALS = [
  'completed',
  'max_turns',
  'error',
  'aborted_streaming',
  'aborted_tools',
  'prompt_too_long',
  'image_error',
  'model_error',
  'stop_hook_prevented',
  'hook_stopped',
  'blocking_limit',
  'budget_exceeded',
] as const
export const terminal = z.enum(TERMINALS)
export type Terminal = z.infer<typeof terminal>

/** Why the loop went round again. */
const TRANSITIONS = [
  'next_turn',
  'max_output_tokens_escalate',
  'max_output_tokens_recovery',
  'pause_turn',
  'stop_hook_blocking',
  'reactive_compact_retry',
  'collapse_drain_retry',
  'token_budget_continuation',
  'output_requested',
  'steering_injected',
  'follow_up_injected',
] as const
const transition = z.enum(TRANSITIONS)
export type Transition = z.infer<typeof transition>

export const runEvents = [
  z.strictObject({
    type: z.literal('run_started'),
    runId: z.string(),
    model: z.string(),
    /** Tokens; not in older logs. */
    contextWindow: z.number().optional(),
    mode: permissionMode,
  }),
  /** The model is overloaded; another one answers for the rest of the run. In older logs a `notice` says so. */
  z.strictObject({
    type: z.literal('model_replaced'),
    turnId: z.string(),
    model: z.string(),
    by: z.string(),
    /** Tokens that the other one takes. */
    contextWindow: z.number(),
  }),
  /** The person wants the run to go on until so many tokens of output are used. */
  z.strictObject({
    type: z.literal('token_budget'),
    /** The model would have ended: it goes on, or it may end. */
    state: z.enum(['set', 'continued', 'ended']),
    tokens: z.number(),
    /** Since it was set. */
    used: z.number(),
    /** It ends before its budget is used: the last continuations added very little. */
    diminishing: z.boolean().optional(),
  }),
  /** The run goes in circles and waits for the person: `run_resumed`, a message, or its end follows. */
  z.strictObject({
    type: z.literal('run_paused'),
    turnId: z.string(),
    /** Which pattern was seen. */
    kind: z.string(),
    /** The repeated calls, for the user. */
    text: z.string(),
    toolUseIds: z.array(z.string()),
    /** The workspace before it began; absent when it is not known. */
    root: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('run_resumed'), turnId: z.string() }),
  /** The pair rule: with this event the turn's assistant message and all its results become history at once. */
  z.strictObject({
    type: z.literal('turn_committed'),
    turnId: z.string(),
    /** Appended to the message with the results, after them: reminders, the user's steering. */
    extra: z.array(textBlock),
  }),
  z.strictObject({
    type: z.literal('transition'),
    turnId: z.string(),
    reason: transition,
  }),
  /** The result of a run that was begun with an output schema, which it fits. */
  z.strictObject({
    type: z.literal('run_output'),
    turnId: z.string(),
    output: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    type: z.literal('error'),
    turnId: z.string().optional(),
    /** e.g. `authentication`, `network`, `cors`, `not_messages_api`, `overloaded`, `storage_quota`. */
    kind: z.string(),
    message: z.string(),
    /** Advice to the user. */
    hint: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('notice'),
    level: z.enum(['info', 'warning']),
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal('run_ended'),
    runId: z.string(),
    terminal,
    turns: z.number(),
  }),
] as const
