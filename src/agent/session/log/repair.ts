/** Completes a log that ends in the middle of a run or of a side query: the tab was closed, or its process died. */
import { interruptionMarker, missingResult } from '../../loop/missing-results.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import type { AssistantBlock, ToolUseBlock } from '../../protocol/messages.ts'
import { assistantContent } from './model-conversation.ts'

interface OpenRun {
  readonly runId: string
  readonly turns: number
  readonly turn: OpenTurn | undefined
}

interface OpenTurn {
  readonly turnId: string
  readonly blocks: Map<number, AssistantBlock>
  /** Text of blocks that were still streaming, by block. */
  readonly partial: Map<number, string>
  readonly answered: Set<string>
}

/**
 * Returns the events to append so that the next request is accepted and the screen shows the interruption;
 * none if the log is whole. Pure; with its own output appended it returns nothing more.
 */
export function repair(events: readonly AgentEvent[]): EventBody[] {
  const queries = lostQueries(events)
  const run = openRun(events)
  if (!run) return queries
  const turn = run.turn && closeTurn(run.turn)
  const lastSeq = events.at(-1)?.seq ?? 0
  return [
    ...queries,
    ...(turn?.events ?? []),
    interruptionMarker(`repair-${lastSeq}`),
    {
      type: 'run_ended',
      runId: run.runId,
      terminal: turn?.hasCalls ? 'aborted_tools' : 'aborted_streaming',
      turns: run.turns,
    },
  ]
}

/**
 * The end of background commands of which none is in the log: they were lost with the tab that ran them. To be
 * appended when a tab takes the lead, before anything runs in it.
 */
export function repairJobs(events: readonly AgentEvent[]): EventBody[] {
  const open = new Map<string, EventBody>()
  for (const event of events) {
    if (event.type === 'tool_result' && event.display?.kind === 'job') {
      const { turnId, toolUseId } = event
      const { jobId } = event.display
      const end = { how: 'lost', exitCode: 1, timedOut: false, durationMs: 0 } as const
      open.set(jobId, { type: 'job_ended', jobId, turnId, toolUseId, ...end })
    }
    if (event.type === 'job_ended') open.delete(event.jobId)
  }
  if (open.size === 0) return []
  const text = `<system-reminder>The tab was closed, and with it these background commands have ended: ${[...open.keys()].join(', ')}. Start again what is still needed.</system-reminder>`
  const messageId = `jobs-${events.at(-1)?.seq ?? 0}`
  return [
    ...open.values(),
    { type: 'user_message', messageId, content: [{ type: 'text', text }], origin: 'program' },
  ]
}

/** Ends of side queries that have none. Nobody knows any more whether they were answered. */
function lostQueries(events: readonly AgentEvent[]): EventBody[] {
  const open = new Map<string, EventBody>()
  for (const event of events) {
    if (event.type === 'side_query_ended') open.delete(event.requestId)
    if (event.type !== 'side_query_started') continue
    const { requestId, source, model } = event
    const end = { outcome: 'lost', costUsd: null, durationMs: 0 } as const
    open.set(requestId, { type: 'side_query_ended', requestId, source, model, ...end })
  }
  return [...open.values()]
}

function openRun(events: readonly AgentEvent[]): OpenRun | undefined {
  const start = events.findLastIndex((event) => event.type === 'run_started')
  const started = events[start]
  if (started?.type !== 'run_started') return undefined
  const since = events.slice(start)
  if (since.some((event) => event.type === 'run_ended')) return undefined
  return {
    runId: started.runId,
    turns: since.filter((event) => event.type === 'turn_committed').length,
    turn: openTurn(since),
  }
}

function openTurn(events: readonly AgentEvent[]): OpenTurn | undefined {
  let turn: OpenTurn | undefined
  for (const event of events) {
    if (event.type === 'request_started' || event.type === 'request_discarded') turn = newTurn(event.turnId)
    else if (event.type === 'turn_committed') turn = undefined
    else if (turn && event.type === 'text_delta') {
      turn.partial.set(event.block, (turn.partial.get(event.block) ?? '') + event.text)
    } else if (turn && event.type === 'assistant_block') turn.blocks.set(event.block, event.content)
    else if (turn && event.type === 'tool_result') turn.answered.add(event.toolUseId)
  }
  return turn
}

function newTurn(turnId: string): OpenTurn {
  return { turnId, blocks: new Map(), partial: new Map(), answered: new Set() }
}

function closeTurn(turn: OpenTurn): { events: EventBody[]; hasCalls: boolean } {
  const { turnId } = turn
  const unfinished = [...turn.partial].filter(
    ([block, text]) => !turn.blocks.has(block) && text.trim() !== '',
  )
  const kept: EventBody[] = unfinished.map(([block, text]) => ({
    type: 'assistant_block',
    turnId,
    block,
    content: { type: 'text', text },
  }))
  const blocks = new Map(turn.blocks)
  for (const [block, text] of unfinished) blocks.set(block, { type: 'text', text })
  const content = assistantContent(blocks)
  if (content.length === 0) return { events: [], hasCalls: false }
  const calls = content.filter((block): block is ToolUseBlock => block.type === 'tool_use')
  const missing = calls
    .filter((call) => !turn.answered.has(call.id))
    .map((call) => missingResult(call, turnId, 'lost'))
  return {
    events: [...kept, ...missing, { type: 'turn_committed', turnId, extra: [] }],
    hasCalls: calls.length > 0,
  }
}
