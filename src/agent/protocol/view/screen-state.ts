/** The screen's state of a session: its conversation, its run, its pending questions, and its cost. */
import type { UserQuestion } from '../questions.ts'
import { NO_USAGE } from './usage-view.ts'
import type { UsageView } from './usage-view.ts'
import type { EventOf } from '../events.ts'
import type { PermissionMode } from '../permission-modes.ts'
import type { Terminal } from '../events/run-events.ts'
import type { ToolDisplay, ToolOutcome } from '../events/call-events.ts'
import type { ImageBlock } from '../messages.ts'
import type { CacheBreak } from '../prompt-cache.ts'
import type { ConversationRestore } from '../restores.ts'

export interface TextView {
  readonly kind: 'text' | 'thinking'
  readonly block: number
  readonly text: string
  /** The block is whole; until then more deltas may come. */
  readonly complete: boolean
  /** The event that brought it as a whole: its statements are judged by calls that ended before. Undefined until then. */
  readonly seq: number | undefined
}

export interface OutputView {
  readonly stream: 'stdout' | 'stderr'
  readonly text: string
}

export interface ToolView {
  readonly kind: 'tool'
  readonly block: number
  readonly id: string
  readonly tool: string
  /** Short input for the group's name, empty while the input still streams. */
  readonly title: string
  readonly input: Readonly<Record<string, unknown>>
  readonly state: 'running' | ToolOutcome
  /** Its id while it goes on in the background. */
  readonly job: string | undefined
  /** When it really ran, past the permission check; milliseconds since the epoch. Undefined before. */
  readonly startedAt: number | undefined
  /** Live output, neighbours of one stream joined. */
  readonly output: readonly OutputView[]
  /** The text that the model got. */
  readonly result: string
  /** The pictures that it got. */
  readonly images: readonly ImageBlock[]
  readonly display: ToolDisplay | undefined
  /** The work of its tool, without waiting for anybody. */
  readonly durationMs: number | undefined
  /** It has changed files of the workspace. */
  readonly changed: boolean
  /** The event with its result; undefined before, and without one. */
  readonly resultSeq: number | undefined
  /** The event that ended it in the background; undefined before, and in the foreground. */
  readonly jobEndSeq: number | undefined
  /** The question to the user, while the call waits for the answer. */
  readonly question: UserQuestion | undefined
  /** Notes of the user that were told before it. */
  readonly notes: EventOf<'memory_at_act'>['notes']
  /** More of them that apply and were named alone. */
  readonly otherNotes: number
  readonly decision: { readonly behavior: 'allow' | 'deny'; readonly reason: string } | undefined
  /** In a replay: its result against the recorded one. */
  readonly compared: ComparedView | undefined
}

export type ComparedView = Pick<EventOf<'replay_compared'>, 'result' | 'files' | 'recorded' | 'roots'>

/** The session began as a recording. */
export type RecordingView = Pick<EventOf<'recording_opened'>, 'title' | 'hash' | 'from' | 'calls'>

export interface ReplayView {
  readonly title: string
  /** Calls of the recording. */
  readonly calls: number
  readonly same: number
  readonly differing: number
  /** Undefined while it goes on. */
  readonly ended: Pick<EventOf<'replay_ended'>, 'how' | 'missing'> | undefined
}

export type BlockView = TextView | ToolView

