/** Invariants of the engine, whatever happened to it. An empty list: all of them hold. */
import { apiComplaints } from '../../src/agent/loop/test-support.ts'
import type { AgentEvent } from '../../src/agent/protocol/events.ts'
import type { ModelServer } from '../model-server/contract.ts'
import type { Engine } from './engine.ts'
import type { Job } from './job.ts'

export interface Examined {
  readonly engine: Engine
  readonly job: Job
  readonly server: ModelServer
}

export function brokenInvariants({ engine, job, server }: Examined): string[] {
  return [
    ...apiComplaints(engine.messages).map((complaint) => `history: ${complaint}`),
    ...server.rejections.map(({ error }) => `the API would have refused a request: ${error.message}`),
    ...server.scriptErrors.map((error) => `script: ${error}`),
    ...twice(job.notes).map((note) => `"note ${note}" ran twice`),
    ...ranUnseen(engine, job).map((note) => `"note ${note}" ran, and its result says that it did not`),
    ...endings(engine.log),
    ...results(engine.log),
    ...lostText(engine.log),
  ]
}

function twice(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

const NOT_RUN = /^(Not run|Skipped)|It had not started/

/** Commands that have run though the model is told that they have not. */
function ranUnseen({ messages }: Engine, { notes }: Job): string[] {
  const commands = new Map<string, string>()
  const notRun: string[] = []
  for (const { content } of messages) {
    for (const block of content) {
      if (block.type === 'tool_use') commands.set(block.id, String(block.input['command']))
      if (block.type !== 'tool_result') continue
      const [first] = block.content
      if (first?.type === 'text' && NOT_RUN.test(first.text))
        notRun.push(commands.get(block.tool_use_id) ?? '')
    }
  }
  return notes.filter((note) => notRun.some((command) => command.split(';')[0] === `note ${note}`))
}

/** One end for each run, and nothing of a run after it. */
function endings(log: readonly AgentEvent[]): string[] {
  const count = (type: AgentEvent['type']) => log.filter((event) => event.type === type).length
  const [started, ended] = [count('run_started'), count('run_ended')]
  return started === ended ? [] : [`${started} runs have begun, ${ended} have ended`]
}

/** Each call that is part of history has exactly one result in the log. */
function results(log: readonly AgentEvent[]): string[] {
  const complaints: string[] = []
  let open = new Map<string, number>()
  for (const event of log) {
    if (event.type === 'request_started' || event.type === 'request_discarded') open = new Map()
    if (event.type === 'assistant_block' && event.content.type === 'tool_use') open.set(event.content.id, 0)
    if (event.type === 'tool_result') open.set(event.toolUseId, (open.get(event.toolUseId) ?? 0) + 1)
    if (event.type !== 'turn_committed') continue
    for (const [id, count] of open) if (count !== 1) complaints.push(`call ${id} has ${count} results`)
    open = new Map()
  }
  return complaints
}

/** Text that the user has seen is part of the answer, unless that was thrown away. */
function lostText(log: readonly AgentEvent[]): string[] {
  const complaints: string[] = []
  let shown = new Map<number, string>()
  let kept = new Map<number, string>()
  for (const event of log) {
    if (event.type === 'request_started' || event.type === 'request_discarded') {
      shown = new Map()
      kept = new Map()
    }
    if (event.type === 'text_delta') shown.set(event.block, (shown.get(event.block) ?? '') + event.text)
    if (event.type === 'assistant_block' && event.content.type === 'text')
      kept.set(event.block, event.content.text)
    if (event.type !== 'turn_committed' && event.type !== 'run_ended') continue
    for (const [block, text] of shown) {
      if (text.trim() !== '' && kept.get(block) !== text)
        complaints.push(`of the text "${text}" only "${kept.get(block) ?? ''}" was kept`)
    }
    shown = new Map()
    kept = new Map()
  }
  return complaints
}
