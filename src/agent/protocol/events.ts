/**
 * The session log's vocabulary. An event is on disk before anybody sees it; the screen, the transcript, the
 * conversation sent to the model and every export are reductions of these (DESIGN, "The one idea").
 *
 * How a turn is told: `request_started`, deltas, one `assistant_block` per finished block, then for each tool
 * call `permission_decided`, `tool_started`, `tool_output`, `tool_result`, and last `turn_committed`, which alone
 * makes the assistant message and the message with its results part of the conversation: they cannot come
 * apart on disk (ZD-02). A log that ends inside a turn is completed by `session/repair`.
 */
import { z } from 'zod'
import { assistantBlock, textBlock, imageBlock, toolResultBlock } from './messages.ts'
import { cacheBreak, cacheVerdict, promptFingerprint, querySource } from './prompt-cache.ts'
import { userAnswer, userQuestion } from './questions.ts'
import { serviceLimit } from './service-limits.ts'

/** Bumped when the shape of stored events changes; `session/migrate` lifts older logs. */
export const LOG_VERSION = 1

const moment = z.strictObject({
  seed: z.int().min(0),
  at: z.number(),
  clocks: z.array(z.array(z.number())).optional(),
})

export const PERMISSION_MODES = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
] as const
export const permissionMode = z.enum(PERMISSION_MODES)
export type PermissionMode = z.infer<typeof permissionMode>

/** Why a run ended (TA-01, BP-02). */
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
const terminal = z.enum(TERMINALS)
export type Terminal = z.infer<typeof terminal>

