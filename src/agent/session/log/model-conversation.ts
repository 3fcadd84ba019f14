/**
 * The conversation that the model is sent, reduced from the log. A turn's blocks and results become messages only
 * with its `turn_committed`, both at once, so the reduction of any log is a valid conversation.
 * Incremental: an event costs the same at turn 1,000 as at turn 10.
 */
import { paired, settled, withoutOpenEnd } from '../../context/advice.ts'
import { placeWithout, withoutSpans } from '../../context/compression/finished-spans.ts'
import { clearedResult, isShown, resultFacts, withoutMedia } from '../../context/compression/results.ts'
import type { ResultFacts } from '../../context/compression/results.ts'
import type { EventOf, EventType, ReadBody } from '../../protocol/events.ts'
import type {
  AssistantBlock,
  Message,
  ToolResultBlock,
  ToolUseBlock,
  UserBlock,
} from '../../protocol/messages.ts'
import { isSummarised, withoutPlaces, withoutSummary, withSummary } from './standing-summary.ts'
import type { SessionNotes, StandingSummary, Summaries, SummaryEvent } from './standing-summary.ts'

/** The messages up to one, from the last on: earlier states share it. */
interface Link {
  readonly message: Message
  readonly before: Link | undefined
  /** The service has paused in the middle of this answer; nothing has followed it. */
  readonly isPaused?: boolean
}

interface ConversationState {
  readonly last: Link | undefined
  readonly summaries: Summaries
  readonly standing: StandingSummary | undefined
}

const NO_SUMMARIES: Summaries = { head: [], notes: [] }

/** The turn that is under way. */
interface OpenTurn {
  readonly turnId: string
  readonly blocks: Map<number, AssistantBlock>
  readonly results: Map<string, ToolResultBlock>
  isPaused: boolean
}

/** Messages from the end on that may have to do with an open call of the advisor: the call, results beside it, the answer. */
const ADVICE_TAIL = 3

/**
 * Events that may change the conversation. Their count identifies a moment, whatever other events the log has
 * in between.
 */
export const CONVERSATION_EVENTS: ReadonlySet<EventType> = new Set([
  'user_message',
  'turn_committed',
  'conversation_restored',
  'results_cleared',
  'spans_collapsed',
  'conversation_compacted',
  'compaction_undone',
] as const)

