/**
 * A screen's state while it is built from events: changed parts are copied once, the rest is shared with the
 * state before.
 */
import type { EventOf } from '../events.ts'
import { isPartOf } from '../restores.ts'
import type {
  AssistantView,
  BlockView,
  ScreenState,
  TextView,
  ToolView,
  TranscriptItem,
} from './screen-state.ts'

export type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type MutableTurn = Omit<Mutable<AssistantView>, 'blocks'> & { blocks: BlockView[] }

/** One for each batch of events. */
export class Draft {
  readonly state: Mutable<ScreenState>
  #items: TranscriptItem[] | undefined
  #seqs: number[] | undefined
  readonly #owned = new WeakSet<object>()
  /** Positions of the turns among the first `#searched` items. */
  readonly #turns = new Map<string, number>()
  #searched = 0

  constructor(state: ScreenState) {
    this.state = { ...state }
  }

  get items(): TranscriptItem[] {
    this.#items ??= [...this.state.items]
    this.state.items = this.#items
    return this.#items
  }

  /** Assigns this event's number to the items added since the last call. */
  number(seq: number): void {
    const lacking = this.state.items.length - this.state.itemSeqs.length
    if (lacking <= 0) return
    this.#seqs ??= [...this.state.itemSeqs]
    for (let count = 0; count < lacking; count++) this.#seqs.push(seq)
    this.state.itemSeqs = this.#seqs
  }

  /** Takes an item out. */
  remove(item: TranscriptItem): void {
    const index = this.state.items.indexOf(item)
    if (index < 0) return
    this.#items = this.state.items.toSpliced(index, 1)
    this.#turns.clear()
    this.#searched = 0
    this.state.items = this.#items
    this.#seqs = this.state.itemSeqs.toSpliced(index, 1)
    this.state.itemSeqs = this.#seqs
  }

  /** The conversation is what it was at `to`, from event `at` on. */
  restore(at: number, to: number): void {
    const { state } = this
    const visible = state.items.map((item, index) => ({ item, seq: state.itemSeqs[index] ?? 0 }))
    const all = [...visible, ...state.shelved].sort((a, b) => a.seq - b.seq)
    const { restores } = state
    const kept = all.filter(({ seq }) => isPartOf(seq, to, restores))
    const gone = all.filter(({ seq }) => !isPartOf(seq, to, restores))
    state.restores = [...restores, { at, to }]
    state.shelved = gone
    this.#items = kept.map(({ item }) => item)
    this.#turns.clear()
    this.#searched = 0
    state.items = this.#items
    this.#seqs = kept.map(({ seq }) => seq)
    state.itemSeqs = this.#seqs
    state.todos = lastTodos(this.#items)
  }

  /** The turn's item, copied for writing; it is made when it is not there. */
  turn(turnId: string, at: number): MutableTurn {
    const index = this.#indexOf(turnId)
    const found = this.items[index]
    if (found?.kind === 'assistant') {
      // An owned item was made below, by this draft, with an array of its own.
      if (this.#owned.has(found)) return found as MutableTurn
      const copy: MutableTurn = { ...found, blocks: [...found.blocks] }
      this.#owned.add(copy)
      this.items[index] = copy
      return copy
    }
    const turn: MutableTurn = { kind: 'assistant', id: turnId, at, blocks: [], streaming: false }
    this.#owned.add(turn)
    this.items.push(turn)
    return turn
  }

  /** -1 when it is not there. The turn at the end, which nearly all is about, is found without looking at the others. */
  #indexOf(turnId: string): number {
    const { items } = this
    const last = items.length - 1
    const isIt = (item: TranscriptItem | undefined) => item?.kind === 'assistant' && item.id === turnId
    if (isIt(items[last])) return last
    for (; this.#searched < items.length; this.#searched++) {
      const item = items[this.#searched]
      if (item?.kind === 'assistant') this.#turns.set(item.id, this.#searched)
    }
    return this.#turns.get(turnId) ?? -1
  }

  /** Changes one call of a turn; a call that was never announced is added. */
  tool(event: { turnId: string; at: number; toolUseId: string }, change: Partial<ToolView>): void {
    const { blocks } = this.turn(event.turnId, event.at)
    const index = blocks.findIndex((block) => block.kind === 'tool' && block.id === event.toolUseId)
    const found = blocks[index]
    if (found?.kind === 'tool') blocks[index] = { ...found, ...change }
    else blocks.push({ ...newTool(event.toolUseId), ...change })
  }

  /** Changes the text block of a number; it is added when it is not there. */
  text(event: EventOf<'text_delta' | 'thinking_delta'>, kind: TextView['kind']): void {
    const { blocks } = this.turn(event.turnId, event.at)
    const index = blocks.findLastIndex((block) => block.kind === kind && block.block === event.block)
    const found = blocks[index]
    if (found?.kind === kind) blocks[index] = { ...found, text: found.text + event.text }
    else blocks.push({ kind, block: event.block, text: event.text, complete: false, seq: undefined })
  }

  /** The last turn that has this call. */
  turnOf(toolUseId: string): string | undefined {
    return this.state.items.findLast(
      (item) =>
        item.kind === 'assistant' &&
        item.blocks.some((block) => block.kind === 'tool' && block.id === toolUseId),
    )?.id
  }

  findTool(turnId: string, toolUseId: string): ToolView | undefined {
    const turn = this.state.items.findLast((item) => item.kind === 'assistant' && item.id === turnId)
    if (turn?.kind !== 'assistant') return undefined
    return turn.blocks.find((block): block is ToolView => block.kind === 'tool' && block.id === toolUseId)
  }
}

function newTool(id: string): ToolView {
  return {
    kind: 'tool',
    block: -1,
    id,
    tool: '',
    title: '',
    input: {},
    state: 'running',
    job: undefined,
    startedAt: undefined,
    output: [],
    result: '',
    images: [],
    display: undefined,
    durationMs: undefined,
    changed: false,
    resultSeq: undefined,
    jobEndSeq: undefined,
    question: undefined,
    notes: [],
    otherNotes: 0,
    decision: undefined,
    compared: undefined,
  }
}

function lastTodos(items: readonly TranscriptItem[]): ScreenState['todos'] {
  const calls = items.flatMap((item) => (item.kind === 'assistant' ? item.blocks : []))
  const display = calls.findLast((block) => block.kind === 'tool' && block.display?.kind === 'todos')
  return display?.kind === 'tool' && display.display?.kind === 'todos' ? display.display.todos : []
}
