/** Ends agents whose tab was closed, or died, while they worked: their threads are completed like the session's own log. */
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { agentEnded, agentLost, openAgents } from './agent-end.ts'
import { repair, repairJobs } from './repair.ts'
import type { Thread } from './thread.ts'

export interface LostAgentsOptions {
  /** The thread as it was stored; undefined where there is none. */
  readonly open: (agent: string) => Promise<Pick<Thread, 'append' | 'events'> | undefined>
  /** Its thread is complete. */
  readonly onEnded: (agent: string) => void
}

/** Completes the threads of agents that are open in `events`, and theirs. Resolves to what the parent's log lacks. */
export async function endLostAgents(
  events: readonly AgentEvent[],
  options: LostAgentsOptions,
): Promise<readonly EventBody[]> {
  const ends: EventBody[] = []
  for (const { agent } of openAgents(events)) ends.push(await endLost(agent, options))
  return ends
}

async function endLost(agent: string, options: LostAgentsOptions): Promise<EventBody> {
  const thread = await options.open(agent)
  if (!thread) return agentLost(agent)
  const events = await thread.events(1)
  const missing = [...(await endLostAgents(events, options)), ...repair(events), ...repairJobs(events)]
  const completed = missing.length > 0 ? await thread.append(...missing) : []
  options.onEnded(agent)
  return agentEnded(agent, [...events, ...completed])
}