export type TranscriptItem =
  | {
      readonly kind: 'user'
      readonly id: string
      readonly at: number
      readonly text: string
      readonly images: readonly string[]
    }
  | AssistantView
  | {
      readonly kind: 'imported'
      readonly id: string
      readonly name: string
      readonly files: number
      readonly bytes: number
    }
  | {
      readonly kind: 'notice'
      readonly id: string
      readonly level: 'info' | 'warning'
      readonly text: string
    }
  /** From here on the model has a summary of what is above, or of a part of it. */
  | ({ readonly kind: 'compacted'; readonly id: string } & Pick<
      EventOf<'conversation_compacted'>,
      'seq' | 'trigger' | 'summary' | 'messages' | 'tokensBefore' | 'tokensAfter' | 'receipts'
    > & {
        readonly by: 'model' | 'notes' | 'program'
        /** Summaries of what was before that, the oldest first. */
        readonly earlier: readonly string[]
        /** It was taken back. */
        readonly undone: boolean
      })
  /** A summary that the user has not decided on. At most one; it is gone once it is used, dropped, or no longer fits. */
  | ({
      readonly kind: 'compaction_draft'
      readonly id: string
      /** Summaries of what was before that, the oldest first. */
      readonly earlier: readonly string[]
    } & Pick<
      EventOf<'compaction_drafted'>,
      'summary' | 'messages' | 'tokensBefore' | 'tokensAfter' | 'keep' | 'receipts'
    >)
  /** Something that was changed has cost the prompt cache: half a sentence why, and the tokens that were read anew. */
  | ({ readonly kind: 'cache_lost'; readonly id: string; readonly tokens: number } & Pick<
      CacheBreak,
      'cause' | 'changed'
    >)
  /** Notes and a lesson, by their paths, that the program has made of the work above, or of an earlier session's. */
  | ({ readonly kind: 'learned'; readonly id: string } & Pick<
      EventOf<'memory_learned'>,
      'session' | 'notes' | 'lesson'
    >)
  /** Events in a row that only a later version knows. */
  | { readonly kind: 'opaque'; readonly id: string; readonly steps: number }
  | {
      readonly kind: 'error'
      readonly id: string
      readonly error: string
      readonly message: string
      readonly hint: string | undefined
    }
  | {
      readonly kind: 'ended'
      readonly id: string
      readonly terminal: Exclude<Terminal, 'completed'>
      readonly turns: number
    }

export interface AssistantView {
  readonly kind: 'assistant'
  /** The turn's id. */
  readonly id: string
  readonly at: number
  readonly blocks: readonly BlockView[]
  readonly streaming: boolean
}

export type PermissionRequest = Pick<
  EventOf<'permission_requested'>,
  | 'turnId'
  | 'toolUseId'
  | 'tool'
  | 'title'
  | 'reason'
  | 'suggestedRule'
  | 'destructive'
  | 'intent'
  | 'isClassifying'
  | 'about'
> & { readonly input: Readonly<Record<string, unknown>> }

type Todo = Extract<ToolDisplay, { kind: 'todos' }>['todos'][number]

export interface QueuedView {
  readonly id: string
  readonly text: string
  readonly images: readonly ImageBlock[]
  /** It waits for the network, not for the agent. */
  readonly untilOnline?: boolean
}

export interface RetryView {
  readonly attempt: number
  /** Attempts in all; undefined: as many as it takes. */
  readonly of: number | undefined
  readonly reason: string
  /** When the next attempt starts, in milliseconds since the epoch. */
  readonly until: number
}

export interface BudgetView {
  /** Output tokens until which the run goes on, and those that it has used. */
  readonly tokens: number
  readonly used: number
}

export interface PauseView {
  /** e.g. `same_call`, `repeated_failures`. */
  readonly kind: string
  /** The repeated calls. */
  readonly text: string
  /** The workspace before it began; undefined when there is nothing to rewind. */
  readonly root: string | undefined
}

type RunView =
  | { readonly status: 'idle' }
  /** `silent`: nothing has come from the model for a while. */
  | {
      readonly status: 'running'
      readonly startedAt: number
      readonly retry: RetryView | undefined
      readonly silent: boolean
      /** The model is asked for a summary of the conversation. */
      readonly compacting: boolean
      /** It waits for the person: it went in circles. */
      readonly paused: PauseView | undefined
      /** Until which it goes on; undefined: until the model ends. */
      readonly budget: BudgetView | undefined
    }
  | { readonly status: 'ended'; readonly terminal: Terminal }

