/** A replay's actions, in order, from a recorded log. */
import { isInstructions } from '../../protocol/text/instruction-reminder.ts'
import { isMemoryText } from '../../protocol/text/memory-reminder.ts'
import type { QueuedMessage } from '../../loop/deps.ts'
import { NO_USAGE, recordedResponses } from '../../model/replay/recorded-response.ts'
import type { RecordedResponse } from '../../model/replay/recorded-response.ts'
import type { AgentEvent, EventBody, EventOf } from '../../protocol/events.ts'
import type { PermissionMode } from '../../protocol/permission-modes.ts'
import type { ImageBlock } from '../../protocol/messages.ts'
import type { UserAnswer } from '../../protocol/questions.ts'
import { recited } from '../recording/recited.ts'
import { recordedStops } from './recorded-stops.ts'
import type { RecordedStops } from './recorded-stops.ts'
import { textOf } from '../../protocol/text/text-of.ts'

/** A result as it was, with the whole workspace after it; undefined while that was empty. */
export interface RecordedResult {
  readonly event: EventOf<'tool_result'>
  readonly root: string | undefined
}

export interface RecordedRun {
  /** Events before the run in the log: the user's message, and notices to the model. */
  readonly opening: readonly EventBody[]
  readonly started: EventOf<'run_started'>
  readonly responses: readonly RecordedResponse[]
  readonly results: ReadonlyMap<string, RecordedResult>
  readonly decisions: ReadonlyMap<string, EventOf<'permission_decided'>>
  /** Decisions about the output of calls. */
  readonly shown: ReadonlyMap<string, EventOf<'permission_decided'>>
  readonly answers: ReadonlyMap<string, UserAnswer>
  /** By how many turns were whole when it happened. */
  readonly said: ReadonlyMap<number, readonly QueuedMessage[]>
  readonly modes: ReadonlyMap<number, PermissionMode>
  /** The files after changes of the user, before a request, by how many turns were whole. */
  readonly edits: ReadonlyMap<number, string>
  /** News of instruction files that was told before a request, by how many turns were whole. */
  readonly instructions: ReadonlyMap<number, readonly EventBody[]>
  /** How the conversation was made shorter, by how many turns were whole. */
  readonly compactions: ReadonlyMap<number, readonly EventBody[]>
  /** Notices to the model after the results, turn by turn. */
  readonly extras: readonly (readonly string[])[]
  /** The turns' ends, as numbers of the recorded log. */
  readonly commits: readonly number[]
  /** Ends that hooks gave it, or kept it from. */
  readonly stops: RecordedStops
  /** A person ended it: its last answer does not end by itself, or its calls were cancelled. */
  readonly wasStopped: boolean
}

export type Act =
  /** The person's own change, an import, a restore, or an agent outside of a run: the files are put to what they were. */
  | { readonly type: 'tree'; readonly root: string; readonly event: EventBody; readonly seq: number }
  | { readonly type: 'tell'; readonly event: EventBody; readonly seq: number }
  | { readonly type: 'run'; readonly run: RecordedRun; readonly seq: number }

export interface Script {
  readonly acts: readonly Act[]
  readonly calls: number
}

