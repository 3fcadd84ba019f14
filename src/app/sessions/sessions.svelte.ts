/** The list of sessions, as it is when the dialog is open. */
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { SessionChange, SessionSummary } from '../../agent/protocol/calls/sessions.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import { forgetSession } from '../tab-storage.ts'
import { unexpected, type Problem } from '../problem.ts'
import { familyOrder, type ListedSession } from './family-order.ts'
import { sessions as t } from '../language/en/sessions.ts'

export type Shown = SessionSummary['state']

export class SessionsModel {
  /** Undefined until it has been read once. */
  list = $state.raw<readonly SessionSummary[]>()
  problem = $state.raw<Problem>()
  /** Which of them are looked at. */
  shown = $state<Shown>('listed')
  /** The session deleted last, to be brought back. */
  deleted = $state.raw<SessionSummary>()

  readonly rows: readonly ListedSession[] = $derived.by(() =>
    familyOrder((this.list ?? []).filter(({ state }) => state === this.shown)),
  )
  readonly counts = $derived.by(() => {
    const of = (shown: Shown) => (this.list ?? []).filter(({ state }) => state === shown).length
    return { listed: of('listed'), archived: of('archived'), deleted: of('deleted') }
  })

  readonly #agent: AgentApi

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  async load(): Promise<void> {
    try {
      this.list = await this.#agent.sessions.list()
    } catch (error) {
      this.problem = unexpected(t.reading, error)
    }
  }

  async rename(id: string, title: string): Promise<void> {
    await this.#change(t.renaming, () => this.#agent.sessions.rename(id, title))
  }

  async change(id: string, change: SessionChange): Promise<void> {
    await this.#change(t.changingList, () => this.#agent.sessions.change(id, change))
  }

  async delete(id: string): Promise<void> {
    const session = this.list?.find((known) => known.id === id)
    await this.#change(t.deleting, () => this.#agent.sessions.delete(id))
    if (!this.problem) this.deleted = session
  }

  async undelete(id: string): Promise<void> {
    if (this.deleted?.id === id) this.deleted = undefined
    await this.#change(t.bringingBack, () => this.#agent.sessions.undelete(id))
  }

  /** For good. */
  async purge(ids: readonly string[]): Promise<void> {
    if (this.deleted && ids.includes(this.deleted.id)) this.deleted = undefined
    await this.#change(t.deleting, () => this.#agent.sessions.purge(ids))
    if (!this.problem) for (const id of ids) forgetSession(id)
  }

  async #change(what: string, call: () => Promise<Result<void>>): Promise<void> {
    this.problem = undefined
    try {
      const result = await call()
      if (!result.ok) this.problem = { message: result.error.message, hint: result.error.hint }
    } catch (error) {
      this.problem = unexpected(what, error)
    }
    await this.load()
  }
}
