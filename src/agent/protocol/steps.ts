/** The moments of a session to which one can go back, from its log. */
import type { AgentEvent, EventOf } from './events.ts'
import { isPartOf } from './restores.ts'
import type { ConversationRestore } from './restores.ts'
import type { Step } from './calls/history.ts'
import { textOf } from './text/text-of.ts'

const TITLE_CHARS = 120

type Found = Omit<Step, 'undone'>

/** In order. Steps that a later restore took out of the conversation are `undone`, and still listed. */
export function stepsOf(events: readonly AgentEvent[]): Step[] {
  const finder = new StepFinder()
  for (const event of events) finder.take(event)
  const until = events.at(-1)?.seq ?? 0
  return finder.steps.map((step) => ({ ...step, undone: !isPartOf(step.seq, until, finder.restores) }))
}

class StepFinder {
  readonly steps: Found[] = []
  readonly restores: ConversationRestore[] = []
  #root: string | undefined
  /** As the last step left the files. */
  #shown: string | undefined
  readonly #titles = new Map<string, string>()
  #said = ''

  take(event: AgentEvent): void {
    switch (event.type) {
      case 'session_created':
        return this.#add(event, { kind: 'start', title: 'The beginning' })
      case 'workspace_imported':
        this.#root = event.root
        return this.#add(event, { kind: 'import', title: event.name })
      case 'checkpoint':
        this.#root = event.root
        if (event.cause === 'restore') return this.#add(event, { kind: 'restore', title: 'Files restored' })
        if (event.cause === 'user') return this.#add(event, { kind: 'user_change', title: 'Your own change' })
        return
      case 'agent_ended':
        this.#root = event.root ?? this.#root
        return
      case 'conversation_restored':
        this.restores.push({ at: event.seq, to: event.toSeq })
        return this.#add(event, { kind: 'restore', title: 'Conversation restored' })
      case 'user_message':
        if (event.origin === 'human') this.#add(event, { kind: 'prompt', title: firstLine(textOf(event)) })
        return
      case 'tool_started':
        this.#titles.set(event.toolUseId, event.title)
        return
      case 'tool_result':
        return this.#addCall(event)
      case 'assistant_block':
        if (event.content.type === 'text') this.#said = event.content.text
        return
      case 'run_ended':
        if (this.#said !== '') this.#add(event, { kind: 'answer', title: firstLine(this.#said) })
        this.#said = ''
        return
      default:
        return
    }
  }

  #addCall(event: EventOf<'tool_result'>): void {
    this.#root = event.root ?? this.#root
    this.#said = ''
    const { tool, toolUseId, outcome } = event
    this.#add(event, {
      kind: 'call',
      title: firstLine(this.#titles.get(toolUseId) ?? ''),
      tool,
      toolUseId,
      outcome,
    })
  }

  #add(
    { seq, at }: AgentEvent,
    step: Pick<Found, 'kind' | 'title' | 'tool' | 'toolUseId' | 'outcome'>,
  ): void {
    const changed = this.#root !== this.#shown
    this.#shown = this.#root
    this.steps.push({ ...step, seq, at, root: this.#root, changed })
  }
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS - 1)}…` : line
}

/** Up to where the conversation is put back for this step: a prompt is taken back itself, a call's turn is kept whole. */
export function conversationEnd(events: readonly AgentEvent[], step: Pick<Step, 'seq' | 'kind'>): number {
  if (step.kind === 'prompt') return step.seq - 1
  const event = events.find(({ seq }) => seq === step.seq)
  if (event?.type !== 'tool_result') return step.seq
  const committed = events.find(
    (later) => later.seq > step.seq && later.type === 'turn_committed' && later.turnId === event.turnId,
  )
  return committed?.seq ?? step.seq
}