/** `events` as `slim` leaves them. */
export function scriptOf(events: readonly AgentEvent[]): Script {
  const acts: Act[] = []
  let opening: EventBody[] = []
  let root: string | undefined
  for (let index = 0; index < events.length; index++) {
    const event = events[index]
    if (!event) break
    if (event.type === 'run_started') {
      const end = events.findIndex((later, place) => place > index && later.type === 'run_ended')
      const last = end < 0 ? events.length - 1 : end
      const within = events.slice(index, last + 1)
      if (isByHand(within)) {
        for (const told of [...opening, ...within.filter(isOfCompaction).map(bodyOf)])
          acts.push({ type: 'tell', event: unbilled(told), seq: event.seq })
      } else {
        const run = recordedRun(within, opening, root)
        acts.push({ type: 'run', run, seq: events[last]?.seq ?? event.seq })
      }
      root = lastRoot(within) ?? root
      opening = []
      index = last
    } else if (event.type === 'workspace_imported' || event.type === 'checkpoint') {
      root = event.root
      acts.push({ type: 'tree', root: event.root, event: bodyOf(event), seq: event.seq })
    } else if (event.type === 'agent_ended' && event.root !== undefined) {
      // Agents do not run again: their files are put there.
      root = event.root
      acts.push({ type: 'tree', root, event: { type: 'checkpoint', root, cause: 'tool' }, seq: event.seq })
    } else if (OPENS_RUN.has(event.type)) opening.push(bodyOf(event))
    else if (TOLD.has(event.type)) acts.push({ type: 'tell', event: bodyOf(event), seq: event.seq })
  }
  for (const event of opening) acts.push({ type: 'tell', event, seq: events.length })
  return { acts, calls: events.filter(({ type }) => type === 'tool_result').length }
}

const OPENS_RUN: ReadonlySet<AgentEvent['type']> = new Set([
  'user_message',
  'message_queued',
  'message_unqueued',
  'instructions_read',
  'memory_read',
  'style_told',
] as const)

const TOLD: ReadonlySet<AgentEvent['type']> = new Set([
  'mode_changed',
  'conversation_restored',
  'compaction_undone',
  'instructions_wanted',
] as const)

const COMPACTIONS: ReadonlySet<AgentEvent['type']> = new Set([
  'results_cleared',
  'spans_collapsed',
  'conversation_compacted',
  'compaction_undone',
] as const)

function isCompaction({ type }: AgentEvent): boolean {
  return COMPACTIONS.has(type)
}

/** Also that the model was told the instructions anew, beside the summary, and which the user wanted. */
function isOfCompaction(event: AgentEvent): boolean {
  return isCompaction(event) || isOfInstructions(event)
}

function isOfInstructions({ type }: AgentEvent): boolean {
  return type === 'instructions_read' || type === 'instructions_wanted' || type === 'memory_read'
}

/** A record of the instructions that the model was told, or that the user wanted, or the message that told it. */
function isInstruction(event: AgentEvent): boolean {
  if (isOfInstructions(event)) return true
  if (event.type !== 'user_message' || event.origin !== 'program') return false
  return event.content.some(
    (block) => block.type === 'text' && (isInstructions(block.text) || isMemoryText(block.text)),
  )
}

/** The user had the conversation summarised, or a summary drafted: of that run the outcome is told. */
function isByHand(run: readonly AgentEvent[]): boolean {
  return (
    run.some((event) => isCompaction(event) || isOfSummary(event)) &&
    !run.some(({ type }) => type === 'request_started')
  )
}

function isOfSummary(event: AgentEvent): boolean {
  return event.type === 'side_query_started' && event.source === 'compaction'
}

/** A replay asks no model, and its events have other numbers than those that the summary names. */
function unbilled(event: EventBody): EventBody {
  if (event.type !== 'conversation_compacted') return event
  return { ...recited(event, () => undefined), usage: NO_USAGE, costUsd: 0 }
}

