/** The agent that the person speaks with: it works in the session's own thread. */
import type { EventBody } from '../../protocol/events.ts'
import { BackgroundJobs } from '../../tools/shell/background-jobs.ts'
import type { Session } from '../log/session.ts'
import { SessionInbox } from '../run/inbox.ts'
import { Pause } from '../run/pause.ts'
import { RunMemory } from '../run/run-memory.ts'
import { Spending } from '../run/spending.ts'
import type { UsageLedger } from '../store/usage-ledger.ts'
import type { PageErrors } from '../workspace/page-errors.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { Agent } from '../run/agent.ts'

export interface MainAgentOptions {
  readonly session: () => Session | undefined
  readonly workspace: Pick<Workspace, 'moved' | 'endProcesses'>
  readonly pageErrors: Pick<PageErrors, 'news' | 'reset'>
  readonly ledger: UsageLedger
  readonly newId: () => string
}

export class MainAgent implements Agent {
  readonly role = 'assistant'
  readonly source = 'main'
  readonly memory = new RunMemory()
  readonly jobs = new BackgroundJobs((event) => this.#logOfJob(event))
  readonly pause = new Pause()
  /** Messages that the user sends while the agent works. */
  readonly inbox: SessionInbox
  readonly spending: Spending
  readonly #options: MainAgentOptions

  constructor(options: MainAgentOptions) {
    this.#options = options
    this.inbox = new SessionInbox(options)
    this.spending = new Spending(options)
  }

  news(): readonly string[] {
    return [...this.jobs.news(), ...this.#options.pageErrors.news()]
  }

  /** The session is left: what runs for it ends, and in the sandbox all but what was detached. */
  async endJobs(): Promise<void> {
    await Promise.all([this.jobs.endAll(), this.memory.notes.stop()])
    await this.#options.workspace.endProcesses()
  }

  /** Another session is opened. */
  forget(): void {
    this.memory.forget()
    this.#options.pageErrors.reset()
  }

  /** At any time, also between runs. A store that fails is told by the next run. */
  #logOfJob(event: EventBody): void {
    if (event.type === 'checkpoint') this.#options.workspace.moved(event.root)
    this.memory.failures.note(event)
    this.#options
      .session()
      ?.appendSoon(event)
      .catch(() => undefined)
  }
}
