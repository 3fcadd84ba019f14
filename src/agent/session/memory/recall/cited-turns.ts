/** Events of the open session that a question names by their numbers, as lines of its summaries do. Pure. */
import { isOfNotes } from '../../../context/compression/of-notes.ts'
import { RECALL_SHOWN_CHARS, RECALL_TURN_CHARS } from '../../../limits.ts'
import type { AgentEvent, EventOf } from '../../../protocol/events.ts'
import type { ToolUseBlock } from '../../../protocol/messages.ts'
import { RECALL_TOOL } from '../../../protocol/recall.ts'
import type { RecalledTurn } from '../../../protocol/calls/memory.ts'
import { textOf } from '../../../protocol/text/text-of.ts'
import { decisionText, saidIn } from '../../side-queries/said-in.ts'

interface CitedTurns {
  /** In the order of the question. */
  readonly found: readonly RecalledTurn[]
  /** Numbers that name nothing which can be shown. */
  readonly missing: readonly number[]
}

type Cited = Pick<RecalledTurn, 'role' | 'tool' | 'text'>

/**
 * A call and its result are one turn, whichever of both is named. Left out are thoughts, calls of the recall and on notes, and all that came with a
 * recording or a replay: nothing is known of whose words those were.
 */
export function citedTurns(
  events: readonly AgentEvent[],
  seqs: readonly number[],
  session: RecalledTurn['session'],
): CitedTurns {
  const log = new CitedLog(events)
  const found = seqs.flatMap((seq): RecalledTurn[] => {
    const cited = log.at(seq)
    if (!cited) return []
    const { at, role, tool, text } = cited
    return [
      {
        ...{ kind: 'turn', id: `${session.id}:${seq}`, score: 1, focus: 0, at, session, seq, role },
        ...(tool === undefined ? {} : { tool }),
        text: text.slice(0, RECALL_TURN_CHARS).toWellFormed(),
      },
    ]
  })
  const shown = new Set(found.map(({ seq }) => seq))
  return { found, missing: seqs.filter((seq) => !shown.has(seq)) }
}

class CitedLog {
  readonly #events = new Map<number, AgentEvent>()
  readonly #calls = new Map<string, ToolUseBlock>()
  readonly #results = new Map<string, EventOf<'tool_result'>>()
  /** Questions to the user, by the ids of their calls. */
  readonly #asked = new Map<string, EventOf<'question_asked' | 'permission_requested'>>()

  constructor(events: readonly AgentEvent[]) {
    let isReplay = false
    for (const event of events) {
      if (event.type === 'recording_opened') this.#events.clear()
      if (event.type === 'replay_started' || event.type === 'replay_ended')
        isReplay = event.type === 'replay_started'
      if (isReplay) continue
      this.#events.set(event.seq, event)
      if (event.type === 'assistant_block' && event.content.type === 'tool_use')
        this.#calls.set(event.content.id, event.content)
      if (event.type === 'tool_result') this.#results.set(event.toolUseId, event)
      if (event.type === 'question_asked' || event.type === 'permission_requested')
        this.#asked.set(event.toolUseId, event)
    }
  }

  at(seq: number): (Cited & { readonly at: number }) | undefined {
    const event = this.#events.get(seq)
    const cited = event && this.#cited(event)
    return event && cited && cited.text !== '' ? { ...cited, at: event.at } : undefined
  }

  #cited(event: AgentEvent): Cited | undefined {
    switch (event.type) {
      case 'user_message':
        return event.origin === 'human' ? { role: 'user', text: textOf(event) } : undefined
      case 'assistant_block': {
        const { content } = event
        if (content.type === 'text') return { role: 'assistant', text: content.text }
        return content.type === 'tool_use' ? this.#call(content, this.#results.get(content.id)) : undefined
      }
      case 'tool_result':
        return this.#call(this.#calls.get(event.toolUseId), event)
      case 'question_answered':
        return { role: 'user', text: saidIn([...this.#questionOf(event), event], []).join('\n') }
      case 'permission_decided': {
        const [asked] = this.#questionOf(event)
        const text = decisionText(event, asked?.type === 'permission_requested' ? asked : undefined)
        return text === undefined ? undefined : { role: 'user', text }
      }
      default:
        return undefined
    }
  }

  #questionOf({ toolUseId }: { readonly toolUseId: string }) {
    const asked = this.#asked.get(toolUseId)
    return asked ? [asked] : []
  }

  #call(call: ToolUseBlock | undefined, result: EventOf<'tool_result'> | undefined): Cited | undefined {
    const tool = result?.tool ?? call?.name
    // A note is read where it stands, as it is now; one that was deleted is gone.
    if (tool === undefined || tool === RECALL_TOOL || isOfNotes(call?.input ?? {})) return undefined
    const input = Object.entries(call?.input ?? {}).map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    const told = result ? textOf(result.content) : ''
    return {
      role: 'tool',
      tool,
      text: [within(input.join('\n')), told].filter((text) => text !== '').join('\n\n'),
    }
  }
}

/** A long input leaves room for the beginning of the result. */
function within(input: string): string {
  const most = RECALL_SHOWN_CHARS / 2
  return input.length <= most ? input : `${input.slice(0, most).toWellFormed()}…`
}
