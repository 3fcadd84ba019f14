/**
 * Screen state as a pure reduction of the log: the same events give the same screen, live or after a reload
 * (DESIGN, invariant 3). Incremental, and with structural sharing: an item that no event touched stays the
 * same object, so a screen of a thousand turns redraws only the last one.
 */
import type { AgentEvent, EventOf } from './events.ts'
import { imageSource } from './image-source.ts'
import type { AdvisorResultBlock, ToolResultBlock, UserMessage } from './messages.ts'
import type {
  TextView,
  OutputView,
  ToolView,
  TranscriptItem,
  PermissionRequest,
  PauseView,
  QueuedView,
  RetryView,
  ScreenState,
} from './screen-state.ts'
import { EXITS_SHOWN } from './screen-state.ts'
import { shortTokens } from './token-budget.ts'
import { NO_USAGE, withSideQuery, withBreak, withResponse, withRun } from './usage-view.ts'
import { shortInput } from './short-input.ts'
import { applyCompaction } from './view-compaction.ts'
import { Draft } from './view-draft.ts'
import type { Mutable } from './view-draft.ts'

/** The state after these events; those that it already holds are skipped. */
export function applyEvents(state: ScreenState, events: readonly AgentEvent[]): ScreenState {
  const fresh = events.filter((event) => event.seq > state.lastSeq)
  const last = fresh.at(-1)
  if (!last) return state
  const draft = new Draft(state)
  for (const event of fresh) {
    apply(draft, event)
    draft.number(event.seq)
  }
  draft.state.lastSeq = last.seq
  return draft.state
}

function apply(draft: Draft, event: AgentEvent): void {
  const { state } = draft
  switch (event.type) {
    case 'session_created':
    case 'transition':
      return
    case 'session_titled':
      state.title = event.title
      return
    case 'workspace_imported':
      state.workspace = { name: event.name }
      state.root = event.root
      draft.items.push({
        ...pick(event, 'name', 'files', 'bytes'),
        kind: 'imported',
        id: `event-${event.seq}`,
      })
      return
    case 'checkpoint':
      state.root = event.root
      return
    case 'mode_changed':
      state.mode = event.mode
      return
    case 'user_message':
      dequeue(state, event.messageId)
      if (event.origin === 'human') draft.items.push(userItem(event))
      return
    case 'message_queued':
      state.queue = [...state.queue, queuedView(event)]
      return
    case 'message_unqueued':
      return dequeue(state, event.messageId)
    case 'run_started':
      // Whoever goes on with a recording, or after a replay, makes it a session of their own.
      state.recording = undefined
      if (state.replay?.ended) state.replay = undefined
      state.model = event.model
      state.contextWindow = event.contextWindow
      state.mode = event.mode
      state.usage = withRun(state.usage)
      state.run = {
        status: 'running',
        startedAt: event.at,
        retry: undefined,
        silent: false,
        compacting: false,
        paused: undefined,
        budget: undefined,
      }
      return
    case 'run_ended':
      return endRun(draft, event)
    case 'error':
      draft.items.push({
        kind: 'error',
        id: `event-${event.seq}`,
        error: event.kind,
        message: event.message,
        hint: event.hint,
      })
      return
    case 'notice':
      draft.items.push({ kind: 'notice', id: `event-${event.seq}`, level: event.level, text: event.text })
      return
    case 'results_cleared':
    case 'compaction_started':
    case 'conversation_compacted':
    case 'compaction_failed':
      return applyCompaction(draft, event)
    case 'changes_rejected':
      draft.items.push({
        kind: 'notice',
        id: `event-${event.seq}`,
        level: 'info',
        text: `You rejected changes in ${rejectedIn(event)}. The agent is told with your next message.`,
      })
      return
    case 'token_budget':
      return applyBudget(draft, event)
    case 'recording_opened':
    case 'session_forked':
    case 'conversation_restored':
    case 'replay_started':
    case 'replay_ended':
      return applyPast(draft, event)
    case 'instructions_read':
    case 'style_told':
      return
    case 'exit_decided':
      return applyExit(draft, event)
    default:
      return applyToTurn(draft, event)
  }
}

function applyExit({ state }: Draft, event: EventOf<'exit_decided'>): void {
  const seen = pick(event, 'at', 'method', 'url', 'program', 'bytes', 'behavior', 'reason')
  const all = [...state.exits, { id: `event-${event.seq}`, ...seen }]
  state.exits = all.slice(-EXITS_SHOWN)
  state.earlierExits += all.length - state.exits.length
}

