/** How an agent has ended, as its parent's log has it: told from its own thread. */
import type { AgentEvent, EventBody, EventOf } from '../../protocol/events.ts'
import type { Terminal } from '../../protocol/events/run-events.ts'
import { AGENT_RESULT_CHARS } from '../../limits.ts'
import type { ModelConversation } from './model-conversation.ts'
import { SessionState } from './session-state.ts'

export type AgentEnded = Extract<EventBody, { type: 'agent_ended' }>

/** The event for the parent's log; `events` is all of the thread, its run ended. */
export function agentEnded(agent: string, events: readonly AgentEvent[]): AgentEnded {
  const { facts, conversation } = new SessionState(events)
  const first = events[0]
  const begun = first?.type === 'thread_started' ? first.root : undefined
  const terminal = events.findLast((event) => event.type === 'run_ended')?.terminal ?? 'error'
  return {
    type: 'agent_ended',
    agent,
    terminal,
    result: resultOf(conversation, terminal),
    ...(facts.root === undefined || facts.root === begun ? {} : { root: facts.root }),
    changed: changedPaths(events),
    usage: [...facts.usage],
    turns: count(events, 'turn_committed'),
    calls: count(events, 'tool_result'),
    durationMs: (events.at(-1)?.at ?? 0) - (first?.at ?? 0),
  }
}

/** The end of an agent whose thread is not there any more. */
export function agentLost(agent: string): AgentEnded {
  const result = 'What this agent did was lost with the tab that ran it.'
  const nothing = { changed: [], usage: [], turns: 0, calls: 0, durationMs: 0 }
  return { type: 'agent_ended', agent, terminal: 'error', result, ...nothing }
}

/** Agents of this thread of which no end is in it, oldest first. */
export function openAgents(events: readonly AgentEvent[]): readonly EventOf<'agent_started'>[] {
  const ended = new Set(events.flatMap((event) => (event.type === 'agent_ended' ? [event.agent] : [])))
  return events.filter((event) => event.type === 'agent_started').filter(({ agent }) => !ended.has(agent))
}

/** The last message of the model; where the run did not complete, that it did not. */
function resultOf({ messages }: ModelConversation, terminal: Terminal): string {
  const last = messages.findLast(({ role }) => role === 'assistant')
  const texts = last?.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])) ?? []
  const text = texts.join('\n').trim()
  const result = terminal === 'completed' ? text : [INCOMPLETE[terminal], text].filter(Boolean).join('\n\n')
  return result.slice(0, AGENT_RESULT_CHARS) || 'It ended without a word.'
}

const STOPPED = 'It was stopped before it had finished.'
const INCOMPLETE: Readonly<Record<Exclude<Terminal, 'completed'>, string>> = {
  max_turns: 'It has used all of its turns before it had finished.',
  error: 'It ended with an error.',
  aborted_streaming: STOPPED,
  aborted_tools: STOPPED,
  prompt_too_long: 'Its conversation became too long for the model.',
  image_error: 'The model refused an image of its conversation.',
  model_error: 'The model could not be reached, or refused the request.',
  stop_hook_prevented: 'A hook ended it.',
  hook_stopped: 'A hook ended it.',
  blocking_limit: 'Its conversation became too long for the model.',
  budget_exceeded: 'A limit of what may be spent was reached.',
}

function changedPaths(events: readonly AgentEvent[]): string[] {
  const paths = events.flatMap((event) =>
    event.type === 'tool_result' && event.display?.kind === 'diff' ? [event.display.path] : [],
  )
  return [...new Set(paths)]
}

function count(events: readonly AgentEvent[], type: AgentEvent['type']): number {
  return events.filter((event) => event.type === type).length
}