export class ModelConversation {
  #last: Link | undefined
  /** The messages up to some link, made when they are asked for: a log is read without making them for each event. */
  #made: { readonly last: Link | undefined; readonly messages: readonly Message[] } = {
    last: undefined,
    messages: [],
  }
  #open: OpenTurn | undefined
  readonly #results = new Map<string, ResultFacts>()
  /** The user's words about calls that have no result yet. */
  readonly #comments = new Map<string, string>()
  /** Ids of the user's messages, by the blocks that they have put into the conversation. */
  readonly #messageIds = new WeakMap<object, string>()
  readonly #knownIds = new Set<string>()
  #summaries = NO_SUMMARIES
  #standing: StandingSummary | undefined
  #edition = 0
  /** The conversation after each of `CONVERSATION_EVENTS`, for going back. */
  readonly #states: ConversationState[] = []

  /** Committed messages; the array and what is in it never change, a new one takes its place. */
  get messages(): readonly Message[] {
    if (this.#made.last !== this.#last) {
      const messages: Message[] = []
      for (let link = this.#last; link; link = link.before) messages.push(link.message)
      this.#made = { last: this.#last, messages: messages.reverse() }
    }
    return this.#made.messages
  }

  /** The last answer is one that the service has paused, so that it goes on with the same messages. */
  get isPaused(): boolean {
    return this.#last?.isPaused === true
  }

  /** Summaries at the beginning, and notes on what follows. */
  get summaries(): Summaries {
    return this.#summaries
  }

  /** Place of the message that has this one of the user, from 0; undefined where it is not in the conversation. */
  placeOf(messageId: string): number | undefined {
    const place = this.messages.findIndex(({ content }) =>
      content.some((block) => this.#messageIds.get(block) === messageId),
    )
    return place < 0 ? undefined : place
  }

  /** The user's own blocks of this message. */
  blocksOf(messageId: string): readonly UserBlock[] {
    const message = this.messages[this.placeOf(messageId) ?? -1]
    if (message?.role !== 'user') return []
    return message.content.filter((block) => this.#messageIds.get(block) === messageId)
  }

  /** Whether the log has a message of this id, also one that is no longer in the conversation. */
  knows(messageId: string): boolean {
    return this.#knownIds.has(messageId)
  }

  /** Whether a summary stands in the message at this place. */
  hasSummary(place: number): boolean {
    return isSummarised(this.messages[place], this.#standing)
  }

  /** The messages as they would be without the last summary; undefined where there is none to take back. */
  get undone(): readonly Message[] | undefined {
    return this.#standing && withoutSummary(this.messages, this.#standing)
  }

  /** Changes where places of messages do: until then a place names the same message. */
  get edition(): number {
    return this.#edition
  }

  /** Facts of all results of the log, by the ids of their calls. */
  get results(): ReadonlyMap<string, ResultFacts> {
    return this.#results
  }

  /** Whether the messages have the result of this call as it was given. */
  shows(toolUseId: string): boolean {
    const ids = new Set([toolUseId])
    for (let link = this.#last; link; link = link.before) {
      if (link.message.role !== 'user') continue
      const found = link.message.content.find((block) => isResultOf(block, ids))
      if (found) return isShown(found)
    }
    return false
  }

  apply(event: ReadBody): void {
    this.#apply(event)
    if (CONVERSATION_EVENTS.has(event.type))
      this.#states.push({ last: this.#last, summaries: this.#summaries, standing: this.#standing })
  }

  #apply(event: ReadBody): void {
    switch (event.type) {
      case 'user_message':
        this.#knownIds.add(event.messageId)
        for (const block of event.content) this.#messageIds.set(block, event.messageId)
        return this.#addUser(event.content)
      case 'request_started':
      case 'request_discarded':
        this.#open = newTurn(event.turnId)
        return
      case 'assistant_block':
        this.#turn(event.turnId).blocks.set(event.block, event.content)
        return
      case 'response_ended':
        this.#turn(event.turnId).isPaused = event.stopReason === PAUSED
        return
      case 'tool_result':
        this.#results.set(event.toolUseId, resultFacts(event, this.#comments.get(event.toolUseId)))
        this.#comments.delete(event.toolUseId)
        this.#turn(event.turnId).results.set(event.toolUseId, event.content)
        return
      case 'permission_decided':
        if (event.source === 'person' && event.comment !== undefined)
          this.#comments.set(event.toolUseId, event.comment)
        return
      case 'turn_committed':
        return this.#commit(event)
      case 'conversation_restored':
        return this.#restore(event.events)
      case 'results_cleared':
        return this.#clear(event)
      case 'spans_collapsed':
        return this.#collapse(event.spans)
      case 'session_notes':
        return this.#note(event)
      case 'conversation_compacted':
        return this.#compact(event)
      case 'compaction_undone':
        return this.#takeBack()
      default:
        return
    }
  }

  /** To what it was after so many events. */
  #restore(events: number): void {
    const state = this.#states[events - 1]
    this.#open = undefined
    this.#last = state?.last
    this.#summaries = state?.summaries ?? NO_SUMMARIES
    this.#standing = state?.standing
    this.#edition++
  }

  /** Messages without such results stay the same objects. */
  #clear({ toolUseIds, why }: Pick<EventOf<'results_cleared'>, 'toolUseIds' | 'why'>): void {
    const ids = new Set(toolUseIds)
    const clear = (block: ToolResultBlock) =>
      why === 'media'
        ? { ...block, content: withoutMedia(block.content) }
        : clearedResult(block, this.#results.get(block.tool_use_id))
    this.#replace(
      this.messages.map((message) =>
        message.role === 'user' && message.content.some((block) => isResultOf(block, ids))
          ? {
              ...message,
              content: message.content.map((block) => (isResultOf(block, ids) ? clear(block) : block)),
            }
          : message,
      ),
    )
  }

  #collapse(spans: EventOf<'spans_collapsed'>['spans']): void {
    this.#replace(withoutSpans(this.messages, spans))
    const { head, notes } = this.#summaries
    const placed = notes.map((one) => ({ ...one, messages: placeWithout(spans, one.messages) }))
    this.#summaries = { head, notes: placed }
    this.#standing = withoutPlaces(this.#standing)
    this.#edition++
  }

  #note({ text, receipts, messages, model, requestId }: SessionNotes): void {
    const { head, notes } = this.#summaries
    this.#summaries = {
      head,
      notes: [...notes, { text, ...(receipts ? { receipts } : {}), messages, model, requestId }],
    }
  }

  #compact(event: SummaryEvent): void {
    const { messages, summaries } = this
    const made = withSummary({ messages, summaries, standing: this.#standing }, event)
    this.#replace(made.messages)
    this.#summaries = made.summaries
    this.#standing = made.standing
    this.#edition++
  }

  #takeBack(): void {
    const standing = this.#standing
    const messages = this.undone
    if (!standing || !messages) return
    this.#replace(messages)
    this.#summaries = standing.summaries
    this.#standing = standing.before
    this.#edition++
  }

  #replace(messages: readonly Message[]): void {
    const isPaused = this.isPaused && messages.at(-1)?.role === 'assistant'
    this.#last = messages.reduce<Link | undefined>((before, message) => ({ message, before }), undefined)
    if (this.#last && isPaused) this.#last = { ...this.#last, isPaused }
  }

  #add(message: Message): void {
    this.#last = { message, before: this.#last }
  }

  #turn(turnId: string): OpenTurn {
    if (this.#open?.turnId !== turnId) this.#open = newTurn(turnId)
    return this.#open
  }

  #commit(event: Pick<EventOf<'turn_committed'>, 'turnId' | 'extra'>): void {
    const { blocks, results, isPaused } = this.#turn(event.turnId)
    this.#open = undefined
    const content = assistantContent(blocks)
    if (content.length === 0) return
    const answered = content.filter(isCall).map((call) => results.get(call.id) ?? lostResult(call))
    const extra = event.extra.filter((block) => block.text.trim() !== '')
    this.#addAnswer(content)
    if (isPaused && this.#last) this.#last = { ...this.#last, isPaused }
    if (answered.length + extra.length > 0) this.#addUser([...answered, ...extra])
  }

  /** An answer that goes on from a paused one is one message with it: the roles must alternate. */
  #addAnswer(content: readonly AssistantBlock[]): void {
    let kept = content
    this.#changeTail((tail) => {
      const { before, answer } = paired(tail, content)
      kept = answer
      return before
    })
    if (kept.length === 0) return
    const last = this.#last?.message
    if (last?.role !== 'assistant') return this.#add({ role: 'assistant', content: kept })
    const message: Message = { role: 'assistant', content: [...last.content, ...kept] }
    this.#last = { message, before: this.#last?.before }
  }

  /** Consecutive user messages are one message. Anything but results ends an answer that was paused, or waits for advice. */
  #addUser(content: readonly UserBlock[]): void {
    const kept = content.filter((block) => block.type !== 'text' || block.text.trim() !== '')
    if (kept.length === 0) return
    if (kept.some(({ type }) => type !== 'tool_result')) this.#changeTail(settled)
    const last = this.#last?.message
    if (last?.role !== 'user') return this.#add({ role: 'user', content: kept })
    const message: Message = { role: 'user', content: [...last.content, ...kept] }
    this.#last = { message, before: this.#last?.before }
  }

  #changeTail(change: (tail: readonly Message[]) => readonly Message[]): void {
    const tail: Message[] = []
    let link = this.#last
    for (; link && tail.length < ADVICE_TAIL; link = link.before) tail.unshift(link.message)
    const changed = change(tail)
    if (changed === tail) return
    this.#last = link
    for (const message of changed) this.#add(message)
  }
}