function rejectedIn({ files }: EventOf<'changes_rejected'>): string {
  const paths = [...new Set(files.map(({ path }) => path))]
  return paths.length > 3 ? `${paths.length} files` : paths.join(', ')
}

type PastEvent = EventOf<
  'recording_opened' | 'session_forked' | 'conversation_restored' | 'replay_started' | 'replay_ended'
>

function applyPast(draft: Draft, event: PastEvent): void {
  const { state } = draft
  const tell = (text: string) =>
    draft.items.push({ kind: 'notice', id: `event-${event.seq}`, level: 'info', text })
  switch (event.type) {
    case 'recording_opened':
      state.recording = pick(event, 'title', 'hash', 'from', 'calls')
      state.mode = undefined
      state.queue = []
      state.usage = NO_USAGE
      state.exits = []
      state.earlierExits = 0
      state.title = event.title
      return
    case 'session_forked':
      state.usage = NO_USAGE
      state.exits = []
      state.earlierExits = 0
      state.queue = []
      return void tell(`Forked from “${event.parentTitle}”, which goes on by itself.`)
    case 'conversation_restored': {
      const before = state.items.length
      draft.restore(event.seq, event.toSeq)
      const change = state.items.length - before
      return void tell(
        change < 0
          ? 'The conversation was put back to here. What was said after it is kept in the timeline.'
          : 'What was taken back of the conversation is part of it again.',
      )
    }
    case 'replay_started':
      state.replay = { ...pick(event, 'title', 'calls'), same: 0, differing: 0, ended: undefined }
      return
    case 'replay_ended':
      if (state.replay) state.replay = { ...state.replay, ended: pick(event, 'how', 'missing') }
      return
    default:
      event satisfies never
  }
}

type TurnEvent = Extract<AgentEvent, { turnId: string }>

function applyToTurn(draft: Draft, event: TurnEvent): void {
  setSilent(draft.state, event.type === 'request_silent')
  switch (event.type) {
    case 'request_started':
      setRetry(draft.state, undefined)
      draft.turn(event.turnId, event.at).streaming = true
      return
    case 'request_discarded':
      return discard(draft, event)
    case 'request_retry':
      setRetry(draft.state, {
        attempt: event.attempt,
        of: event.of,
        reason: event.reason,
        until: event.at + event.delayMs,
      })
      return
    case 'request_silent':
    case 'run_output':
      return
    case 'run_paused':
      return setPaused(draft.state, pick(event, 'kind', 'text', 'root'))
    case 'run_resumed':
      return setPaused(draft.state, undefined)
    case 'text_delta':
      return draft.text(event, 'text')
    case 'thinking_delta':
      return draft.text(event, 'thinking')
    case 'tool_announced':
      return draft.tool(event, { tool: event.tool, block: event.block })
    case 'assistant_block':
      return completeBlock(draft, event)
    case 'response_ended':
      return endResponse(draft, event)
    case 'limits_told':
      draft.state.usage = { ...draft.state.usage, limits: event.limits }
      return
    case 'response_cut':
      draft.state.usage = withResponse(draft.state.usage, event, event.model)
      return
    case 'cache_broken':
      return noteBreak(draft, event)
    case 'turn_committed':
      draft.turn(event.turnId, event.at).streaming = false
      return
    default:
      return applyToCall(draft, event)
  }
}

type CallEvent = Extract<TurnEvent, { toolUseId: string }>

function applyToCall(draft: Draft, event: Exclude<CallEvent, { type: 'tool_announced' }> | TurnEvent): void {
  switch (event.type) {
    case 'permission_requested': {
      const input = draft.findTool(event.turnId, event.toolUseId)?.input ?? {}
      draft.state.requests = [...without(draft.state.requests, event.toolUseId), { ...request(event), input }]
      return draft.tool(event, { title: event.title, tool: event.tool })
    }
    case 'permission_decided':
      draft.state.requests = without(draft.state.requests, event.toolUseId)
      return draft.tool(event, { decision: pick(event, 'behavior', 'reason') })
    case 'tool_started':
      return draft.tool(event, { started: true, ...pick(event, 'tool', 'title', 'input') })
    case 'tool_output': {
      const output = draft.findTool(event.turnId, event.toolUseId)?.output ?? []
      return draft.tool(event, { output: append(output, event) })
    }
    case 'question_asked':
      draft.state.questions = [...draft.state.questions, event.toolUseId]
      return draft.tool(event, { question: event.question })
    case 'tool_result':
      return endCall(draft, event)
    case 'replay_compared':
      return noteCompared(draft, event)
    case 'advice_given':
    case 'call_classified':
      draft.state.usage = withSideQuery(draft.state.usage, event)
      return
    case 'job_ended':
      return draft.tool(event, {
        state: jobState(event),
        job: undefined,
        display: { kind: 'process', ...pick(event, 'exitCode', 'durationMs', 'timedOut') },
        durationMs: event.durationMs,
      })
    default:
      return
  }
}