function recordedRun(
  events: readonly AgentEvent[],
  opening: readonly EventBody[],
  rootBefore: string | undefined,
): RecordedRun {
  const [started] = events
  if (started?.type !== 'run_started') throw new Error('A run begins with run_started.')
  const results = new Map<string, RecordedResult>()
  const said = new Map<number, QueuedMessage[]>()
  const modes = new Map<number, PermissionMode>()
  const compactions = new Map<number, EventBody[]>()
  const instructions = new Map<number, EventBody[]>()
  const edits = new Map<number, string>()
  /** In this turn: a call has begun; and the user has changed files since, which count from the next turn on. */
  let [hasBegun, isEdited] = [false, false]
  const commits: number[] = []
  const extras: string[][] = []
  const approvals = approvedModes(events)
  let root = rootBefore
  for (const event of events) {
    if (event.type === 'checkpoint') root = event.root
    if (event.type === 'agent_ended') root = event.root ?? root
    if (event.type === 'tool_result') {
      root = event.root ?? root
      results.set(event.toolUseId, { event, root })
    }
    if (event.type === 'tool_started') hasBegun = true
    if (event.type === 'checkpoint' && event.cause === 'user') {
      if (hasBegun) isEdited = true
      else edits.set(commits.length, event.root)
    }
    if (isCompaction(event)) {
      const list = compactions.get(commits.length) ?? []
      compactions.set(commits.length, [...list, unbilled(bodyOf(event))])
    }
    if (isInstruction(event)) {
      const list = instructions.get(commits.length) ?? []
      instructions.set(commits.length, [...list, bodyOf(event)])
    }
    if (event.type === 'mode_changed') modes.set(commits.length, event.mode)
    if (event.type === 'turn_committed') {
      // Plan mode is left by the tool, which runs again. The change may stand in the log before the answer or after it.
      if (approvals.has(event.turnId) && modes.get(commits.length) === approvals.get(event.turnId))
        modes.delete(commits.length)
      commits.push(event.seq)
      extras.push(event.extra.map(({ text }) => text))
      if (isEdited && root !== undefined) edits.set(commits.length, root)
      hasBegun = isEdited = false
    }
    if (event.type === 'user_message' && event.origin === 'human') {
      const list = said.get(commits.length) ?? []
      said.set(commits.length, [
        ...list,
        { messageId: event.messageId, text: textOf(event), images: imagesOf(event) },
      ])
    }
  }
  const ended = events.at(-1)
  const wasCompleted = ended?.type === 'run_ended' && ended.terminal === 'completed'
  const responses = recordedResponses(events, wasCompleted)
  return {
    opening,
    started,
    responses,
    results,
    said,
    modes,
    edits,
    instructions,
    compactions,
    commits,
    extras,
    decisions: decisionsIn(events, undefined),
    shown: decisionsIn(events, 'output'),
    answers: new Map(
      events.flatMap((event) =>
        event.type === 'question_answered' ? [[event.toolUseId, event.answer] as const] : [],
      ),
    ),
    stops: recordedStops(events),
    wasStopped: ended?.type !== 'run_ended' || /^aborted/.test(ended.terminal),
  }
}

/** By turn, the mode that an approved plan has led to. */
function approvedModes(events: readonly AgentEvent[]): ReadonlyMap<string, PermissionMode> {
  return new Map(
    events.flatMap((event) => {
      if (event.type !== 'question_answered' || event.answer.kind !== 'plan') return []
      const { decision } = event.answer
      if (decision === 'keep_planning') return []
      return [[event.turnId, decision === 'approve_edits' ? 'acceptEdits' : 'default'] as const]
    }),
  )
}

function lastRoot(events: readonly AgentEvent[]): string | undefined {
  for (const event of events.toReversed()) {
    if (event.type === 'checkpoint') return event.root
    if ((event.type === 'tool_result' || event.type === 'agent_ended') && event.root !== undefined)
      return event.root
  }
  return undefined
}

function imagesOf({ content }: EventOf<'user_message'>): readonly ImageBlock[] {
  return content.filter((block) => block.type === 'image')
}

function bodyOf(event: AgentEvent): EventBody {
  const { seq: _, at: __, ...body } = event
  // An event without its stamp is a body; the rest of a union loses that.
  return body as EventBody
}

function decisionsIn(
  events: readonly AgentEvent[],
  about: 'output' | undefined,
): ReadonlyMap<string, EventOf<'permission_decided'>> {
  return new Map(
    events.flatMap((event) =>
      event.type === 'permission_decided' && event.about === about ? [[event.toolUseId, event] as const] : [],
    ),
  )
}
