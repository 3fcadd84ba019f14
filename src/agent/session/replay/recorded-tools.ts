/**
 * Tools of a replay: the real ones, but what would leave the sandbox, and calls of notes, say what they said when they were
 * recorded, and a command that was waited for then is waited for now, however slow this machine is.
 */
import { z } from 'zod'
import { JOB_TIMEOUT_MS } from '../../limits.ts'
import type { Moment } from '../../../sandbox/contract/replay-clock.ts'
import type { EventOf } from '../../protocol/events.ts'
import { buildTool } from '../../tools/contract.ts'
import type { PreparedCall, Tool, ToolContext, ToolOutput } from '../../tools/contract.ts'
import { ADVISOR_TOOL } from '../../tools/talk/advisor.ts'
import type { BeforeAct, ToolLookup } from '../../tools/deps.ts'
import { RECALL_TOOL } from '../../protocol/recall.ts'
import { saysUnchanged } from '../../tools/files/read.ts'
import { isOfNotes } from '../../context/compression/of-notes.ts'
import { NOTE_LEFT_OUT } from '../recording/note-calls.ts'
import type { RecordedResult } from './script.ts'

/** They ask the network, another model, or a browser that draws and times pages in its own way. */
const OUTSIDE: ReadonlySet<string> = new Set(['WebFetch', 'Browser'])
/** Tools of a run that had another model, or a memory: a replay has neither. */
const ABSENT: readonly string[] = [ADVISOR_TOOL, RECALL_TOOL]

export function recordedTools(tools: ToolLookup, results: ReadonlyMap<string, RecordedResult>): ToolLookup {
  const absent = new Map(ABSENT.map((name) => [name, absentTool(name, results)]))
  return {
    names: () => tools.names(),
    find: (name) => {
      const tool = tools.find(name)
      if (tool === undefined) return absent.get(name)
      if (OUTSIDE.has(tool.name)) return recordedTool(tool, results)
      return withoutNotes(asThen(tool, results), results)
    },
  }
}

/** A call that was held for a note, which a replay does not have, is held again. */
export function recordedHolds(results: ReadonlyMap<string, RecordedResult>): BeforeAct {
  return async (_, { toolUseId }) => {
    const recorded = results.get(toolUseId)?.event
    if (recorded?.outcome !== 'held') return undefined
    const [, notes] = recorded.content.content
    return notes?.type === 'text' ? { text: notes.text } : {}
  }
}

function asThen(tool: Tool, results: ReadonlyMap<string, RecordedResult>): Tool {
  if (tool.name === 'Bash') return patientTool(tool, results)
  return tool.name === 'Read' ? shownAgain(tool, results) : tool
}

function recordedTool(tool: Tool, results: ReadonlyMap<string, RecordedResult>): Tool {
  return {
    ...tool,
    prepare: (input) => {
      const prepared = tool.prepare(input)
      if (!prepared.ok) return prepared
      const run = async ({ toolUseId }: { readonly toolUseId: string }) => outputOf(results.get(toolUseId))
      return { ok: true, call: { ...prepared.call, run } }
    },
  }
}

/** Takes what was taken then, and says what it said. */
function absentTool(name: string, results: ReadonlyMap<string, RecordedResult>): Tool {
  return buildTool({
    name,
    description: '',
    schema: z.looseObject({}),
    kind: 'state',
    requiresPermission: false,
    isReadOnly: () => true,
    isDestructive: () => false,
    title: () => name,
    run: async (_, { toolUseId }) => outputOf(results.get(toolUseId)),
  })
}

/** A call of a note says what it said: a replay has no notes, so that nobody's are read or written. */
function withoutNotes(tool: Tool, results: ReadonlyMap<string, RecordedResult>): Tool {
  const recorded = recordedTool(tool, results)
  return {
    ...tool,
    prepare: (input) => {
      const prepared = tool.prepare(input)
      if (!prepared.ok || !isOfNotes(prepared.call.input)) return prepared
      const again = recorded.prepare(input)
      if (!again.ok) return again
      // It was refused before anybody was asked.
      const validate: PreparedCall['validate'] = async ({ toolUseId }) =>
        results.get(toolUseId)?.event.outcome === 'failed' ? NOTE_LEFT_OUT : undefined
      return { ok: true, call: { ...again.call, validate } }
    },
  }
}

function patientTool(tool: Tool, results: ReadonlyMap<string, RecordedResult>): Tool {
  return {
    ...tool,
    timeoutMs: Infinity,
    prepare: (input) => {
      const prepared = tool.prepare(input)
      if (!prepared.ok) return prepared
      const { run } = prepared.call
      const waits: typeof run = (context) => {
        const recorded = results.get(context.toolUseId)?.event
        const isJob = recorded?.display?.kind === 'job'
        const again: ToolContext = { ...context, moment: momentOf(recorded?.moment) }
        return run(isJob ? again : { ...again, backgroundAfterMs: JOB_TIMEOUT_MS })
      }
      return { ok: true, call: { ...prepared.call, run: waits } }
    },
  }
}

/**
 * A file that was read whole is read whole, though an earlier result shows it: the tab that recorded it had forgotten that,
 * as after a reload, of which the log has no mark.
 */
function shownAgain(tool: Tool, results: ReadonlyMap<string, RecordedResult>): Tool {
  return {
    ...tool,
    prepare: (input) => {
      const prepared = tool.prepare(input)
      if (!prepared.ok) return prepared
      const { run } = prepared.call
      const asThen: typeof run = (context) => {
        const recorded = results.get(context.toolUseId)?.event
        return run(recorded && !refersBack(recorded) ? { ...context, isShown: () => false } : context)
      }
      return { ok: true, call: { ...prepared.call, run: asThen } }
    },
  }
}

function refersBack({ content: { content } }: EventOf<'tool_result'>): boolean {
  return content.some((block) => block.type === 'text' && saysUnchanged(block.text))
}

/** Its programs read what they read of the clock then; none was noted of one in the background. */
function momentOf(recorded: EventOf<'tool_result'>['moment']): Moment | undefined {
  return recorded && { ...recorded, clocks: recorded.clocks ?? [] }
}

function outputOf(recorded: RecordedResult | undefined): ToolOutput {
  if (!recorded) return { content: [{ type: 'text', text: 'This was not recorded.' }], isError: true }
  const { content, display } = recorded.event
  return {
    content: content.content,
    isError: content.is_error,
    ...(display === undefined ? {} : { display }),
  }
}