function noteCompared(draft: Draft, event: EventOf<'replay_compared'>): void {
  const { replay } = draft.state
  const isSame = event.result !== 'differs' && event.files !== 'differs'
  if (replay) {
    draft.state.replay = isSame
      ? { ...replay, same: replay.same + 1 }
      : { ...replay, differing: replay.differing + 1 }
  }
  const { result, files, recorded, roots } = event
  return draft.tool(event, { compared: { result, files, recorded, roots } })
}

function completeBlock(draft: Draft, event: EventOf<'assistant_block'>): void {
  const { content, block } = event
  if (content.type === 'redacted_thinking') return
  if (content.type === 'tool_use') {
    const { id, name, input } = content
    const known = draft.findTool(event.turnId, id)?.title
    return draft.tool(
      { ...event, toolUseId: id },
      { block, tool: name, input, title: known || shortInput(input) },
    )
  }
  if (content.type === 'server_tool_use') return askAdvisor(draft, event, content)
  if (content.type === 'advisor_tool_result') return advised(draft, event, content)
  const kind = content.type
  const text = content.type === 'text' ? content.text : content.thinking
  const { blocks } = draft.turn(event.turnId, event.at)
  const index = blocks.findLastIndex((known) => known.kind === kind && known.block === block)
  const whole: TextView = { kind, block, text, complete: true }
  if (index === -1) blocks.push(whole)
  else blocks[index] = whole
}

/** The service's own advisor is shown as our own is: a call, and what came of it, never as the agent's words (AD-05). */
function askAdvisor(
  draft: Draft,
  { turnId, at, block }: EventOf<'assistant_block'>,
  { id, input }: { id: string; input: ToolView['input'] },
): void {
  const title = shortInput(input) || 'asks for advice'
  draft.tool({ turnId, at, toolUseId: id }, { block, tool: 'Advisor', title, input, started: true })
}

function advised(
  draft: Draft,
  { turnId, at }: EventOf<'assistant_block'>,
  { tool_use_id, content }: AdvisorResultBlock,
): void {
  const text = content['text']
  const code = content['error_code']
  const failed = content.type === 'advisor_tool_result_error'
  const result =
    typeof text === 'string'
      ? text
      : failed
        ? `No advice: ${String(code)}.`
        : 'The advice is encrypted: only the model reads it.'
  draft.tool({ turnId, at, toolUseId: tool_use_id }, { state: failed ? 'failed' : 'done', result })
}

function endResponse(draft: Draft, event: EventOf<'response_ended'>): void {
  const { state } = draft
  const { usage } = event
  state.usage = withResponse(state.usage, event, state.model ?? '')
  if (state.run.status === 'running' && state.run.budget) {
    const { tokens, used: before } = state.run.budget
    state.run = { ...state.run, budget: { tokens, used: before + usage.outputTokens } }
  }
  state.contextTokens =
    usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens
}

function applyBudget(draft: Draft, event: EventOf<'token_budget'>): void {
  const { state } = draft
  const { tokens, used } = event
  const hasEnded = event.state === 'ended'
  if (state.run.status === 'running') {
    state.run = { ...state.run, budget: hasEnded ? undefined : { tokens, used } }
  }
  if (!hasEnded) return
  const spent = `${shortTokens(used)} of ${shortTokens(tokens)} tokens of output were used`
  const why = event.diminishing === true ? `. The last rounds added hardly anything, so it ends here.` : '.'
  draft.items.push({ kind: 'notice', id: `event-${event.seq}`, level: 'info', text: spent + why })
}

/** In the conversation only what somebody changed: that time passes is no news there. */
function noteBreak({ state, items }: Draft, event: EventOf<'cache_broken'>): void {
  state.usage = withBreak(state.usage, event)
  if (event.cause !== 'changed') return
  items.push({
    kind: 'cache_lost',
    id: `event-${event.seq}`,
    cause: event.cause,
    changed: event.changed,
    tokens: event.cachedTokens - event.readTokens,
  })
}

