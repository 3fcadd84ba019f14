/**
 * Runs agents beside the one that the person speaks with: each is a real agent, with the same loop, in a thread of its own. Whoever
 * needs one (extraction, hooks, skills, sub-agents) gives it a task here.
 *
 * An agent reads the tree of its parent, which waits meanwhile, and writes nothing: what would write needs a fork of the sandbox.
 */
import { NO_EGRESS } from '../../../sandbox/contract/egress.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { AGENT_TURNS } from '../../limits.ts'
import type { PermissionState } from '../../permission/contract.ts'
import { LOG_VERSION } from '../../protocol/events.ts'
import type { EventBody } from '../../protocol/events.ts'
import { agentEnded } from '../log/agent-end.ts'
import type { AgentEnded } from '../log/agent-end.ts'
import type { NotesAside } from '../memory/memory-place.ts'
import { repair } from '../log/repair.ts'
import type { Session } from '../log/session.ts'
import type { Thread } from '../log/thread.ts'
import type { RunContext, RunGround } from '../run/run-context.ts'
import { Run } from '../run/run.ts'
import { tellModel } from '../run/run-opening.ts'
import { NO_REQUEST } from '../run/run-request.ts'
import { StorageError } from '../store/storage-error.ts'
import { missingTool } from '../../tools/pipeline/registry.ts'
import { toolProfileOf } from '../../protocol/settings.ts'
import { readingSandbox } from '../workspace/sandbox-layers.ts'
import type { Agent } from '../run/agent.ts'
import { childPolicy, createChildAgent } from './child-agent.ts'
import { linkedStop } from './linked-stop.ts'

export interface AgentTask {
  /** Its purpose in a word, e.g. `reader`: its name in the log and on the screen. */
  readonly role: string
  /** In a few words, for the person. */
  readonly description: string
  /** All that it is told: it sees nothing of its parent's conversation. */
  readonly prompt: string
  /** Names of the tools that it has. */
  readonly tools: readonly string[]
  /** The call that it belongs to; absent: the program has started it. */
  readonly call?: { readonly turnId: string; readonly toolUseId: string }
  /** 20 when absent. */
  readonly maxTurns?: number
  /** US dollars; absent: as much as its parent may spend. */
  readonly budgetUsd?: number
  /** It has the memory, and nothing else: no file of the workspace, no hook, no way out. Absent: it reads, and has no memory. */
  readonly takesNotes?: NotesAside
  /** Tightens what its parent may do. */
  readonly gate?: (permission: PermissionState) => PermissionState
  readonly signal: AbortSignal
}

/** The agent that starts it, and the ground that it works on. */
export interface AgentParent {
  readonly agent: Agent
  readonly thread: Thread
  readonly ground: RunGround
}

export interface AgentHostOptions {
  readonly context: RunContext
  readonly appVersion: string
}

/** How it has ended, as the parent's log has it. */
export type AgentReport = Omit<AgentEnded, 'type'>

export class AgentHost {
  readonly #options: AgentHostOptions

  constructor(options: AgentHostOptions) {
    this.#options = options
  }

  /**
   * Resolves when it has ended, however that was, and its parent's log says so. Fails where it cannot begin. Rejects with
   * `StorageError`: its thread is then completed by the next run, or by the next tab that leads.
   */
  async run(session: Session, parent: AgentParent, task: AgentTask): Promise<Result<AgentReport>> {
    const problem = await this.#problem(parent, task)
    if (problem) return problem
    const id = this.#options.context.newId()
    await parent.thread.append(startOf(id, task))
    const thread = await session.threads.start(this.#threadStart(id, session, parent, task))
    const bug = await this.#work(session.id, thread, parent, task).then(() => undefined, notStorage)
    const events = await thread.events(1)
    const missing = repair(events)
    const completed = missing.length > 0 ? await thread.append(...missing) : []
    await session.threads.ended(id)
    const { type, ...report } = agentEnded(id, [...events, ...completed])
    await parent.thread.append({ type, ...report })
    if (bug !== undefined) throw bug
    return ok(report)
  }

  async #problem({ ground }: AgentParent, { prompt, tools, signal }: AgentTask) {
    if (prompt.trim() === '') return fail('invalid', 'An agent was started without a task.')
    if (signal.aborted) return fail('cancelled', 'It was stopped before the agent began.')
    const sets = await this.#options.context.parts.tools()
    const missing = missingTool(sets[toolProfileOf(ground.settings)].registry, tools)
    return missing === undefined
      ? undefined
      : fail('invalid', `An agent was started with a tool that is not there: ${missing}.`)
  }

  async #work(
    session: string,
    thread: Thread,
    { agent: parent, ground }: AgentParent,
    task: AgentTask,
  ): Promise<void> {
    const takesNotes = task.takesNotes !== undefined
    const { hooks, ...parts } = this.#options.context.parts
    const context = { ...this.#options.context, parts: takesNotes || !hooks ? parts : { ...parts, hooks } }
    const stop = linkedStop(task.signal)
    const agent = createChildAgent({
      parent,
      takesNotes,
      budgetUsd: task.budgetUsd,
      stop,
      log: (event) => void thread.appendSoon(event).catch(() => undefined),
    })
    try {
      const run = await Run.prepare(
        // Its way to the network would ask the person, who does not know of it.
        { ...context, egress: NO_EGRESS },
        {
          ...ground,
          isApart: takesNotes,
          memory: takesNotes ? ground.memory : undefined,
          sandbox: readingSandbox(ground.sandbox),
          policy: childPolicy(ground.policy, { gate: task.gate, takesNotes }),
          agent,
          agentType: task.role,
          session,
          thread,
          opening: tellModel([task.prompt], context.newId),
          request: { ...NO_REQUEST, options: { maxTurns: task.maxTurns ?? AGENT_TURNS } },
          stop,
          tools: task.tools,
        },
      )
      await run.execute()
    } finally {
      await agent.jobs.endAll()
    }
  }

  #threadStart(id: string, session: Session, { thread, ground }: AgentParent, { role, call }: AgentTask) {
    const { root } = thread.facts
    return {
      type: 'thread_started',
      logVersion: LOG_VERSION,
      appVersion: this.#options.appVersion,
      thread: id,
      ...(thread.id === session.id ? {} : { parent: thread.id }),
      role,
      ...(call === undefined ? {} : { toolUseId: call.toolUseId }),
      ...(root === undefined ? {} : { root }),
      mode: ground.policy.permission.mode,
    } as const
  }
}

/** Throws a failure of the store on: nothing more can be written then. */
function notStorage(error: unknown): unknown {
  if (error instanceof StorageError) throw error
  return error
}

function startOf(agent: string, { role, description, call }: AgentTask): EventBody {
  return { type: 'agent_started', agent, role, description, ...call }
}
