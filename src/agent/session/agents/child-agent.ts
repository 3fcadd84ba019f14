/** An agent that another one has started: it has one task, nobody speaks with it, and it asks nobody. */
import type { Inbox } from '../../loop/deps.ts'
import type { EventBody } from '../../protocol/events.ts'
import { BackgroundJobs } from '../../tools/shell/background-jobs.ts'
import type { PolicyInForce } from '../run/run-policy.ts'
import { RunMemory } from '../run/run-memory.ts'
import type { PermissionState } from '../../permission/contract.ts'
import type { Agent, AgentSpending } from '../run/agent.ts'

export interface ChildAgentOptions {
  readonly parent: Pick<Agent, 'spending'>
  /** Its identity is that of an agent that takes notes. */
  readonly takesNotes: boolean
  /** US dollars that it may spend; absent: as much as the run. */
  readonly budgetUsd?: number | undefined
  readonly stop: AbortController
  /** Takes the events of its background commands. */
  readonly log: (event: EventBody) => void
}

/** Nobody speaks with it. */
const NO_INBOX: Inbox = { take: () => [], interrupt: () => new AbortController().signal }

export function createChildAgent({ parent, takesNotes, budgetUsd, stop, log }: ChildAgentOptions): Agent {
  const jobs = new BackgroundJobs(log)
  return {
    role: takesNotes ? 'note-taker' : 'worker',
    source: takesNotes ? 'memory' : 'subagent',
    memory: new RunMemory(),
    jobs,
    inbox: NO_INBOX,
    // It goes in circles, and there is nobody to have a look.
    pause: { wait: async () => stop.abort('stop') },
    spending: new ChildSpending(parent.spending, budgetUsd),
    news: () => jobs.news(),
  }
}

/** Counts its spending for its parent, too, and for the session. */
class ChildSpending implements AgentSpending {
  readonly #parent: AgentSpending
  readonly #budgetUsd: number | undefined
  #usd = 0

  constructor(parent: AgentSpending, budgetUsd: number | undefined) {
    this.#parent = parent
    this.#budgetUsd = budgetUsd
  }

  note(event: { readonly costUsd: number | null }): undefined {
    this.noteAgent(event)
  }

  noteAgent(event: { readonly costUsd: number | null }): void {
    this.#usd += event.costUsd ?? 0
    this.#parent.noteAgent(event)
  }

  async problem(...limits: Parameters<AgentSpending['problem']>): Promise<string | undefined> {
    if (this.#budgetUsd !== undefined && this.#usd >= this.#budgetUsd)
      return `The limit of $${this.#budgetUsd.toFixed(2)} for this agent is reached: $${this.#usd.toFixed(2)} were spent.`
    return this.#parent.problem(...limits)
  }
}

interface ChildPolicyOptions {
  readonly gate?: ((permission: PermissionState) => PermissionState) | undefined
  readonly takesNotes: boolean
}

/** The policy of its parent, at any moment; each question is denied, as nobody answers. `gate` may only tighten it. */
export function childPolicy(
  parent: PolicyInForce,
  { gate = (permission) => permission, takesNotes }: ChildPolicyOptions,
): PolicyInForce {
  return {
    get settings() {
      return parent.settings
    },
    get permission() {
      const { permission } = parent
      // Its tools reach nothing but notes, which no mode is about.
      const own = takesNotes ? ({ mode: 'default' } as const) : { memory: undefined }
      return gate({ ...permission, ...own, canAsk: false })
    },
    settled: () => parent.settled(),
  }
}
