/** Ended calls of a log, as evidence. Pure. */
import type { AgentEvent } from '../../protocol/events.ts'
import type { Act } from '../../protocol/evidence/evidence.ts'
import type { ToolUseBlock } from '../../protocol/messages.ts'
import { textOf } from '../../protocol/text/text-of.ts'

export interface LogActs {
  /** In the order in which they ended. */
  readonly acts: readonly Act[]
  /** Numbers of their results, by the calls' ids. */
  readonly seqs: ReadonlyMap<string, number>
}

/** `events` are those of the conversation. */
export function actsIn(events: readonly AgentEvent[]): LogActs {
  const calls = new Map<string, ToolUseBlock>()
  const acts = new Map<string, Act>()
  const seqs = new Map<string, number>()
  for (const event of events) {
    if (event.type === 'assistant_block' && event.content.type === 'tool_use')
      calls.set(event.content.id, event.content)
    if (event.type === 'tool_result') {
      const { toolUseId: id, tool, outcome, content, display, root } = event
      const process = display?.kind === 'process' ? display : undefined
      acts.set(id, {
        ...{ id, tool, outcome, input: calls.get(id)?.input ?? {}, result: textOf(content) },
        exitCode: process?.exitCode,
        timedOut: process?.timedOut ?? false,
        changed: root !== undefined,
      })
      seqs.set(id, event.seq)
    }
    if (event.type === 'job_ended' && event.how === 'exited') {
      const act = acts.get(event.toolUseId)
      if (!act) continue
      // It counts from its end on.
      acts.delete(act.id)
      acts.set(act.id, { ...act, exitCode: event.exitCode, timedOut: event.timedOut })
      seqs.set(act.id, event.seq)
    }
  }
  return { acts: [...acts.values()], seqs }
}