/** Why the loop went round again (AL-09, BP-03). */
const TRANSITIONS = [
  'next_turn',
  'max_output_tokens_escalate',
  'max_output_tokens_recovery',
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

/** The visible state of a finished call; `running` until its `tool_result`. */
const toolOutcome = z.enum(['done', 'failed', 'denied', 'cancelled'])
export type ToolOutcome = z.infer<typeof toolOutcome>

/** What the screen shows of a result besides its text; the model never sees it. */
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

/** Tokens as the API reports them. */
const usage = z.strictObject({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
})
export type Usage = z.infer<typeof usage>

/** One command of a line that is asked for. */
const commandIntent = z.strictObject({
  /** As the shell would have it; `…` stands for what only a run can tell. */
  command: z.string(),
  kind: z.enum(['read-only', 'workspace-write', 'destructive', 'program', 'egress', 'unknown']),
  /** Continues a sentence that begins with the command's name. */
  why: z.string(),
})
export type CommandIntent = z.infer<typeof commandIntent>

/** Who wanted the conversation shorter: the program, the person, or the service, which refused it. */
const compactionTrigger = z.enum(['auto', 'manual', 'reactive'])
export type CompactionTrigger = z.infer<typeof compactionTrigger>

const bodies = {
  session_created: z.strictObject({
    type: z.literal('session_created'),
    logVersion: z.number(),
    appVersion: z.string(),
  }),
  session_titled: z.strictObject({
    type: z.literal('session_titled'),
    title: z.string(),
    /** What the title was taken from; in logs that do not say, a person's counts. */
    by: z.enum(['import', 'prompt', 'person']).optional(),
  }),
  workspace_imported: z.strictObject({
    type: z.literal('workspace_imported'),
    /** For people: the archive's single top-level folder, or the file's name. */
    name: z.string(),
    /** The top-level folder that became the workspace root; an export puts it back. */
    folder: z.string().optional(),
    files: z.number(),
    bytes: z.number(),
    root: z.string(),
  }),
  /** The workspace after a tool call, the user's own change, or a restore. */
  checkpoint: z.strictObject({
    type: z.literal('checkpoint'),
    root: z.string(),
    cause: z.enum(['tool', 'user', 'restore']),
    toolUseId: z.string().optional(),
  }),
  /** The person has put back what they did not want of the agent's changes; the `checkpoint` before it has the files. */
  changes_rejected: z.strictObject({
    type: z.literal('changes_rejected'),
    /** The workspace before: going back to it takes the rejection back. */
    root: z.string(),
    files: z.array(z.strictObject({ path: z.string(), what: z.string() })),
  }),
  mode_changed: z.strictObject({ type: z.literal('mode_changed'), mode: permissionMode }),

  user_message: z.strictObject({
    type: z.literal('user_message'),
    messageId: z.string(),
    content: z.array(z.union([textBlock, imageBlock])),
    /** Human text, or text that the program adds (a continuation prompt, an interruption marker). */
    origin: z.enum(['human', 'program']),
  }),
  /** Sent while the agent works, or without a network: part of the conversation with the `user_message` of the same id. */
  message_queued: z.strictObject({
    type: z.literal('message_queued'),
    messageId: z.string(),
    text: z.string(),
    images: z.array(imageBlock).optional(),
    /** Sent without a network: read when there is one again. */
    untilOnline: z.boolean().optional(),
  }),
  /** Taken back before the agent has read it. */
  message_unqueued: z.strictObject({ type: z.literal('message_unqueued'), messageId: z.string() }),
  run_started: z.strictObject({
    type: z.literal('run_started'),
    runId: z.string(),
    model: z.string(),
    /** Tokens; not in older logs. */
    contextWindow: z.number().optional(),
    mode: permissionMode,
  }),
  request_started: z.strictObject({
    type: z.literal('request_started'),
    turnId: z.string(),
    /** Sent as a header of its own, so that a time-out can be traced (API-14). */
    requestId: z.string(),
    /** 1 for the first try. */
    attempt: z.number(),
    /** Who asks; in older logs always the person's own conversation. */
    source: querySource.optional(),
    /** What it consists of, to tell later what changed. */
    prefix: promptFingerprint.optional(),
    /** Why this differs from the previous prefix, when it does (DESIGN, invariant 2). */
    prefixChange: z.string().optional(),
  }),
  /** The stream broke and what came of it is thrown away: blocks and deltas of this attempt do not count. */
  request_discarded: z.strictObject({
    type: z.literal('request_discarded'),
    turnId: z.string(),
    requestId: z.string(),
    reason: z.string(),
  }),
  request_retry: z.strictObject({
    type: z.literal('request_retry'),
    turnId: z.string(),
    attempt: z.number(),
    delayMs: z.number(),
    reason: z.string(),
    /** Of the failure, as `error` names it. */
    kind: z.string().optional(),
    /** Attempts in all; absent: as many as it takes. */
    of: z.number().optional(),
  }),
  /** Nothing has come for a while; it is still waited for. */
  request_silent: z.strictObject({
    type: z.literal('request_silent'),
    turnId: z.string(),
    requestId: z.string(),
  }),
  text_delta: z.strictObject({
    type: z.literal('text_delta'),
    turnId: z.string(),
    block: z.number(),
    text: z.string(),
  }),
  thinking_delta: z.strictObject({
    type: z.literal('thinking_delta'),
    turnId: z.string(),
    block: z.number(),
    text: z.string(),
  }),
  /** A tool call has begun to stream; its input follows whole in `assistant_block`. */
  tool_announced: z.strictObject({
    type: z.literal('tool_announced'),
    turnId: z.string(),
    block: z.number(),
    toolUseId: z.string(),
    tool: z.string(),
  }),
  /** A block is complete. Tool input is parsed exactly once, here (BP-11). */
  assistant_block: z.strictObject({
    type: z.literal('assistant_block'),
    turnId: z.string(),
    block: z.number(),
    content: assistantBlock,
  }),
  response_ended: z.strictObject({
    type: z.literal('response_ended'),
    turnId: z.string(),
    /** Information only (AL-14). */
    stopReason: z.string(),
    usage,
    /** In logs that do not say, that of the run. */
    model: z.string().optional(),
    /** US dollars at the model's list price; null when the price is not known. */
    costUsd: z.number().nullable(),
    /** Not in older logs. */
    requestId: z.string().optional(),
    source: querySource.optional(),
    cache: cacheVerdict.optional(),
    /** Milliseconds from the request to its first token, and to its end (BP-06). */
    firstTokenMs: z.number().optional(),
    durationMs: z.number().optional(),
  }),
  /** What the service said of its limits with this answer, where that had changed. */
  limits_told: z.strictObject({
    type: z.literal('limits_told'),
    turnId: z.string(),
    limits: z.array(serviceLimit),
  }),
  /** The answer broke off or was stopped after the provider had begun to count: it was billed, if not all of it is known. */
  response_cut: z.strictObject({
    type: z.literal('response_cut'),
    turnId: z.string(),
    requestId: z.string(),
    model: z.string(),
    source: querySource.optional(),
    /** What was counted; of the output what has come, estimated. */
    usage,
    costUsd: z.number().nullable(),
  }),
  /** Follows the end of a response of which less was read from the prompt cache than was there. */
  cache_broken: z.strictObject({
    type: z.literal('cache_broken'),
    turnId: z.string(),
    ...cacheBreak.shape,
  }),

  permission_requested: z.strictObject({
    type: z.literal('permission_requested'),
    turnId: z.string(),
    toolUseId: z.string(),
    tool: z.string(),
    /** One line for the dialog, e.g. the command. */
    title: z.string(),
    /** "Why am I asked". */
    reason: z.string(),
    /** The rule that "Always allow" would add. */
    suggestedRule: z.string(),
    destructive: z.boolean(),
    /** Of a command line: what each command in it would do. Absent in older logs. */
    intent: z.array(commandIntent).optional(),
    /** A classifier decides it, too, until the person turns to it. */
    isClassifying: z.literal(true).optional(),
  }),
  /** In `auto`: what the classifier said of a call; billed apart (SP-13, SP-18). */
  call_classified: z.strictObject({
    type: z.literal('call_classified'),
    turnId: z.string(),
    toolUseId: z.string(),
    model: z.string(),
    decision: z.enum(['allow', 'deny', 'ask']),
    reason: z.string(),
    usage,
    /** US dollars; null when the price is not known. */
    costUsd: z.number().nullable(),
  }),
  permission_decided: z.strictObject({
    type: z.literal('permission_decided'),
    turnId: z.string(),
    toolUseId: z.string(),
    behavior: z.enum(['allow', 'deny']),
    source: z.string(),
    reason: z.string(),
    /** The user's comment; it goes to the model. */
    comment: z.string().optional(),
  }),
  /** A call's input did not fit its schema: what was taken for something else, or why it was refused. */
  input_checked: z.strictObject({
    type: z.literal('input_checked'),
    turnId: z.string(),
    toolUseId: z.string(),
    tool: z.string(),
    outcome: z.enum(['coerced', 'rejected']),
    details: z.array(z.string()),
  }),
  tool_started: z.strictObject({
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
  question_asked: z.strictObject({
    type: z.literal('question_asked'),
    turnId: z.string(),
    toolUseId: z.string(),
    question: userQuestion,
  }),
  /** Live output of a running call, cut at a limit; the result is authoritative. */
  tool_output: z.strictObject({
    type: z.literal('tool_output'),
    turnId: z.string(),
    toolUseId: z.string(),
    stream: z.enum(['stdout', 'stderr']),
    text: z.string(),
  }),
  tool_result: z.strictObject({
    type: z.literal('tool_result'),
    turnId: z.string(),
    toolUseId: z.string(),
    tool: z.string(),
    outcome: toolOutcome,
    /** What the model gets. */
    content: toolResultBlock,
    display: toolDisplay.optional(),
    durationMs: z.number(),
    /** True when the program made it up for a call that never ended (TA-06). */
    synthetic: z.boolean(),
    /** Hash of the workspace after the call, when it changed something. */
    root: z.string().optional(),
    /** Of a command: what its chance began with, when it began, and what its processes have read of the clock since. */
    moment: moment.optional(),
    /** Files whose content the model knows since this call, with their hashes: a resumed session may edit them. */
    seen: z.array(z.strictObject({ path: z.string(), hash: z.string() })).optional(),
  }),
  /** A command of the background is over; told under the call that started it, at any later time. */
  job_ended: z.strictObject({
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
  /** The pair rule: with this event the turn's assistant message and all its results become history at once. */
  turn_committed: z.strictObject({
    type: z.literal('turn_committed'),
    turnId: z.string(),
    /** Appended to the message with the results, after them: reminders, the user's steering. */
    extra: z.array(textBlock),
  }),
  transition: z.strictObject({
    type: z.literal('transition'),
    turnId: z.string(),
    reason: transition,
  }),
  /** A second model was asked for advice by a call of the first; billed apart (AD-06). */
  advice_given: z.strictObject({
    type: z.literal('advice_given'),
    turnId: z.string(),
    toolUseId: z.string(),
    model: z.string(),
    usage,
    /** US dollars; null when the price is not known. */
    costUsd: z.number().nullable(),
  }),
  /** The result of a run that was begun with an output schema, which it fits (ZD-03). */
  run_output: z.strictObject({
    type: z.literal('run_output'),
    turnId: z.string(),
    output: z.record(z.string(), z.unknown()),
  }),
  /** The person wants the run to go on until so many tokens of output are used (TA-12). */
  token_budget: z.strictObject({
    type: z.literal('token_budget'),
    /** The model would have ended: it goes on, or it may end. */
    state: z.enum(['set', 'continued', 'ended']),
    tokens: z.number(),
    /** Since it was set. */
    used: z.number(),
    /** It ends before its budget is used: what was added had become very little. */
    diminishing: z.boolean().optional(),
  }),
  /** The run goes in circles and waits for the person: `run_resumed`, a message, or its end follows. */
  run_paused: z.strictObject({
    type: z.literal('run_paused'),
    turnId: z.string(),
    /** Which pattern was seen. */
    kind: z.string(),
    /** What was repeated, for the person. */
    text: z.string(),
    toolUseIds: z.array(z.string()),
    /** The workspace before it began; absent when it is not known. */
    root: z.string().optional(),
  }),
  run_resumed: z.strictObject({ type: z.literal('run_resumed'), turnId: z.string() }),
  error: z.strictObject({
    type: z.literal('error'),
    turnId: z.string().optional(),
    /** e.g. `authentication`, `network`, `cors`, `not_messages_api`, `overloaded`, `storage_quota`. */
    kind: z.string(),
    message: z.string(),
    /** What to try. */
    hint: z.string().optional(),
  }),
  /** The project's instruction files that the model is told of by the message right after it; all of them, not the changes. */
  instructions_read: z.strictObject({
    type: z.literal('instructions_read'),
    files: z.array(z.strictObject({ name: z.string(), hash: z.string() })),
  }),
  /** How the model was asked to write, by the message right after it. */
  style_told: z.strictObject({ type: z.literal('style_told'), terse: z.boolean() }),
  /** A request that wanted to leave the sandbox, and what became of it. Never with a header's or a body's content. */
  exit_decided: z.strictObject({
    type: z.literal('exit_decided'),
    method: z.string(),
    /** Without the values of what looks like a key in its query. */
    url: z.string(),
    /** Its name only, as it says itself. */
    program: z.string(),
    execId: z.string(),
    bytes: z.number(),
    behavior: z.enum(['allow', 'deny']),
    source: z.string(),
    reason: z.string(),
  }),
  /** What the person said to a call's question: a replay says the same. Not in older logs. */
  question_answered: z.strictObject({
    type: z.literal('question_answered'),
    turnId: z.string(),
    toolUseId: z.string(),
    answer: userAnswer,
  }),
  /** All before it came with a recording: nothing of it is a permission, a mode or a cost of this browser. */
  recording_opened: z.strictObject({
    type: z.literal('recording_opened'),
    title: z.string(),
    /** SHA-256 of its canonical content, hex. */
    hash: z.string(),
    from: z.enum(['file', 'link', 'demo', 'store']),
    /** Of whom it was made. */
    appVersion: z.string(),
    /** Calls of tools in it. */
    calls: z.number(),
  }),
  /** All before it is a copy of another session's beginning, which goes on by itself (M3-02). */
  session_forked: z.strictObject({
    type: z.literal('session_forked'),
    parent: z.string(),
    parentTitle: z.string(),
    /** The parent's last event that was copied. */
    parentSeq: z.number(),
  }),
  /** What was said after `toSeq` is no longer part of the conversation. Files are told of by `checkpoint`. */
  conversation_restored: z.strictObject({
    type: z.literal('conversation_restored'),
    toSeq: z.number(),
    /** How many events of the conversation there are up to then: messages, ends of turns, and restores. */
    events: z.number(),
    /** The model was told of instructions, or how to write, only later: it is to be told again. */
    isUntold: z.boolean(),
  }),
  /**
   * Results that the model is no longer sent, to make room; the log keeps them (ZD-16). Decided once, so that the requests
   * after it begin with the same bytes.
   */
  results_cleared: z.strictObject({
    type: z.literal('results_cleared'),
    toolUseIds: z.array(z.string()),
    /** `superseded`: later calls said the same anew; `media`: only their images and documents. */
    why: z.enum(['superseded', 'old', 'media']),
    /** That they took, estimated. */
    tokens: z.number(),
  }),
  /** The model is asked for a summary: `conversation_compacted` or `compaction_failed` follows. */
  compaction_started: z.strictObject({
    type: z.literal('compaction_started'),
    trigger: compactionTrigger,
  }),
  /** From here on the model is sent the summary in place of the first messages; billed apart. */
  conversation_compacted: z.strictObject({
    type: z.literal('conversation_compacted'),
    trigger: compactionTrigger,
    summary: z.string(),
    /** What the program says beside it: the person's own words, instruction files, the state of the work. */
    notes: z.array(z.string()),
    /** Messages that it stands for, from the first on. */
    messages: z.number().int().nonnegative(),
    /** Tokens of a request before and after it, estimated. */
    tokensBefore: z.number(),
    tokensAfter: z.number(),
    model: z.string(),
    usage,
    /** US dollars; null when the price is not known. */
    costUsd: z.number().nullable(),
  }),
  compaction_failed: z.strictObject({
    type: z.literal('compaction_failed'),
    trigger: compactionTrigger,
    /** Why, and what follows of it. */
    reason: z.string(),
    /** The person has stopped it: that is no failure. */
    stopped: z.boolean(),
  }),
  /** A recording is run again from here on, by the real loop in the real sandbox. */
  replay_started: z.strictObject({
    type: z.literal('replay_started'),
    /** The session that is run again. */
    of: z.string(),
    title: z.string(),
    /** Calls of tools that are to come. */
    calls: z.number(),
  }),
  /** What came of a call now, against what was recorded. */
  replay_compared: z.strictObject({
    type: z.literal('replay_compared'),
    turnId: z.string(),
    toolUseId: z.string(),
    /** `times`: the same but for how long something took, and when. */
    result: z.enum(['same', 'times', 'differs']),
    /** The hash of the whole workspace after it. */
    files: z.enum(['same', 'differs', 'unknown']),
    /** Where the result differs: the outcome and the text that were recorded, cut at a limit. */
    recorded: z.strictObject({ outcome: toolOutcome, text: z.string() }).optional(),
    /** Where the files differ: both roots. */
    roots: z.strictObject({ recorded: z.string(), now: z.string() }).optional(),
  }),
  replay_ended: z.strictObject({
    type: z.literal('replay_ended'),
    how: z.enum(['finished', 'stopped', 'taken_over', 'failed']),
    same: z.number(),
    differing: z.number(),
    /** Recorded calls that were not run again. */
    missing: z.number(),
  }),
  notice: z.strictObject({
    type: z.literal('notice'),
    level: z.enum(['info', 'warning']),
    text: z.string(),
  }),
  run_ended: z.strictObject({
    type: z.literal('run_ended'),
    runId: z.string(),
    terminal,
    turns: z.number(),
  }),
} as const

/** Every event's shape: what a stored or imported log is checked against. */
export const eventBody = z.discriminatedUnion('type', [
  bodies.session_created,
  bodies.session_titled,
  bodies.workspace_imported,
  bodies.checkpoint,
  bodies.changes_rejected,
  bodies.mode_changed,
  bodies.instructions_read,
  bodies.user_message,
  bodies.message_queued,
  bodies.message_unqueued,
  bodies.run_started,
  bodies.request_started,
  bodies.request_discarded,
  bodies.request_retry,
  bodies.request_silent,
  bodies.text_delta,
  bodies.thinking_delta,
  bodies.tool_announced,
  bodies.assistant_block,
  bodies.response_ended,
  bodies.cache_broken,
  bodies.response_cut,
  bodies.limits_told,
  bodies.permission_requested,
  bodies.permission_decided,
  bodies.call_classified,
  bodies.input_checked,
  bodies.tool_started,
  bodies.question_asked,
  bodies.tool_output,
  bodies.tool_result,
  bodies.job_ended,
  bodies.turn_committed,
  bodies.transition,
  bodies.advice_given,
  bodies.run_output,
  bodies.token_budget,
  bodies.run_paused,
  bodies.run_resumed,
  bodies.error,
  bodies.style_told,
  bodies.exit_decided,
  bodies.question_answered,
  bodies.recording_opened,
  bodies.session_forked,
  bodies.conversation_restored,
  bodies.results_cleared,
  bodies.compaction_started,
  bodies.conversation_compacted,
  bodies.compaction_failed,
  bodies.replay_started,
  bodies.replay_compared,
  bodies.replay_ended,
  bodies.notice,
  bodies.run_ended,
])

/** An event before the log has numbered it. */
export type EventBody = z.infer<typeof eventBody>
export type EventType = EventBody['type']

export interface EventStamp {
  /** Counts from 1 without holes within a session. */
  readonly seq: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** An event that the log has taken, and not written yet. */
export type AcceptedEvent = EventBody & Pick<EventStamp, 'at'>
export type AgentEvent = EventBody & EventStamp
/** One member of the union, e.g. `EventOf<'tool_result'>`. */
export type EventOf<T extends EventType> = Extract<AgentEvent, { type: T }>