/** The stop reason of an answer that goes on where it is sent back as it is. */
const PAUSED = 'pause_turn'

function newTurn(turnId: string): OpenTurn {
  return { turnId, blocks: new Map(), results: new Map(), isPaused: false }
}

export function conversationOf(events: readonly ReadBody[]): readonly Message[] {
  const conversation = new ModelConversation()
  for (const event of events) conversation.apply(event)
  return conversation.messages
}

/**
 * Blocks in their order, but for thinking at the end: a message may not end in it, as one does that was stopped there.
 * Thinking alone is no message.
 */
export function assistantContent(blocks: ReadonlyMap<number, AssistantBlock>): AssistantBlock[] {
  const ordered = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => block)
  return withoutOpenEnd(ordered.filter((block) => block.type !== 'text' || block.text.trim() !== ''))
}

function isResultOf(block: UserBlock, ids: ReadonlySet<string>): block is ToolResultBlock {
  return block.type === 'tool_result' && ids.has(block.tool_use_id)
}

function isCall(block: AssistantBlock): block is ToolUseBlock {
  return block.type === 'tool_use'
}

/** The log always has a result before the commit; one that a newer version wrote differently must not break the pair. */
function lostResult(call: ToolUseBlock): ToolResultBlock {
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    content: [{ type: 'text', text: 'The result of this call was lost.' }],
    is_error: true,
  }
}
