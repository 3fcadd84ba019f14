/**
 * How long a log would keep the screen busy. Most events take one step; those that take one for each message that waits, each block
 * of their turn or each item before them are few in a session, and may be a hundred thousand in a link of a few kilobytes.
 */
import { RECORDING_WORK } from '../../limits.ts'
import type { AgentEvent, TurnEvent } from '../../protocol/events.ts'
import { tooLarge } from './problem.ts'
import type { RecordedLogs } from './recording.ts'

/** Throws `RecordingProblem` where all logs together are more than a session takes. */
export function requireLittleWork({ events, threads }: RecordedLogs): void {
  let before = 0
  for (const log of [events, ...threads.map((thread) => thread.events)]) {
    const count = new WorkCount()
    for (const event of log) {
      count.add(event)
      if (before + count.steps > RECORDING_WORK) throw tooLarge('its log takes too long to be shown')
    }
    before += count.steps
  }
}

/** Counts events that are added one after the other. */
export class WorkCount {
  steps = 0
  #items = 0
  #restores = 0
  #runs = 0
  #queued = 0
  /** Blocks of the turn that has most. */
  #most = 0
  /** Turn and block of the event before. */
  #turn = ''
  #block = ''
  /** Calls about which the person is asked, or that ask. */
  readonly #asking = new Set<string>()
  readonly #blocks = new Map<string, Set<string>>()
  readonly #outputs = new Map<string, number>()

  add(event: AgentEvent): void {
    this.steps += 1
    if (isOfTurn(event)) this.#addToTurn(event)
    else this.#addOther(event)
  }

  #addOther(event: AgentEvent): void {
    this.#items += 1
    if (event.type === 'message_queued' || event.type === 'message_unqueued' || event.type === 'user_message')
      this.steps += this.#queued
    if (event.type === 'message_queued') this.#queued += 1
    if (event.type === 'run_started') this.steps += this.#runs += 1
    if (event.type === 'run_ended') {
      this.steps += this.#most
      this.#asking.clear()
    }
    if (event.type === 'conversation_restored') {
      this.#restores += 1
      this.steps += this.#items * this.#restores
    }
  }

  #addToTurn(event: TurnEvent): void {
    const blocks = this.#blocks.get(event.turnId) ?? new Set()
    if (!this.#blocks.has(event.turnId)) {
      this.#items += 1
      this.#blocks.set(event.turnId, blocks)
    }
    const block = blockOf(event)
    if (block !== undefined) blocks.add(block)
    this.#most = Math.max(this.#most, blocks.size)
    // The block of a continued text is found at once, too.
    if (block !== this.#block || !/_delta$/.test(event.type)) this.steps += blocks.size + this.#asking.size
    this.#block = block ?? ''
    // Their call is looked for from the end.
    const isSearch = /^(?:assistant_block|tool_output|permission_requested)$/.test(event.type)
    if (isSearch && event.turnId !== this.#turn) this.steps += this.#items
    this.#turn = event.turnId
    if (event.type === 'permission_requested' || event.type === 'question_asked')
      this.#asking.add(event.toolUseId)
    if (event.type === 'permission_decided' || event.type === 'tool_result')
      this.#asking.delete(event.toolUseId)
    if (event.type !== 'tool_output') return
    const before = this.#outputs.get(event.toolUseId) ?? 0
    this.#outputs.set(event.toolUseId, before + 1)
    this.steps += before
  }
}

function blockOf(event: AgentEvent): string | undefined {
  if ('toolUseId' in event) return event.toolUseId
  return 'block' in event ? `${event.type} ${event.block}` : undefined
}

function isOfTurn(event: AgentEvent): event is TurnEvent {
  return 'turnId' in event && event.type !== 'error' && event.type !== 'side_query_started'
}
