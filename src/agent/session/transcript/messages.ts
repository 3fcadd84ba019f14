/** A session as a list of messages, each with the one that it answers; the source of a transcript. */
import { NOTE_TAKER } from '../../protocol/events/agent-events.ts'
import type { AgentEvent, EventOf } from '../../protocol/events.ts'
import type { AssistantBlock, UserBlock } from '../../protocol/messages.ts'

export type TranscriptMessage = {
  readonly id: string
  /**
   * Id of the message that it follows; null for the first. A conversation that was rewound continues from an
   * earlier one.
   */
  readonly parent: string | null
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Agents that started or ended right after it, a line each for its readers; absent: none. */
  readonly agents?: readonly string[]
} & (
  | { readonly role: 'user'; readonly content: readonly UserBlock[] }
  | { readonly role: 'assistant'; readonly model: string; readonly content: readonly AssistantBlock[] }
)

/** Messages of users, the model and tools. The program's own notices to the model are left out. */
export function messagesOf(events: readonly AgentEvent[]): TranscriptMessage[] {
  const messages: TranscriptMessage[] = []
  /** Numbers of the events after which each message is whole. */
  const whole: number[] = []
  let parent: string | null = null
  let model = ''
  const turns = new Map<string, Turn>()
  const agents: string[] = []
  const roles = new Map<string, string>()
  const add = (seq: number, message: Said) => {
    const id = `m${messages.length + 1}`
    const begun = agents.splice(0)
    messages.push({ ...message, id, parent, ...(begun.length > 0 ? { agents: begun } : {}) })
    whole.push(seq)
    parent = id
  }
  const noteAgent = (line: string) => {
    const last = messages.at(-1)
    // The message of a turn comes when the turn is whole.
    if (last === undefined || turns.size > 0) agents.push(line)
    else messages[messages.length - 1] = { ...last, agents: [...(last.agents ?? []), line] }
  }
  for (const event of events) {
    switch (event.type) {
      case 'run_started':
        model = event.model
        break
      case 'user_message':
        if (event.origin === 'human') add(event.seq, { role: 'user', at: event.at, content: event.content })
        break
      case 'assistant_block':
        turnOf(turns, event).blocks.push(event.content)
        break
      case 'tool_result':
        turnOf(turns, event).results.push(event)
        break
      case 'agent_started':
        // An agent that looks back on the work has no part in it.
        if (event.role === NOTE_TAKER) break
        roles.set(event.agent, event.role)
        noteAgent(`Agent ${event.role} started: ${event.description}`)
        break
      case 'agent_ended': {
        const { agent, terminal, turns: took, calls } = event
        const role = roles.get(agent)
        if (role !== undefined) noteAgent(`Agent ${role} ended: ${terminal}, turns: ${took}, calls: ${calls}`)
        break
      }
      case 'request_discarded':
        turns.delete(event.turnId)
        break
      case 'turn_committed': {
        const turn = turns.get(event.turnId)
        turns.delete(event.turnId)
        if (!turn || turn.blocks.length === 0) break
        add(event.seq, { role: 'assistant', model, at: turn.at, content: turn.blocks })
        const content = turn.results.map((result) => result.content)
        if (content.length > 0) add(event.seq, { role: 'user', at: event.at, content })
        break
      }
      case 'conversation_restored': {
        const last = whole.findLastIndex((seq) => seq <= event.toSeq)
        parent = messages[last]?.id ?? null
        break
      }
      default:
    }
  }
  return messages
}

type Said = TranscriptMessage extends infer M
  ? M extends unknown
    ? Omit<M, 'id' | 'parent' | 'agents'>
    : never
  : never

interface Turn {
  readonly at: number
  readonly blocks: AssistantBlock[]
  readonly results: EventOf<'tool_result'>[]
}

function turnOf(turns: Map<string, Turn>, event: EventOf<'assistant_block' | 'tool_result'>): Turn {
  const known = turns.get(event.turnId)
  if (known) return known
  const turn: Turn = { at: event.at, blocks: [], results: [] }
  turns.set(event.turnId, turn)
  return turn
}