function endCall(draft: Draft, event: EventOf<'tool_result'>): void {
  draft.state.requests = without(draft.state.requests, event.toolUseId)
  if (draft.state.questions.includes(event.toolUseId))
    draft.state.questions = draft.state.questions.filter((id) => id !== event.toolUseId)
  if (event.display?.kind === 'todos') draft.state.todos = event.display.todos
  if (event.root) draft.state.root = event.root
  const job = event.display?.kind === 'job' ? event.display.jobId : undefined
  draft.tool(event, {
    tool: event.tool,
    state: job === undefined ? event.outcome : 'running',
    job,
    question: undefined,
    result: textOf(event.content),
    images: event.content.content.filter((part) => part.type === 'image'),
    display: event.display,
    durationMs: event.durationMs,
  })
}

/** Nothing runs after the end: a call without a result, as a stopped stream leaves it, was cancelled. */
function endRun(draft: Draft, event: EventOf<'run_ended'>): void {
  const { state } = draft
  state.run = { status: 'ended', terminal: event.terminal }
  state.requests = []
  state.questions = []
  const last = state.items.findLast((item) => item.kind === 'assistant')
  if (last) {
    const turn = draft.turn(last.id, event.at)
    turn.streaming = false
    turn.blocks = turn.blocks.map((block) => {
      if (block.kind === 'tool')
        return block.state === 'running' && block.job === undefined
          ? { ...block, state: 'cancelled', question: undefined }
          : block
      return block.complete ? block : { ...block, complete: true }
    })
  }
  if (event.terminal === 'completed') return
  draft.items.push({
    kind: 'ended',
    id: `event-${event.seq}`,
    terminal: event.terminal,
    turns: event.turns,
  })
}

function jobState({ how, exitCode, timedOut }: EventOf<'job_ended'>): ToolView['state'] {
  if (timedOut) return 'failed'
  if (how !== 'exited') return 'cancelled'
  return exitCode === 0 ? 'done' : 'failed'
}

/** Calls that had begun early go with it, and what they had asked. */
function discard(draft: Draft, event: EventOf<'request_discarded'>): void {
  const { state } = draft
  const turn = draft.turn(event.turnId, event.at)
  turn.blocks = []
  turn.streaming = false
  if (state.requests.some(({ turnId }) => turnId === event.turnId)) {
    state.requests = state.requests.filter(({ turnId }) => turnId !== event.turnId)
  }
}

function dequeue(state: Mutable<ScreenState>, messageId: string): void {
  if (state.queue.some(({ id }) => id === messageId)) {
    state.queue = state.queue.filter(({ id }) => id !== messageId)
  }
}

function setPaused(
  state: Mutable<ScreenState>,
  paused: (Omit<PauseView, 'root'> & { root?: PauseView['root'] }) | undefined,
): void {
  if (state.run.status !== 'running') return
  state.run = { ...state.run, paused: paused && { kind: paused.kind, text: paused.text, root: paused.root } }
}

function setRetry(state: Mutable<ScreenState>, retry: RetryView | undefined): void {
  if (state.run.status === 'running' && state.run.retry !== retry) state.run = { ...state.run, retry }
}

function setSilent(state: Mutable<ScreenState>, silent: boolean): void {
  if (state.run.status === 'running' && state.run.silent !== silent) state.run = { ...state.run, silent }
}

function userItem(event: EventOf<'user_message'>): TranscriptItem {
  return {
    kind: 'user',
    id: event.messageId,
    at: event.at,
    text: textOf(event),
    images: event.content.flatMap((block) => (block.type === 'image' ? [imageSource(block)] : [])),
  }
}

function textOf({ content }: Pick<UserMessage, 'content'> | Pick<ToolResultBlock, 'content'>): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}

function request(event: EventOf<'permission_requested'>): Omit<PermissionRequest, 'input'> {
  const told = pick(event, 'turnId', 'toolUseId', 'tool', 'title', 'reason', 'suggestedRule', 'destructive')
  return {
    ...told,
    ...(event.intent === undefined ? {} : { intent: event.intent }),
    ...(event.isClassifying === undefined ? {} : { isClassifying: event.isClassifying }),
  }
}

function without(requests: readonly PermissionRequest[], toolUseId: string): readonly PermissionRequest[] {
  const rest = requests.filter((pending) => pending.toolUseId !== toolUseId)
  return rest.length === requests.length ? requests : rest
}

function append(output: readonly OutputView[], { stream, text }: OutputView): readonly OutputView[] {
  const last = output.at(-1)
  if (last?.stream !== stream) return [...output, { stream, text }]
  return [...output.slice(0, -1), { stream, text: last.text + text }]
}

function pick<T, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  // The object is filled with exactly the keys K.
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>
}

function queuedView({ messageId, text, images = [], untilOnline }: EventOf<'message_queued'>): QueuedView {
  return { id: messageId, text, images, ...(untilOnline ? { untilOnline } : {}) }
}
