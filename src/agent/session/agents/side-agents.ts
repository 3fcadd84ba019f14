/** Agents that the program starts beside the open session's agent: within its run, or between two of them. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { InterruptReason } from '../../loop/deps.ts'
import type { Session } from '../log/session.ts'
import type { RunContext, RunGround } from '../run/run-context.ts'
import type { RunGrounds } from '../run/run-grounds.ts'
import { RunPolicy } from '../run/run-policy.ts'
import type { Agent } from '../run/agent.ts'
import type { AgentReport, AgentTask } from './agent-host.ts'
import { linkedStop } from './linked-stop.ts'

export interface SideAgentsOptions {
  readonly session: () => Session | undefined
  readonly agent: Agent
  readonly context: RunContext
  readonly grounds: RunGrounds
  readonly appVersion: string
}

export class SideAgents {
  readonly #options: SideAgentsOptions
  readonly #running = new Map<AbortController, Promise<unknown>>()
  /** Policies of agents that work beside no run. */
  readonly #policies = new Set<RunPolicy>()
  /** Ground of the run that is under way. */
  #ground: RunGround | undefined

  constructor(options: SideAgentsOptions) {
    this.#options = options
  }

  /** Ground of the run that has begun; undefined: it is over. */
  set ground(ground: RunGround | undefined) {
    this.#ground = ground
  }

  /** Resolves when it has ended, which the session's log has then. Fails where none can begin. Rejects with `StorageError`. */
  async start(task: Omit<AgentTask, 'signal'>, signal?: AbortSignal): Promise<Result<AgentReport>> {
    const stop = linkedStop(signal)
    const policy = new RunPolicy(this.#options.context.settings)
    this.#policies.add(policy)
    const running = this.#start({ ...task, signal: stop.signal }, policy)
    this.#running.set(stop, running)
    try {
      return await running
    } finally {
      this.#running.delete(stop)
      this.#policies.delete(policy)
    }
  }

  /** Settings or permissions have changed. Resolves when their next calls are decided by them. */
  async policyChanged(): Promise<void> {
    await Promise.all([...this.#policies].map((policy) => policy.changed()))
  }

  /** Resolves when all have ended. */
  async stopAll(): Promise<void> {
    const reason: InterruptReason = 'stop'
    for (const stop of this.#running.keys()) stop.abort(reason)
    await Promise.allSettled(this.#running.values())
  }

  async #start(task: AgentTask, policy: RunPolicy): Promise<Result<AgentReport>> {
    const { session: open, agent, context, appVersion } = this.#options
    const session = open()
    if (!session) return fail('not_found', 'No session is open.')
    if (session.role === 'follower') return fail('not_permitted', 'This session is led by another tab.')
    const ground = await this.#groundFor(session, task, policy)
    if (!ground.ok) return ground
    const { AgentHost } = await import('./agent-host.ts')
    const host = new AgentHost({ context, appVersion })
    return host.run(session, { agent, thread: session, ground: ground.value }, task)
  }

  /** A call's agent works where its run does; others have a ground of their own, which outlasts that. */
  async #groundFor(
    session: Session,
    { call, takesNotes, signal }: AgentTask,
    policy: RunPolicy,
  ): Promise<Result<RunGround>> {
    if (call && this.#ground) return ok(this.#ground)
    const { grounds } = this.#options
    const admitted = await grounds.admit(policy)
    if (admitted.ok && takesNotes) return grounds.prepareNotes(policy, takesNotes)
    return admitted.ok ? grounds.prepare({ session, policy, signal }) : admitted
  }
}