export interface ScreenState {
  /** Sequence number of the last event in it; 0 when empty. */
  readonly lastSeq: number
  readonly title: string
  readonly workspace: { readonly name: string } | undefined
  /** Hash of the workspace as the log knows it; undefined while it is empty. */
  readonly root: string | undefined
  readonly mode: PermissionMode | undefined
  readonly model: string | undefined
  readonly items: readonly TranscriptItem[]
  /** By which event each item came. */
  readonly itemSeqs: readonly number[]
  /** Items that are no longer part of the conversation; a later restore may bring them back. */
  readonly shelved: readonly { readonly seq: number; readonly item: TranscriptItem }[]
  readonly restores: readonly ConversationRestore[]
  /** Numbers of summaries that were taken back, and by which event. */
  readonly undoneCompactions: readonly { readonly seq: number; readonly by: number }[]
  /** A summary stands in the conversation that can be taken back. */
  readonly canUndoCompaction: boolean
  /** Undefined for a session that was made here. */
  readonly recording: RecordingView | undefined
  readonly replay: ReplayView | undefined
  readonly run: RunView
  readonly requests: readonly PermissionRequest[]
  /** Ids of calls whose question waits for the person. */
  readonly questions: readonly string[]
  /** Sent while the agent works, and not read by it yet; oldest first. */
  readonly queue: readonly QueuedView[]
  /** Names of instruction files that the agent was told not to follow as they are. */
  readonly heldInstructions: readonly string[]
  /** Running notes that may stand in for a summary, the oldest first; empty after one. */
  readonly sessionNotes: readonly Pick<EventOf<'session_notes'>, 'at' | 'text' | 'messages'>[]
  readonly todos: readonly Todo[]
  /** Tokens that the last run's model takes; undefined before the first. */
  readonly contextWindow: number | undefined
  /** Tokens that the last request and its answer took. */
  readonly contextTokens: number
  /** Usage of the last run and of the whole session. */
  readonly usage: UsageView
  /** Egress requests, the newest last; at most the last `EGRESS_SHOWN`. */
  readonly egress: readonly EgressView[]
  /** Number of earlier ones, which are not shown. */
  readonly earlierEgress: number
}

/** A request of a program, and what became of it. */
export interface EgressView {
  readonly id: string
  readonly at: number
  readonly method: string
  /** Without the values of what looks like a key. */
  readonly url: string
  readonly program: string
  /** Bytes of its address, headers and body; in older logs of the body alone. */
  readonly bytes: number
  readonly behavior: 'allow' | 'deny'
  readonly reason: string
}

/** More than anybody reads; all of them stand in the log. */
export const EGRESS_SHOWN = 500

export const EMPTY_SCREEN: ScreenState = {
  lastSeq: 0,
  title: '',
  workspace: undefined,
  root: undefined,
  mode: undefined,
  model: undefined,
  items: [],
  itemSeqs: [],
  shelved: [],
  restores: [],
  undoneCompactions: [],
  canUndoCompaction: false,
  recording: undefined,
  replay: undefined,
  run: { status: 'idle' },
  requests: [],
  questions: [],
  queue: [],
  heldInstructions: [],
  sessionNotes: [],
  todos: [],
  contextWindow: undefined,
  contextTokens: 0,
  usage: NO_USAGE,
  egress: [],
  earlierEgress: 0,
}

export type AgentStatus = 'ready' | 'working' | 'waiting for you' | 'paused' | 'error'

const FAILED_TERMINALS: readonly Terminal[] = [
  'error',
  'model_error',
  'image_error',
  'prompt_too_long',
  'blocking_limit',
]

/** The text of the "Agent" status. */
export function agentStatus(state: ScreenState): AgentStatus {
  if (state.run.status === 'idle') return 'ready'
  if (state.run.status === 'ended') return FAILED_TERMINALS.includes(state.run.terminal) ? 'error' : 'ready'
  if (state.run.paused) return 'paused'
  return state.requests.length + state.questions.length > 0 ? 'waiting for you' : 'working'
}
